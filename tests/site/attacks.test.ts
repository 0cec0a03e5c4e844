import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'parse5'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { realEffects } from '../../scripts/effects.ts'
import { runImport } from '../../scripts/import.ts'
import { attacks, buildAttackFacts, buildAttackMail, buildAttackTable, evilHost } from '../attacks.ts'
import { launchBrowser } from '../browser.ts'
import { findAddresses } from './find-addresses.ts'
import { buildSites, listFiles, listPages, readFile, serve } from './site-under-test.ts'
import { walkElements } from './walk-elements.ts'

const root = path.resolve(import.meta.dirname, '../..')
const scratch = mkdtempSync(path.join(tmpdir(), 'casebook-attacks-'))
const content = path.join(scratch, 'deep/content')
const dir = path.join(scratch, 'deep/site')
/** In two turns each attack stands in some places; with CASEBOOK_ATTACKS=all, by hand, each stands in each place. */
const turns = process.env['CASEBOOK_ATTACKS'] === 'all' ? attacks.length : 2
/** Sites of plain content: their tags and attributes are ours. */
const harmless = buildSites().filter(({ name }) => name !== 'content' || turns > 2)
const quiet = { ...realEffects, log: () => {}, warn: () => {} }
let problems = ''
const listCases = (): string[] => readdirSync(path.join(content, 'cases')).sort()

/** Every way in: mails, catalogue lines, result files, names of files and of guides. Then the site of it. */
beforeAll(async () => {
  for (const name of ['techniques', 'pages', 'projects.json', 'aliases.json'])
    cpSync(path.join(root, 'tests/content', name), path.join(content, name), { recursive: true })
  // The catalogue's projects are the closed list of the repository.
  cpSync(path.join(root, 'content/projects.json'), path.join(content, 'projects.json'))
  const inbox = path.join(scratch, 'inbox')
  mkdirSync(inbox)
  for (let turn = 0; turn < turns; turn++) {
    const mail = path.join(inbox, `"><img src=x onerror=alert(${turn})> {1+1} &x;.mbox`)
    writeFileSync(mail, buildAttackMail(turn))
    await runImport(['--out', content, '--all', mail], quiet)
    const table = path.join(inbox, `\u202e ..%2f'<svg onload=alert(${turn})>.csv`)
    writeFileSync(table, buildAttackTable(turn))
    const slug = listCases().find((name) => name.startsWith(`pond-${turn}-`)) ?? ''
    expect(await runImport(['--out', content, '--case', slug, table], quiet)).toBe(0)
  }
  const lines = path.join(inbox, 'lines.jsonl')
  writeFileSync(
    lines,
    Array.from({ length: turns }, (_, turn) => `${buildAttackFacts(turn, `facts-${turn}`)}\n`).join(''),
  )
  expect(await runImport(['--out', content, lines], quiet)).toBe(0)
  for (const guides of ['techniques', 'pages'])
    writeFileSync(
      path.join(content, guides, '<img src=x onerror=alert(1)>.mdx'),
      '---\ntitle: x\nsays: x\n---\n\n{1+1}\n',
    )
  const { stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/build.ts')], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, CASEBOOK_CONTENT: content, CASEBOOK_OUT: dir },
  })
  problems = stderr
}, 600_000)
afterAll(() => rmSync(scratch, { recursive: true }))

test('import: every attack -> cases in folders and files of our names, nothing outside them', () => {
  const names = listFiles(content).filter((name) => name.startsWith('cases/'))
  expect(names.filter((name) => name.endsWith('case.json')).length).toBeGreaterThanOrEqual(turns)
  expect(names.filter((name) => name.endsWith('facts.json')).length).toBe(turns)
  for (const name of names)
    expect(name).toMatch(
      /^cases\/[a-z0-9]+(?:-[a-z0-9]+)*\/(?:(?:case|thread|facts)\.json|index\.mdx|mail\/001\.\w+|results\/(?:001\.\w+|sets\.json))$/,
    )
  expect(readdirSync(scratch).sort()).toEqual(['deep', 'inbox'])
  expect(readdirSync(path.join(scratch, 'deep')).sort()).toEqual(['content', 'site'])
  expect([path.join(root, 'hurt'), '/tmp/hurt', '/etc/hurt'].filter((file) => existsSync(file))).toEqual([])
})

test('build: every attack -> every case has its page; a guide of a hostile name is refused by name', () => {
  const pages = listPages(dir)
  expect(listCases().filter((slug) => !pages.includes(`cases/${slug}/index.html`))).toEqual([])
  expect(problems).toContain('expected <name>.mdx with one of')
  for (const file of listFiles(dir)) expect(file).toMatch(/^[\w./@+=~-]+$/)
})

