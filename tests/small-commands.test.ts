import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const scratch = mkdtempSync(path.join(tmpdir(), 'casebook-commands-'))
const site = path.join(scratch, 'site')
const content = path.join(scratch, 'content')
const list = path.join(content, 'permalinks.txt')
afterAll(() => rmSync(scratch, { recursive: true }))

const run = (script: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts', script), ...args], {
    cwd: scratch,
    encoding: 'utf8',
    env: { ...process.env, CASEBOOK_OUT: site, CASEBOOK_CONTENT: content },
  })
  return { code: status, out: stdout, said: stderr.replace(/^.*Warning.*\n/gm, '') }
}
const writePage = (name: string, html: string): void => {
  const file = path.join(site, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, html)
}

beforeAll(() => {
  mkdirSync(content, { recursive: true })
})

describe('commands, called in a wrong way or for help', () => {
  test.each(['start.mjs', 'test.mjs', 'permalinks.ts', 'bench.ts'])(
    '%s: an option that is none -> code 2, what there is, nothing done',
    (script) => {
      // The tests' own options go on to check.ts, which has installed packages to look at.
      const { code, said } = script === 'test.mjs' ? run('check.ts', '--only', 'pond') : run(script, '--pond')
      expect({ code, names: /pond.*there (?:are|is)/s.test(said) }).toEqual({ code: 2, names: true })
    },
  )
  test.each([
    ['test.mjs', 'npm test'],
    ['preview.ts', 'npm run preview'],
    ['bench.ts', 'npm run bench'],
    ['pages.ts', 'npm run pages'],
    ['pictures.ts', 'npm run pictures'],
    ['coverage.ts', 'npm run coverage'],
    ['mutate.ts', 'npm run mutate'],
  ])('%s --help -> what it does, code 0', (script, name) => {
    const { code, out } = run(script, '--help')
    expect({ code, first: out.split('\n')[0]?.startsWith(name) }).toEqual({ code: 0, first: true })
  })
  test.each(['preview.ts', 'permalinks.ts', 'bundle.ts'])('%s: no site -> says to build', (script) => {
    const { code, said } = run(script)
    expect({ code, says: said.includes('npm run build') }).toEqual({ code: 1, says: true })
  })
  test.each([
    ['start.mjs', ['--port', 'x']],
    ['start.mjs', ['--base']],
    ['preview.ts', ['--port', '70000']],
  ])('%s %j -> what was expected', (script, args) => {
    const { code, said } = run(script, ...args)
    expect({ code, says: said.includes('expected a') }).toEqual({ code: 2, says: true })
  })
})

describe('permalinks', () => {
  const page = (body: string): string => `<html><body class="page">${body}</body></html>`
  test('a site -> promised pages and anchors are added, sorted, others not; again -> nothing new', () => {
    writePage('index.html', page(''))
    writePage('search/index.html', page(''))
    writePage('cases/pond/index.html', page('<p id="m-0123456789ab"></p><p id="b-01234567"></p><p id="own"></p>'))
    expect(run('permalinks.ts')).toMatchObject({ code: 0, out: expect.stringContaining('4 added, 4 in') })
    expect(readFileSync(list, 'utf8').split('\n').slice(1)).toEqual([
      '/',
      '/cases/pond/',
      '/cases/pond/#b-01234567',
      '/cases/pond/#m-0123456789ab',
      '',
    ])
    expect(run('permalinks.ts')).toMatchObject({ code: 0, out: expect.stringContaining('0 added, 4 in') })
  })
  test('an anchor and a page that went -> named, code 1, the list keeps them', () => {
    const before = readFileSync(list, 'utf8')
    writePage('cases/pond/index.html', page('<p id="m-0123456789ab"></p>'))
    writeFileSync(list, `${before}/cases/gone/\n`)
    const { code, out, said } = run('permalinks.ts', '--check')
    expect(code).toBe(1)
    expect(out).toContain('3 of 5 permalinks resolve')
    expect(said).toContain('/cases/pond/#b-01234567 no longer resolves')
    expect(said).toContain('/cases/gone/ no longer resolves')
    expect(run('permalinks.ts')).toMatchObject({ code: 1, out: expect.stringContaining('0 added, 5 in') })
    expect(readFileSync(list, 'utf8')).toContain('/cases/gone/')
  })
  test('a tombstone in its place -> every anchor resolves', () => {
    for (const name of ['pond', 'gone'])
      writePage(`cases/${name}/index.html`, '<body class="page small-page">Removed</body>')
    expect(run('permalinks.ts', '--check')).toMatchObject({ code: 0, out: expect.stringContaining('5 of 5') })
  })
})

describe('preview', () => {
  test('a base path -> pages below it, folders by their index, the 404 page, nothing outside the folder', async () => {
    writePage('index.html', '<p>home</p>')
    writePage('404.html', '<p>not here</p>')
    writeFileSync(path.join(scratch, 'secret.txt'), 'secret')
    const child = spawn(process.execPath, [path.join(root, 'scripts/preview.ts'), '--port', '0', '--base', 'x'], {
      cwd: scratch,
      env: { ...process.env, CASEBOOK_OUT: site },
    })
    try {
      const address = await new Promise<string>((resolve) => {
        child.stdout.on('data', (piece: Buffer) => {
          const found = /http:\/\/localhost:(\d+)\/x\//.exec(piece.toString())
          if (found) resolve(`http://127.0.0.1:${found[1]}`)
        })
      })
      const get = async (where: string, method = 'GET') => {
        const answer = await fetch(address + where, { redirect: 'manual', method })
        return [answer.status, answer.headers.get('location') ?? (await answer.text())]
      }
      expect(await get('/')).toEqual([301, '/x/'])
      expect(await get('/x/')).toEqual([200, '<p>home</p>'])
      expect(await get('/x/', 'HEAD')).toEqual([200, ''])
      expect(await get('/x/cases/pond')).toEqual([301, '/x/cases/pond/'])
      expect(await get('/x/cases/')).toEqual([404, '<p>not here</p>'])
      expect(await get('/other/')).toEqual([404, '<p>not here</p>'])
      expect(await get('/x/%E0')).toEqual([404, '<p>not here</p>'])
      expect(await get('/x/..%2fsecret.txt')).toEqual([404, '<p>not here</p>'])
      rmSync(path.join(site, '404.html'))
      expect(await get('/x/none')).toEqual([404, 'Not found\n'])
    } finally {
      child.kill()
    }
  })
})
