import type { Message } from '../model/message.ts'
import type { Source } from '../model/source.ts'
import { ownLines } from '../text/own-lines.ts'
import { sourcesOf } from './notices.ts'
import { titleKey } from './posting.ts'

/** The commit a robot's report is about. `isRobotTree`: the robot applied a mailed patch itself, so it is no merge. */
export type ReportedCommit = {
  sha: string
  titleKey: string | null
  isRobotTree: boolean
  tree: string | null
  sources: Source[]
}

/** `commit: <sha> ("title")` of a kernel test robot's report; the title may run over two lines. Null where none stands. */
export function findReportedCommit(message: Message): ReportedCommit | null {
  const lines = ownLines(message, 400)
  const isRobotTree = lines.some((line) =>
    /^(?:url:\s+https?:\/\/github\.com\/(?:intel-lab-lkp|0day-ci)\/|patch (?:link|subject):|base:\s)/i.test(line.text),
  )
  const tree = /\[([^\]]{2,80}:[^\]]{1,80})\]/.exec(message.subject)?.[1] ?? null
  for (const [at, line] of lines.entries()) {
    const match = /^commit:?\s+([0-9a-f]{7,40})\s*(.{0,400})$/i.exec(line.text)
    const sha = match?.[1]
    if (match === null || sha === undefined) continue
    const rest = `${match[2] ?? ''} ${lines[at + 1]?.text ?? ''}`
    const title = /^\(["'“](.{1,400}?)["'”]\)/.exec(rest.trim())?.[1]
    return {
      sha,
      titleKey: title === undefined ? null : titleKey(title),
      isRobotTree,
      tree,
      sources: sourcesOf(message, line, sha),
    }
  }
  return null
}
