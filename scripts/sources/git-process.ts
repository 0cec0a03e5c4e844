import { spawn } from 'node:child_process'
import { type BlockPipe, openBlockPipe } from './block-pipe.ts'
import { SourceError } from './source-error.ts'

/** Nothing a repository's own configuration names is run. */
const safely = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'core.pager=cat', '--no-pager']

/** Runs git in a repository and gives its output as it comes; throws a SourceError where git fails. */
export async function* runGit(
  repository: string,
  args: string[],
  input?: AsyncIterable<string> | Iterable<string>,
  env: Record<string, string> = {},
): AsyncGenerator<Buffer> {
  yield* readProcess(repository, args, input ?? [], env, null)
}

/** The same for masses of output, in large blocks: each is good until the next is asked for. */
export async function* runGitInBlocks(
  repository: string,
  args: string[],
  input?: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Buffer> {
  const pipe = await openBlockPipe()
  try {
    // without a flush after each commit (git(1), GIT_FLUSH)
    yield* readProcess(repository, args, input ?? [], { GIT_FLUSH: '0' }, pipe)
  } finally {
    pipe?.close()
  }
}

async function* readProcess(
  repository: string,
  args: string[],
  input: AsyncIterable<string> | Iterable<string>,
  env: Record<string, string>,
  pipe: BlockPipe | null,
): AsyncGenerator<Buffer> {
  const child = spawn('git', [...safely, '-C', repository, ...args], {
    stdio: ['pipe', pipe?.writer ?? 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', ...env },
  })
  pipe?.writer.destroy() // git has its own: the pipe ends with it
  const { stdin, stdout, stderr } = child
  let complaint = ''
  stderr?.on('data', (piece: Buffer) => {
    if (complaint.length < 2000) complaint += piece.toString('utf8')
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  ended.catch(() => undefined) // told below, when all that was written is read
  // Writing runs beside reading, else a full pipe on either side would block both.
  const written = stdin ? writeAll(stdin, input) : Promise.resolve()
  let isRead = false
  try {
    for await (const piece of pipe?.read() ?? stdout ?? []) if (Buffer.isBuffer(piece)) yield piece
    isRead = true
  } finally {
    if (child.exitCode === null && !isRead) child.kill()
  }
  await written
  const code = await ended.catch((cause: unknown) => {
    throw new SourceError('git cannot be run', 'Install git and see that it is in PATH.', cause)
  })
  if (code !== 0)
    throw new SourceError(
      `git ${args[0] ?? ''} in ${repository} failed: ${complaint.trim().split('\n')[0] ?? `exit ${code}`}`,
      'Check that the folder is a git repository you may read and that it holds the commits named.',
    )
}

async function writeAll(stdin: NodeJS.WritableStream, input: AsyncIterable<string> | Iterable<string>): Promise<void> {
  stdin.on('error', () => undefined) // git ended first: its exit code says why
  for await (const text of input) if (!stdin.write(text)) await drained(stdin)
  stdin.end()
}

/** Resolves when there is room again, or nobody reads any more. */
function drained(stdin: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stdin.off('drain', done).off('close', done)
      resolve()
    }
    stdin.on('drain', done).on('close', done)
  })
}

/** The whole output of a git command, as text. */
export async function readGit(repository: string, args: string[]): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of runGit(repository, args)) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

/** Blobs by id, in the order asked for, through one `git cat-file --batch`; missing ones are left out. */
export async function* readBlobs(
  repository: string,
  ids: Iterable<string>,
  env: Record<string, string> = {},
): AsyncGenerator<{ id: string; bytes: Uint8Array }> {
  let buffer: Buffer = Buffer.alloc(0)
  for await (const piece of runGit(repository, ['cat-file', '--batch'], endLines(ids), env)) {
    buffer = buffer.length === 0 ? piece : Buffer.concat([buffer, piece])
    let at = 0
    for (;;) {
      const lineEnd = buffer.indexOf(10, at)
      if (lineEnd < 0) break
      const [id = '', kind = '', size = '0'] = buffer.toString('latin1', at, lineEnd).split(' ')
      const end = kind === 'missing' ? lineEnd : lineEnd + 1 + Number(size)
      if (kind !== 'missing' && buffer.length < end + 1) break
      if (kind === 'blob') yield { id, bytes: Uint8Array.from(buffer.subarray(lineEnd + 1, end)) }
      at = end + 1
    }
    buffer = buffer.subarray(at)
  }
}

function* endLines(ids: Iterable<string>): Generator<string> {
  for (const id of ids) yield `${id}\n`
}
