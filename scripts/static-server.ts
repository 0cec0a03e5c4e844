import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.diff': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}
const packed = /^(?:text\/|application\/(?:json|xml)|image\/svg)/

/** What a request for a path is answered with: a file, another address, or nothing. */
type Answer = { status: number; file: string } | { status: 301; location: string } | { status: 404; file: null }

/** Finds the file for a path, as GitHub Pages does: folders by their index.html, without a final slash by a redirect. */
function findAnswer(root: string, base: string, requestPath: string): Answer {
  const notFound = path.join(root, '404.html')
  const missing: Answer = existsSync(notFound) ? { status: 404, file: notFound } : { status: 404, file: null }
  if (!requestPath.startsWith(base)) return requestPath === '/' ? { status: 301, location: base } : missing
  let decoded: string
  try {
    decoded = decodeURIComponent(requestPath.slice(base.length))
  } catch {
    return missing
  }
  const file = path.resolve(root, decoded)
  if ((file !== root && !file.startsWith(root + path.sep)) || decoded.includes('\0') || !existsSync(file))
    return missing
  if (!statSync(file).isDirectory()) return { status: 200, file }
  if (!requestPath.endsWith('/')) return { status: 301, location: `${requestPath}/` }
  const index = path.join(file, 'index.html')
  return existsSync(index) ? { status: 200, file: index } : missing
}

function sendFile(request: IncomingMessage, response: ServerResponse, status: number, file: string): void {
  const type = types[path.extname(file)] ?? 'application/octet-stream'
  const bytes = readFileSync(file)
  const gzip = packed.test(type) && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  const body = gzip ? gzipSync(bytes) : bytes
  response.writeHead(status, {
    'content-type': type,
    'content-length': body.length,
    'cache-control': 'max-age=600',
    ...(gzip ? { 'content-encoding': 'gzip', vary: 'accept-encoding' } : {}),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** A server of a folder's files under a base path (`/` or `/x/`), with the site's 404 page. Not yet listening. */
export function createStaticServer(folder: string, base = '/'): Server {
  const root = path.resolve(folder)
  return createServer((request, response) => {
    const answer = findAnswer(root, base, (request.url ?? '/').split(/[?#]/)[0] ?? '/')
    if ('location' in answer) response.writeHead(301, { location: answer.location }).end()
    else if (answer.file === null) response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n')
    else sendFile(request, response, answer.status, answer.file)
  })
}
