import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samplePatch } from '../../tests/mbox-writer.ts'
import { patchId } from './patch-id.ts'

let folder = ''
const run = (args: string[], input?: string): string =>
  execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    input,
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
  })
const commit = (message: string): void => {
  run(['add', '-A'])
  run(['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '-q', '-m', message])
}
const write = (file: string, text: string): void => writeFileSync(path.join(folder, file), text)

describe('patchId', () => {
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'patch-id-'))
    run(['init', '-q', '-b', 'main'])
    write('ring.h', Array.from({ length: 40 }, (_, index) => `line ${index}\n`).join(''))
    write('tail.txt', 'no newline')
    write('run.sh', '#!/bin/sh\n')
    commit('base')
    write(
      'ring.h',
      Array.from({ length: 40 }, (_, index) => (index % 13 === 5 ? `changed\t${index}  \n` : `line ${index}\n`)).join(
        '',
      ),
    )
    commit('three hunks, tabs and trailing blanks')
    write('tail.txt', 'a newline now\n')
    write('neu-ä.txt', 'not ASCII: ä €\n')
    commit('newline at end, a file with a non-ASCII name')
    chmodSync(path.join(folder, 'run.sh'), 0o755)
    commit('mode only')
    renameSync(path.join(folder, 'ring.h'), path.join(folder, 'circle.h'))
    commit('pure rename')
    write('circle.h', 'short now\n')
    write('empty.txt', '')
    commit('most lines gone, an empty file')
    rmSync(path.join(folder, 'circle.h'))
    write('b.c', '--- a/x\n+++ b/x\n-- \n')
    commit('a deletion, and a file that looks like a diff')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('patchId: patches of a repository made here -> what git patch-id --stable prints', () => {
    const ids = run(['rev-list', 'HEAD~6..HEAD']).trim().split('\n')
    expect(ids).toHaveLength(6)
    for (const id of ids) {
      const mail = run(['format-patch', '--stdout', '-1', '-M', id])
      const expected = run(['patch-id', '--stable'], mail).split(' ')[0] || null
      expect(patchId(mail.slice(mail.indexOf('\ndiff --git') + 1)), mail).toBe(expected)
    }
  })

  test('patchId: the same change at another place and with other blanks -> the same id', () => {
    const id = patchId(samplePatch())
    expect(patchId(samplePatch({ start: 500 }))).toBe(id)
    expect(patchId(samplePatch().replace(/\t/g, '        '))).toBe(id)
    expect(patchId(samplePatch({ file: 'lib/other.h' }))).not.toBe(id)
  })

  test('patchId: no diff, or a binary one -> null', () => {
    expect(patchId('Only words.\n')).toBeNull()
    expect(patchId('diff --git a/x b/x\nindex 1..2 100644\nGIT binary patch\nliteral 1\n')).toBeNull()
  })
})
