/** Joins the stages that `find` needs, and no more of them: what is not loaded costs no time in a short scan. */
import { judgeScanned, type SharingJudgement } from './extract/judgement.ts'
import { readMail } from './mail/read-mail.ts'
import type { Message } from './model/message.ts'
import type { MessageKind } from './model/names.ts'
import type { Result } from './model/problem.ts'
import { messageKind } from './thread/message-kind.ts'

const silent: readonly MessageKind[] = ['robot-build', 'notification']

/** The messages of one mail or patch, each with its kind and, where it is about sharing, its judgement. */
export async function judgeMail(
  bytes: Uint8Array,
  file: string,
): Promise<Result<{ message: Message; kind: MessageKind; judgement: SharingJudgement | null }[]>> {
  const read = await readMail(bytes, file)
  const value = read.value.map((message) => {
    const kind = messageKind(message)
    return { message, kind, judgement: silent.includes(kind) || kind === 'lkp-report' ? null : judgeScanned(message) }
  })
  return { value, problems: read.problems }
}
