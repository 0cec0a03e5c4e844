import { MboxSplitter } from '../../src/mail/mbox-split.ts'
import { runGit } from './git-process.ts'
import { SourceError } from './source-error.ts'

/** Which commits of a clone: named ones, or a search over history (`git log --grep`, `--since`). */
export type CommitChoice = { commits?: string[]; grep?: string[]; since?: string }

const perCommit = [
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--pretty=email',
  '--patch',
  '--stat',
  '--summary',
  '--full-index',
  '--binary',
  '-M',
]

/** Commits as mails (as git-format-patch(1) writes them), merges left out, named by their ids. */
export async function* readClone(
  clone: string,
  choice: CommitChoice,
): AsyncGenerator<{ file: string; bytes: Uint8Array }> {
  const commits = choice.commits ?? []
  for (const commit of commits)
    if (!/^[0-9a-fA-F]{7,64}$/.test(commit))
      throw new SourceError(`expected a commit id, found ${JSON.stringify(commit)}`, 'Give 7 to 64 hex digits.')
  if (commits.length === 0 && !choice.grep?.length && choice.since === undefined)
    throw new SourceError(`which commits of ${clone}?`, 'Name commit ids, --grep TEXT or --since DATE.')
  const which =
    commits.length > 0
      ? ['--no-walk=unsorted', ...commits]
      : [
          '--no-merges',
          '--regexp-ignore-case',
          '--fixed-strings',
          ...(choice.grep ?? []).map((text) => `--grep=${text}`),
          ...(choice.since === undefined ? [] : [`--since=${choice.since}`]),
        ]
  const splitter = new MboxSplitter()
  let isAny = false
  for await (const piece of runGit(clone, ['log', ...perCommit, ...which, '--'])) {
    isAny = true
    for (const mail of splitter.push(piece)) yield nameMail(mail)
  }
  for (const mail of splitter.end()) yield nameMail(mail)
  if (!isAny)
    throw new SourceError(`no commit of ${clone} is of what was asked for`, 'Look at --grep and --since by git log.')
}

function nameMail(mail: { separator: string | null; binary: string }): { file: string; bytes: Uint8Array } {
  const commit = /^From ([0-9a-f]{12})/.exec(mail.separator ?? '')?.[1] ?? 'commit'
  const separator = mail.separator === null ? '' : `${mail.separator}\n`
  return { file: `${commit}.patch`, bytes: Buffer.from(separator + mail.binary, 'latin1') }
}
