import { runGit } from './git-process.ts'

/** One commit of a clone as the walk sees it. */
export type LoggedCommit = { sha: string; author: string; authored: string; title: string }

const everything = ['--no-merges', '--branches', '--remotes', '--tags', 'HEAD']

/** Pieces of output split at a byte that no field holds. */
async function* splitOutput(pieces: AsyncIterable<Buffer>, end: string): AsyncGenerator<string> {
  let kept: Buffer[] = []
  const mark = end.charCodeAt(0)
  for await (const piece of pieces) {
    let from = 0
    for (let at = piece.indexOf(mark); at >= 0; at = piece.indexOf(mark, from)) {
      yield Buffer.concat([...kept, piece.subarray(from, at)]).toString('utf8')
      kept = []
      from = at + 1
    }
    kept.push(piece.subarray(from))
  }
  const rest = Buffer.concat(kept).toString('utf8')
  if (rest.trim() !== '') yield rest
}

/** Every commit of every branch and tag but merges, in one walk: id, author, date, title. */
export async function* readCommitLog(clone: string): AsyncGenerator<LoggedCommit> {
  const format = '--format=%H%x1f%an%x1f%aI%x1f%s%x00'
  for await (const entry of splitOutput(runGit(clone, ['log', '--no-color', format, ...everything, '--']), '\0')) {
    const [sha = '', author = '', authored = '', title = ''] = entry.trimStart().split('\x1f')
    if (/^[0-9a-f]{40,64}$/.test(sha)) yield { sha, author, authored, title }
  }
}

/** The whole diff of each commit that touches one of the files: where only a patch-id can tell. */
export async function* readDiffsOf(
  clone: string,
  files: readonly string[],
): AsyncGenerator<{ sha: string; diff: string }> {
  const args = [
    'log',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--full-index',
    '--full-diff',
    '-p',
    '-M',
    '--format=%x00%H',
  ]
  const paths = files.map((file) => `:(literal)${file}`)
  for await (const entry of splitOutput(runGit(clone, [...args, ...everything, '--', ...paths]), '\0')) {
    const lineEnd = entry.indexOf('\n')
    if (lineEnd > 0) yield { sha: entry.slice(0, lineEnd), diff: entry.slice(lineEnd + 1) }
  }
}
