import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { findAddresses } from './find-addresses.ts'
import { buildSites, listPages, ownPages, readFile } from './site-under-test.ts'

const policy = /<meta http-equiv="Content-Security-Policy" content="default-src 'self';[^"]*"/
const unsafe = /unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|\*/

/** Tags of a page as written; text that only looks like one is escaped and has none. */
const findTags = (html: string): string[] => html.match(/<[a-z](?:[^<>"]|"[^"]*")*>/gi) ?? []

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
  test('every file, the search’s and the scripts too: addresses of people -> none, but known Message-IDs', {
    timeout: 120_000,
  }, () => {
    expect(findAddresses(dir, contentDir)).toEqual([])
  })
})
