import { spawn } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { openBlockPipe } from './block-pipe.ts'
import { runGitInBlocks } from './git-process.ts'

describe('block pipe', () => {
  test.skipIf(process.platform === 'win32')(
    'block pipe: many small writes, a long one, the end -> all of it in order, in few blocks',
    async () => {
      const pipe = await openBlockPipe()
      if (pipe === null) throw new Error('expected a pipe')
      const program =
        'const fs = require("fs"); for (let n = 0; n < 20000; n++) fs.writeSync(1, `${n}\\n`); fs.writeSync(1, "x".repeat(1000))'
      const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', pipe.writer, 'inherit'] })
      pipe.writer.destroy()
      const blocks: string[] = []
      for await (const block of pipe.read()) blocks.push(block.toString('latin1'))
      const numbers = Array.from({ length: 20_000 }, (_, n) => `${n}\n`).join('')
      expect(blocks.join('') === numbers + 'x'.repeat(1000)).toBe(true)
      expect(child.stdout).toBe(null)
    },
  )

  test('block pipe: git that fails -> its complaint, not an endless wait', async () => {
    const read = async () => {
      for await (const block of runGitInBlocks('/nonexistent-repository', ['log'])) expect(block).toBe('nothing')
    }
    await expect(read()).rejects.toThrow(/git log in \/nonexistent-repository failed/)
  })

  test('block pipe: a reader that stops early -> no process left waiting', async () => {
    let count = 0
    for await (const _ of runGitInBlocks('.', ['log', '-p', '-20'])) if (++count > 0) break
    expect(count).toBeLessThanOrEqual(1)
  })
})
