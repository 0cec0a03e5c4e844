import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'

/** The classic script of every page, types stripped. */
export function GET(): Response {
  const source = readFileSync(path.resolve('src/client/theme.ts'), 'utf8')
  const script = `(()=>{${stripTypeScriptTypes(source)}})()`
  return new Response(script, { headers: { 'content-type': 'text/javascript' } })
}
