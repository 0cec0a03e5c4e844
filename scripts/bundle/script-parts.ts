/** Text that stands in a script as a string: no character of it ends the script or its line. */
const quote = (text: string): string =>
  JSON.stringify(text).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** A part of the identifier index as a script that hands over its text. */
export const wrapText = (name: string, text: string): string => `casebookPart(${quote(name)},${quote(text)})\n`

/** What `fetch` is to pagefind in a folder: a script beside the file that hands over its bytes. */
const shim = `const casebookWaiting = window.casebookWaiting ??= new Map()
window.casebookBytes = (name, text) => casebookWaiting.get(name)?.(text)
const casebookFetch = (address) => new Promise((resolve, reject) => {
  const url = new URL(String(address), casebookBase)
  url.search = ''
  const name = decodeURIComponent(url.pathname.slice(new URL(casebookBase).pathname.length))
  casebookWaiting.set(name, (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    resolve(new Response(bytes, { status: 200, headers: { 'content-type': 'application/octet-stream' } }))
  })
  const script = document.createElement('script')
  script.src = url.href + '.js'
  script.addEventListener('error', () => reject(new Error('The part ' + name + ' of the search could not be loaded.')))
  document.head.append(script)
})
`

/** pagefind's module as a classic script that leaves its functions in \`window.casebookPagefind\`. */
export function wrapPagefindModule(source: string): string {
  const names: string[] = []
  const body = source.replace(/export\s*\{([^}]*)\};?/g, (_, list: string) => {
    for (const item of list.split(',')) {
      const [own = '', shown = own] = item.trim().split(/\s+as\s+/)
      if (own !== '') names.push(`${shown}: ${own}`)
    }
    return ''
  })
  const code = body
    .replace(/export\s+(?=(?:async\s+)?function|const|let|var|class)/g, '')
    .replaceAll('import.meta.url', 'casebookModule')
    .replace(/\bfetch\(/g, 'casebookFetch(')
    .replace(/new Worker\(/g, 'casebookNoWorker(')
  return `(() => {
const casebookModule = document.currentScript.src.replace('pagefind.classic.js', 'pagefind.js')
const casebookBase = casebookModule.slice(0, casebookModule.lastIndexOf('/') + 1)
const casebookNoWorker = () => { throw new Error('no worker in a folder') }
${shim}${code}
window.casebookPagefind = { ${names.join(', ')} }
})()
`
}

/** A file of pagefind for a folder: its module made classic, its data as base64 in scripts; the worker is left out. */
export function wrapPagefind(name: string, bytes: Uint8Array): { name: string; text: string } | null {
  if (name === 'pagefind-worker.js') return null
  if (name === 'pagefind.js')
    return { name: 'pagefind.classic.js', text: wrapPagefindModule(Buffer.from(bytes).toString('utf8')) }
  const text = `casebookBytes(${quote(name)},"${Buffer.from(bytes).toString('base64')}")\n`
  return { name: `${name}.js`, text }
}
