import { SourceError } from './source-error.ts'

const maxBytes = 100_000_000
const whatElse = 'Open the thread in a browser, save its "mbox.gz" and import that file.'

/**
 * The thread of a Message-ID as the archive's `t.mbox.gz`. `baseUrl` is another archive of the same software. Throws a
 * SourceError that tells no network, a bot-check page, an unknown id and a wrong answer apart.
 */
export async function fetchThread(
  messageId: string,
  baseUrl = 'https://lore.kernel.org',
): Promise<{ file: string; bytes: Uint8Array }> {
  const id = messageId.trim().replace(/^<|>$/g, '')
  if (!/^[^\s<>/]+@[^\s<>/]+$/.test(id))
    throw new SourceError(
      `expected lore:<Message-ID>, found ${JSON.stringify(messageId)}`,
      'Copy the id from the mail.',
    )
  const url = `${baseUrl.replace(/\/$/, '')}/all/${encodeURIComponent(id).replaceAll('%40', '@')}/t.mbox.gz`
  const response = await ask(url)
  if (response.status === 404) throw new SourceError(`the archive has no message ${id} (404)`, 'Check the Message-ID.')
  const isPage = /^text\/html/i.test(response.headers.get('content-type') ?? '')
  if (isPage || response.status === 403 || response.status === 429)
    throw new SourceError(`${url} answered with a page that checks for robots (${response.status})`, whatElse)
  if (!response.ok)
    throw new SourceError(`${url} answered ${response.status}, expected 200`, 'Try later, or: '.concat(whatElse))
  const bytes = await readBody(response, url)
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
    const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1').trimStart()
    if (start.startsWith('<')) throw new SourceError(`${url} answered with a page, not with mail`, whatElse)
    if (!start.startsWith('From ')) throw new SourceError(`${url}: expected a gzip file, found none`, whatElse)
  }
  return { file: `${id.replace(/[^A-Za-z0-9.@_-]/g, '_').slice(0, 120)}.mbox.gz`, bytes }
}

async function ask(url: string): Promise<Response> {
  try {
    return await fetch(url, {
      redirect: 'follow',
      signal: AbortSignal.timeout(60_000),
      headers: { 'user-agent': 'false-sharing-casebook import', 'accept-encoding': 'identity' },
    })
  } catch (cause) {
    throw new SourceError(`no answer from ${new URL(url).host}: is there a network?`, whatElse, cause)
  }
}

async function readBody(response: Response, url: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let total = 0
  const body: AsyncIterable<Uint8Array> | null = response.body
  if (!body) return new Uint8Array()
  try {
    for await (const piece of body) {
      total += piece.length
      if (total > maxBytes) break
      pieces.push(piece)
    }
  } catch (cause) {
    throw new SourceError(`${url}: the connection ended early`, 'Try again.', cause)
  }
  if (total > maxBytes) throw new SourceError(`${url}: expected at most 100 MB, found more`, 'Import a part of it.')
  return Buffer.concat(pieces)
}