describe('files made of attacks', () => {
  test('every page: tags and attributes -> those of harmless pages, no handler, no style, no scheme of its own', {
    timeout: 120_000,
  }, () => {
    const ours = new Set<string>()
    for (const site of harmless)
      for (const page of [...listPages(site.dir), '404.html'])
        for (const { tag, attributes } of walkElements(parse(readFile(site.dir, page))))
          for (const [name] of [['', ''], ...attributes]) ours.add(`${tag} ${name}`)
    const faults = [...listPages(dir), '404.html'].flatMap((page) =>
      [...walkElements(parse(readFile(dir, page)))].flatMap(({ tag, attributes }) =>
        attributes
          .filter(
            ([name, value]) =>
              !ours.has(`${tag} ${name}`) ||
              /^(?:on|style$|srcdoc$)/.test(name) ||
              (/^(?:href|src|action|xlink:href)$/.test(name) && /^(?!https?:)[a-z][\w+.-]*:|^\s*\/\//i.test(value)),
          )
          .concat(ours.has(`${tag} `) ? [] : [['no such tag', '']])
          .map(([name, value]) => `${page}: <${tag} ${name}="${value.slice(0, 80)}">`),
      ),
    )
    expect(faults).toEqual([])
  })
  test('every text, table, diff, feed and JSON: hidden characters -> none; JSON and CSV -> read, no formula', () => {
    for (const file of listFiles(dir).filter((name) => /\.(?:txt|csv|diff|json|xml|html)$/.test(name))) {
      const text = readFile(dir, file)
      expect(
        /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\u{e0041}/u.test(text),
        file,
      ).toBe(false)
      if (file.endsWith('.json')) JSON.parse(text)
      if (file.endsWith('.csv')) expect(text.match(/(?:^|[,\n])"?[=@][^,\n]{0,40}/g), file).toBeNull()
    }
  })
  test('every file: addresses -> none, but known Message-IDs', { timeout: 120_000 }, () => {
    expect(findAddresses(dir, content)).toEqual([])
  })
})

describe('pages made of attacks, in a browser', { timeout: 600_000 }, () => {
  let browser: Browser
  let served: Awaited<ReturnType<typeof serve>>
  const faults: string[] = []
  beforeAll(async () => {
    browser = await launchBrowser()
    served = await serve(dir)
  })
  afterAll(async () => {
    await browser?.close()
    await served?.close()
  })

  /** A page that notes every dialog, error, request to another host and script that ran. */
  async function openWatched(): Promise<{ page: Page; close: () => Promise<void> }> {
    faults.length = 0
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    page.on('dialog', (dialog) => {
      faults.push(`${page.url()}: dialog ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(`${page.url()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`))
    page.on('request', (request) => {
      if (!request.url().startsWith(served.address) && !request.url().startsWith('file:'))
        faults.push(`${page.url()}: asks for ${request.url()}`)
    })
    return { page, close: () => context.close() }
  }
  const checkUnhurt = async (page: Page): Promise<void> => {
    if (await page.evaluate(() => 'hurt' in window || 'hurt' in Object.prototype))
      faults.push(`${page.url()}: a script ran`)
  }

  test('every page, its folds opened -> no dialog, no error, no request to another host, no script run', async () => {
    const { page, close } = await openWatched()
    const pages = listPages(dir).filter((name) => !readFile(dir, name).includes('http-equiv="refresh"'))
    for (const name of [...pages, '404.html']) {
      await page.goto(served.address + name.replace(/index\.html$/, ''), { waitUntil: 'load' })
      await page.evaluate(() => {
        for (const fold of document.querySelectorAll('details')) fold.open = true
      })
      await checkUnhurt(page)
    }
    await close()
    expect(faults).toEqual([])
  })
  test('search, filters and the address of a page: every attack -> text, nothing else', async () => {
    const { page, close } = await openWatched()
    for (const [name, text] of attacks.filter((_, index) => turns > 2 || index % 3 === 0)) {
      const asked = encodeURIComponent(text.toWellFormed())
      await page.goto(`${served.address}search/?q=${asked}#${asked}`, { waitUntil: 'load' })
      await page.locator('main').waitFor()
      await page.goto(`${served.address}cases/?q=${asked}&technique=${asked}&sort=${asked}`, { waitUntil: 'load' })
      if (
        (await page.evaluate((host) => [...document.images].filter(({ src }) => src.includes(host)).length, evilHost)) >
        0
      )
        faults.push(`${name}: a picture of another host`)
      await checkUnhurt(page)
    }
    await close()
    expect(faults).toEqual([])
  })
  test('review: each attack’s mail, listing and report pasted -> reviewed as text', async () => {
    const { page, close } = await openWatched()
    await page.goto(`${served.address}review/`, { waitUntil: 'networkidle' })
    for (let turn = 0; turn < Math.max(4, turns); turn++) {
      await page.locator('#review-input').fill(buildAttackMail(turn).replaceAll('\0', ''))
      await page.keyboard.press('Control+Enter')
      await expect
        .poll(() => page.locator('#review-status').textContent(), { timeout: 20_000 })
        .toMatch(/patch|No patch|layout/)
      await checkUnhurt(page)
    }
    await close()
    expect(faults).toEqual([])
  })
  test('bundle: opened from a folder -> no dialog, no script run, nothing asked for elsewhere', async () => {
    const out = path.join(scratch, 'deep/bundle')
    const { status } = spawnSync(
      process.execPath,
      [path.join(root, 'scripts/bundle.ts'), '--dir', dir, '--out', out, '--no-zip'],
      { cwd: root, stdio: 'ignore' },
    )
    expect(status).toBe(0)
    const { page, close } = await openWatched()
    for (const name of listPages(out).filter((one) =>
      /^(?:index|search\/index|cases\/[\w-]+\/index)\.html$/.test(one),
    )) {
      await page.goto(`${pathToFileURL(path.join(out, name)).href}?q=lock`, { waitUntil: 'load' })
      await checkUnhurt(page)
    }
    await close()
    expect(faults).toEqual([])
  })
})
