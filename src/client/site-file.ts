declare global {
  interface Window {
    /** What a file of the site calls when it is loaded as a script, from a folder. */
    casebookPart?: (path: string, text: string) => void
  }
}

const waiting = new Map<string, (text: string) => void>()

/** From a folder nothing can be fetched: the file is loaded as a script that hands over its text. */
function loadScript(address: URL, path: string): Promise<string> {
  window.casebookPart = (part, text) => waiting.get(part)?.(text)
  return new Promise((resolve, reject) => {
    waiting.set(path, resolve)
    const script = document.createElement('script')
    script.src = `${address.href}.js`
    script.addEventListener('error', () => reject(new Error(`${path} could not be loaded.`)))
    document.head.append(script)
  })
}

/** The text of a file of the site, by its path below the root; from a folder by a script beside it. */
export async function readSiteFile(root: URL, path: string): Promise<string> {
  const address = new URL(path, root)
  if (root.protocol === 'file:') return loadScript(address, path)
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${path} could not be loaded (${response.status}).`)
  return response.text()
}
