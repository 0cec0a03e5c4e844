import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { realEffects } from '../scripts/effects.ts'
import { runImport } from '../scripts/import.ts'

const scratch = mkdtempSync(path.join(tmpdir(), 'casebook-shards-'))
afterAll(() => rmSync(scratch, { recursive: true }))
const quiet = { ...realEffects, log: () => undefined, warn: () => undefined }

type Patch = { id: string; title: string; author: string; version?: number; member?: string }

/** A patch about false sharing of an imagined ring, as a mail of an mbox. */
function buildMail({ id, title, author, version = 1, member = 'tail' }: Patch, at: number): string {
  return `From mboxrd@z Thu Jan  1 00:00:00 1970
From: ${author} <${author.toLowerCase().replace(' ', '.')}@example.org>
To: ring@example.org
Date: Mon, ${3 + at} Mar 2025 10:00:00 +0000
Message-ID: <${id}@example.org>
Subject: [PATCH${version > 1 ? ` v${version}` : ''}] ${title}

${member} is written by the consumer and shares a cacheline with head: false
sharing. Give it a line of its own. Throughput improves by ${10 + at}%.

Signed-off-by: ${author} <${author.toLowerCase().replace(' ', '.')}@example.org>
---
 include/ring.h | 2 +-
 1 file changed, 1 insertion(+), 1 deletion(-)

diff --git a/include/ring.h b/include/ring.h
index 1111111..2222222 100644
--- a/include/ring.h
+++ b/include/ring.h
@@ -3,5 +3,5 @@ struct ring {
 \tunsigned int head;
-\tunsigned int ${member};
+\tunsigned int ${member} ____cacheline_aligned_in_smp;
 \tunsigned int size;
 };
--${' '}
2.40.0

`
}

const patches: Patch[] = [
  { id: 'a1', title: 'ring: move the tail to its own line', author: 'Ann Writer' },
  { id: 'b1', title: 'ring: align the count of pushes', author: 'Bob Reader', member: 'pushes' },
  { id: 'c1', title: 'ring: pad the lock of the consumer', author: 'Cid Keeper', member: 'lock' },
  // The same name from another author: a case of its own, with a number behind its name.
  { id: 'd1', title: 'ring: move the tail to its own line', author: 'Dan Other', member: 'rear' },
  { id: 'e1', title: 'ring: keep the statistics apart from the flags', author: 'Eve Third', member: 'stats' },
  { id: 'a2', title: 'ring: move the tail to its own line', author: 'Ann Writer', version: 2 },
  { id: 'f1', title: 'queue: split what producers write from what they read', author: 'Fay Fourth', member: 'next' },
]

/** Every file of a folder with its bytes as text. */
const snapshot = (folder: string): [string, string][] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .sort()
    .map((name) => [name, readFileSync(path.join(folder, name), 'latin1')])

test('import --shard: all parts of an archive, each made elsewhere -> byte for byte what one run makes', async () => {
  const archive = path.join(scratch, 'archive.mbox')
  writeFileSync(archive, patches.map(buildMail).join(''))
  const whole = path.join(scratch, 'whole')
  expect(await runImport(['--out', whole, archive], quiet)).toBe(0)
  const joined = path.join(scratch, 'joined')
  const sizes: number[] = []
  for (const part of [1, 2, 3]) {
    const own = path.join(scratch, `part-${part}`)
    expect(await runImport(['--out', own, '--shard', `${part}/3`, archive], quiet)).toBe(0)
    const cases = readdirSync(path.join(own, 'cases'))
    sizes.push(cases.length)
    for (const name of cases)
      cpSync(path.join(own, 'cases', name), path.join(joined, 'cases', name), { recursive: true, errorOnExist: true })
  }
  expect(snapshot(joined)).toEqual(snapshot(whole))
  expect(sizes.every((size) => size > 0)).toBe(true)
  expect(sizes.reduce((sum, size) => sum + size)).toBe(readdirSync(path.join(whole, 'cases')).length)
  expect(readdirSync(path.join(whole, 'cases'))).toContain('ring-move-the-tail-to-2')
})
