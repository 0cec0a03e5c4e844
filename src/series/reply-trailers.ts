import type { Message, ThreadMessage, Trailer } from '../model/message.ts'
import { lookUp } from '../text/look-up.ts'
import { maskAddresses } from '../text/mask-addresses.ts'
import { ownLines } from '../text/own-lines.ts'

type Given = Trailer & { messageId: string }

const tagLine =
  /^\s{0,8}((?:Reviewed|Acked|Tested|Reported|Suggested|Co-developed|Debugged|Reviewed-and-tested|Reported-and-tested|Tested-and-reviewed|Acked-and-tested)-by):\s*(.{1,300})$/i
const tagName = /\b((?:reviewed|acked|tested|reviewed-and-tested)[- ]by|r-b|a-b|t-b|rb tag|ack)\b/i
const grant =
  /\b(?:you (?:can|may|could) (?:also )?(?:add|have|use|take|keep|put)|(?:feel|you're) free to (?:add|use|include|keep|carry|put|take)|(?:please )?(?:add|keep|include|retain|consider this) my|with (?:that|this|those|these)[^.]{0,60}(?:add|have) my|here(?:'s| is) my|consider it|you have my|add (?:a|the) [a-z]+-by (?:of|from) (?:me|mine))\b/i
const spelled: Record<string, string> = {
  'r-b': 'Reviewed-by',
  'a-b': 'Acked-by',
  't-b': 'Tested-by',
  'rb tag': 'Reviewed-by',
  ack: 'Acked-by',
}
const refused = /\b(?:not|n't|never|before|until|unless|once|if you|no longer|drop|remove)\b/i

function standardName(name: string): string {
  const low = name.toLowerCase().replace(' by', '-by')
  return lookUp(spelled, low) ?? `${low[0]?.toUpperCase() ?? ''}${low.slice(1)}`
}

/** The name alone of `Name <address>`; `me` and `myself` are the sender. */
function personOf(value: string, sender: string): string {
  const name = (value.split('<')[0] ?? '').replace(/["'#].*$/, '').trim()
  return name === '' || /^(?:me|myself)\b/i.test(name) ? sender : name
}

/** A tag granted in a sentence; the sentence may run on to the next line. */
function findProse(text: string, next: string): string | null {
  if (tagLine.test(text)) return null
  const both = `${text.trim()} ${next.trim()}`
  const at = grant.exec(both)
  if (at === null || at.index >= text.trim().length) return null
  const sentence = both.slice(at.index).split(/[.!?](?:\s|$)/)[0] ?? ''
  const before =
    both
      .slice(0, at.index)
      .split(/[.!?]\s/)
      .pop() ?? ''
  const name = tagName.exec(sentence)?.[1]
  return name === undefined || refused.test(`${before} ${sentence}`) ? null : standardName(name)
}

/**
 * The tags an answer gives, in trailer lines of its own (`Acked-by: me` too) and in prose ("you can add my
 * reviewed-by"). Quoted trailers are another's and give none. Values are masked.
 */
export function findGivenTrailers({ message }: ThreadMessage): Given[] {
  const found: Given[] = []
  const sender = message.from.name
  const lines = ownLines(message, 2000).filter((line) => !isInPatch(message, line.part, line.line))
  let told = -1
  for (const [at, line] of lines.entries()) {
    if (found.length >= 50) break
    const base = { part: line.part, line: line.line, messageId: message.id }
    const tag = tagLine.exec(line.text)
    if (tag) {
      const value = maskAddresses(line.text).slice(line.text.length - (tag[2] ?? '').length)
      found.push({
        ...base,
        name: standardName(tag[1] ?? ''),
        value,
        person: personOf(tag[2] ?? '', sender),
        prose: false,
      })
      continue
    }
    const name = findProse(line.text, lines[at + 1]?.text ?? '')
    // A sentence over two lines is one grant.
    if (name === null || told === at) continue
    told = at + 1
    const value = message.parts[line.part]?.lines[line.line - 1]?.trim() ?? ''
    found.push({ ...base, name, value, person: sender === '' ? null : sender, prose: true })
  }
  return found
}

function isInPatch(message: Message, part: number, line: number): boolean {
  const patch = message.patch
  return patch !== null && patch.part === part && line >= patch.startLine
}
