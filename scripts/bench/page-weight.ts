import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

/** What a page costs a first visitor, in bytes as sent: text gzipped, faces and pictures as they are. */
export type PageWeight = { html: number; css: number; script: number; faces: number; total: number; requests: number }

const packed = /\.(?:html|css|js|svg|json)$/

/** Sizes of what many pages load: a built file does not change under a run. */
const known = new Map<string, number>()

function sizeOf(file: string): number {
  const bytes = readFileSync(file)
  return packed.test(file) ? gzipSync(bytes, { level: 9 }).length : bytes.length
}

function sharedSizeOf(file: string): number {
  const size = known.get(file) ?? sizeOf(file)
  known.set(file, size)
  return size
}

/** The files a page loads: style sheets and scripts it names, the faces of the sheets, modules of the scripts. */
function findLoaded(dir: string, page: string): Set<string> {
  const loaded = new Set<string>()
  const queue: { from: string; link: string }[] = []
  const html = readFileSync(path.join(dir, page), 'utf8')
  for (const match of html.matchAll(/<(?:link rel="stylesheet"|script[^>]*?|img[^>]*?)\s[^>]*?(?:href|src)="([^"]+)"/g))
    queue.push({ from: page, link: match[1] ?? '' })
  for (let index = 0; index < queue.length && index < 200; index++) {
    const { from, link } = queue[index] ?? { from: '', link: '' }
    const file = path.posix.join(path.posix.dirname(from), link.split(/[?#]/)[0] ?? '')
    if (/^[a-z]+:/.test(link) || loaded.has(file) || !existsSync(path.join(dir, file))) continue
    loaded.add(file)
    if (!/\.(?:css|js)$/.test(file)) continue
    const text = readFileSync(path.join(dir, file), 'utf8')
    for (const match of text.matchAll(/url\(["']?([^"')]+)|(?:from|import)\s*["'](\.[^"']+)/g))
      queue.push({ from: file, link: match[1] ?? match[2] ?? '' })
  }
  return loaded
}

/** Weighs a page of a built site with everything it loads. */
export function weighPage(dir: string, page: string): PageWeight {
  const files = [...findLoaded(dir, page)]
  const sum = (pattern: RegExp): number =>
    files.filter((file) => pattern.test(file)).reduce((total, file) => total + sharedSizeOf(path.join(dir, file)), 0)
  const html = sizeOf(path.join(dir, page))
  const weight = { html, css: sum(/\.css$/), script: sum(/\.js$/), faces: sum(/\.woff2$/) }
  return { ...weight, total: html + sum(/./), requests: files.length + 1 }
}
