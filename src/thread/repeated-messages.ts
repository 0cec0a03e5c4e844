import type { Message } from '../model/message.ts'
import type { Problem, Result } from '../model/problem.ts'
import { compareMessages, compareText } from './message-order.ts'
import { placeOf } from './message-references.ts'

function textOf(message: Message): string {
  return message.parts.map((part) => part.lines.join('\n')).join('\f')
}

/** Of two messages with one id, the one to keep: with a patch, the longer one, then by text, so that order is no matter. */
function isBetter(a: Message, b: Message): boolean {
  if ((a.patch === null) !== (b.patch === null)) return a.patch !== null
  const first = textOf(a)
  const second = textOf(b)
  if (first.length !== second.length) return first.length > second.length
  if (first !== second) return compareText(first, second) < 0
  return compareText(`${a.file}:${a.fileLine}`, `${b.file}:${b.fileLine}`) < 0
}

/**
 * Messages with each id once, in the one order of messages. Copies of one mail (two lists, two archives) are the same
 * mail and pass silently; two texts under one id are `repeated-message-id`.
 */
export function dropRepeats(messages: Message[]): Result<Message[]> {
  const kept = new Map<string, Message>()
  const problems: Problem[] = []
  for (const message of messages) {
    const other = kept.get(message.id)
    if (other === undefined) {
      kept.set(message.id, message)
      continue
    }
    const [better, worse] = isBetter(message, other) ? [message, other] : [other, message]
    kept.set(message.id, better)
    if (textOf(better).includes(textOf(worse).trimEnd())) continue
    problems.push({
      code: 'repeated-message-id',
      severity: 'warning',
      where: placeOf(worse),
      message: `two messages with different texts have this Message-ID; the one at ${placeOf(better)} is used, this one is left out`,
      whatToDo: 'Look at both; where this one is wanted, import it without the other.',
    })
  }
  return { value: [...kept.values()].sort(compareMessages), problems }
}
