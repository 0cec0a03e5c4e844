import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { CodeLines } from './code-lines.ts'

const range = z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() })
const script = z.object({ url: z.string(), functions: z.array(z.object({ ranges: z.array(range) })) })
/** What Node writes at the end of a process, and the tests of a browser in its shape. */
const runSchema = z.object({ result: z.array(script) })
const mapSchema = z.object({
  version: z.number(),
  file: z.string().default(''),
  sources: z.array(z.string()),
  sourcesContent: z.array(z.string()).default([]),
  names: z.array(z.string()).default([]),
  mappings: z.string(),
  sourceRoot: z.string().default(''),
})

type Script = z.infer<typeof script>

/** Which characters of one script ran in one process: ranges nest, an inner one is painted over its outer one. */
export function paintRanges({ functions }: Pick<Script, 'functions'>, length: number): Uint8Array {
  const ran = new Uint8Array(length)
  const ranges = functions
    .flatMap((one) => one.ranges)
    .sort((one, other) => one.startOffset - other.startOffset || other.endOffset - one.endOffset)
  for (const { startOffset, endOffset, count } of ranges) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  return ran
}

/** Adds what ran in one process to what ran in others. */
function unite(all: Uint8Array, ran: Uint8Array): void {
  for (const [at, is] of ran.entries()) if (is === 1) all[at] = 1
}

/** Where a character of a bundle comes from: for each character of its code a file and an offset there. */
type Bundle = { files: (string | undefined)[]; fileOf: Int32Array; offsetOf: Int32Array; ran: Uint8Array }

/** Reads a bundle that was kept with its map. */
function readBundle(file: string, root: string, code: ReadonlyMap<string, CodeLines>): Bundle {
  const text = readFileSync(file, 'utf8')
  const data = mapSchema.parse(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
  // The bundle lay in another folder: a source is a file of the repository by what follows the steps up.
  const files = data.sources.map((name) => path.join(root, name.replace(/^(?:\.\.\/)+/, '')))
  const map = new SourceMap({ ...data, sources: files.map((_file, index) => `${index}`) })
  const bundle = {
    files: files.map((name) => (code.has(name) ? name : undefined)),
    fileOf: new Int32Array(text.length).fill(-1),
    offsetOf: new Int32Array(text.length),
    ran: new Uint8Array(text.length),
  }
  let start = 0
  for (const [line, content] of text.split('\n').entries()) {
    for (let column = 0; column < content.length; column++) {
      const entry = map.findEntry(line, column)
      if (!('originalSource' in entry) || entry.generatedLine !== line) continue
      const lineStart = code.get(files[Number(entry.originalSource)] ?? '')?.starts[entry.originalLine]
      if (lineStart === undefined) continue
      bundle.fileOf[start + column] = Number(entry.originalSource)
      bundle.offsetOf[start + column] = lineStart + entry.originalColumn
    }
    start += content.length + 1
  }
  return bundle
}

/** The characters that ran of each file, over all processes and pages that left a file in `runs`. */
export function readRuns(
  runs: string,
  maps: string,
  root: string,
  code: ReadonlyMap<string, CodeLines>,
): Map<string, Uint8Array> {
  const ran = new Map([...code].map(([file, { isCode }]) => [file, new Uint8Array(isCode.length)]))
  const bundles = new Map<string, Bundle>()
  for (const name of readdirSync(runs).filter((file) => file.endsWith('.json')))
    for (const one of runSchema.parse(JSON.parse(readFileSync(path.join(runs, name), 'utf8'))).result) {
      if (!one.url.startsWith('file:')) continue
      const file = fileURLToPath(one.url.replace(/[?#].*$/, ''))
      const plain = ran.get(file)
      if (plain) unite(plain, paintRanges(one, plain.length))
      const kept = path.join(maps, path.basename(file))
      if (plain || !existsSync(`${kept}.map`)) continue
      const bundle = bundles.get(kept) ?? readBundle(kept, root, code)
      bundles.set(kept, bundle)
      unite(bundle.ran, paintRanges(one, bundle.ran.length))
    }
  for (const bundle of bundles.values()) addBundle(ran, bundle)
  return ran
}

/** What a piece of a bundle was made from ran where the piece ran: from the mark in its file to the end of that word. */
function addBundle(ran: ReadonlyMap<string, Uint8Array>, { files, fileOf, offsetOf, ran: pieces }: Bundle): void {
  for (const [at, is] of pieces.entries()) {
    if (is !== 1) continue
    const all = ran.get(files[fileOf[at] ?? -1] ?? '')
    if (all) all[offsetOf[at] ?? 0] = 1
  }
}
