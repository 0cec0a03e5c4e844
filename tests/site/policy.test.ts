import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCases, readThread } from '../../scripts/read-content.ts'
import { buildSites, listFiles, listPages, ownPages, readFile } from './site-under-test.ts'

const policy = /<meta http-equiv="Content-Security-Policy" content="default-src 'self';[^"]*"/
const unsafe = /unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|\*/
const addressLike = /[A-Za-z0-9._%+=~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}/g

/** Tags of a page as written; text that only looks like one is escaped and has none. */
const findTags = (html: string): string[] => html.match(/<[a-z](?:[^<>"]|"[^"]*")*>/gi) ?? []

/** Every Message-ID a content folder knows: they look like addresses and stay. */
function listMessageIds(contentDir: string): string[] {
  return readCases(contentDir).value.flatMap(({ record }) => {
    const thread = readThread(contentDir, record.slug).value
    const messages = thread?.messages ?? []
    return [
      ...messages.flatMap((message) => [message.id, message.inReplyTo ?? '', ...message.references]),
      ...(thread?.ghosts ?? []).map((ghost) => ghost.id),
      ...record.postings,
      ...record.missing.map((missing) => missing.messageId),
      ...record.links,
      ...record.related,
      ...record.supersededBy,
      ...record.fixes,
      // A mail links to another one by its id in an archive's address.
      ...messages.flatMap((message) =>
        message.parts.flatMap((part) => part.lines.join('\n').match(/https?:\/\/[^\s<>"]+/g) ?? []),
      ),
    ]
  })
}

describe.each(buildSites())('policy of $name', ({ dir, contentDir }) => {
  const pages = [...listPages(dir), '404.html']
  test('every page: the policy -> first in the head, nothing unsafe', () => {
    const without = pages.filter((page) => {
      const found = policy.exec(readFile(dir, page).slice(0, 700))?.[0]
      return found === undefined || unsafe.test(found)
    })
    expect(without).toEqual([])
  })
  test('every page of its own: the picture of previews -> an absolute address of a file that is there, with words', () => {
    const without = ownPages({ name: '', dir, contentDir }).filter((page) => {
      const html = readFile(dir, page)
      const address = /<meta property="og:image" content="(https?:[^"]+)"/.exec(html)?.[1]
      const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1]
      if (!address || !canonical || !/<meta property="og:image:alt" content="[^"]+"/.test(html)) return true
      const file =
        page.startsWith('cases/') && address.includes('/cases/')
          ? page.replace(/\/index\.html$/, '.png')
          : 'picture.png'
      return !address.endsWith(`/${file}`) || !existsSync(path.join(dir, file))
    })
    expect(without.filter((page) => !/^[mc]\//.test(page))).toEqual([])
  })
  test('every page: scripts, styles and handlers -> none inline', () => {
    const inline = pages.flatMap((page) =>
      findTags(readFile(dir, page))
        .filter(
          (tag) =>
            (/^<script/i.test(tag) && !/\ssrc="|\stype="application\/(?:ld\+)?json"/.test(tag)) ||
            /^<style/i.test(tag) ||
            /\s(?:style|on[a-z]+)="/i.test(tag),
        )
        .map((tag) => `${page}: ${tag.slice(0, 120)}`),
    )
    expect(inline).toEqual([])
  })
  // What stands behind a slash is a Message-ID in an archive's address.
  test('every file: addresses of people -> masked', () => {
    const ids = listMessageIds(contentDir).join('\n').toLowerCase() // the search keeps ids in lower case
    const found = listFiles(dir)
      .filter((file) => /\.(?:html|txt|json|diff|csv|xml)$/.test(file) && !file.startsWith('fonts/'))
      .flatMap((file) => {
        const text = readFile(dir, file)
          .replaceAll('&amp;', '&')
          .replaceAll('%40', '@')
          .replace(/[^\s"<>]*\/[^\s"<>]*@[^\s"<>]*/g, '')
        return [...text.matchAll(addressLike)]
          .map((match) => match[0])
          .filter((address) => !ids.includes(address.toLowerCase()))
          .map((address) => `${file}: ${address}`)
      })
    expect(found).toEqual([])
  })
})
