const address = /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?\//i

/**
 * What an address of a list archive or a repository is about: the Message-ID or the commit inside it, else the address
 * without scheme, last slash, and what says the line of a file; any other text as it is.
 */
export function takeFromAddress(text: string): string {
  if (!/^https?:\/\//i.test(text) && !(address.test(text) && /@|%40|\/[0-9a-f]{7,40}\b/.test(text))) return text
  const id = /\/([^/?#\s]+(?:@|%40)[^/?#\s]+)/.exec(text)?.[1]
  if (id !== undefined) return id.replace('%40', '@').replace(/[)\]>,;]+$/, '')
  const commit = /[/=][0-9a-f]{7,40}(?![\w.-])/.exec(text.replace(/^https?:\/\//i, ''))?.[0].slice(1)
  if (commit !== undefined && /\d/.test(commit)) return commit
  return text
    .replace(/^https?:\/\//i, '')
    .replace(/(\.[a-z]{1,5})[?#][^/]*$/i, '$1')
    .replace(/\/+$/, '')
}
