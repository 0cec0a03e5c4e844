import { emptyTags, type SubjectTags } from '../model/message.ts'

const replyWord = /^(?:re|aw|sv|antw|回复|答复)(?:\[\d{1,3}\])?\s*[:：]\s*/i
const forwardWord = /^(?:fwd?|wg|转发)\s*[:：]\s*/i
/** `PATCH1/8 title`, `PATCH v2 3/5: title`: no brackets at all. */
const bareTag = /^PATCH\s{0,3}(?:v\d{1,3}\s{1,3})?(?:\d{1,4}\s?\/\s?\d{1,4}\s?:?|:)\s*/i

/** A subject taken apart: `Re:`, `[RFC PATCH net-next v4 7/9]` and the like, then the title. What is not stated is null. */
export function parseSubject(subject: string): SubjectTags {
  const found = emptyTags()
  let rest = subject.slice(0, 4000).replace(/\s+/g, ' ').trim()
  for (let step = 0; step < 20; step++) {
    const taken = takeWord(rest, found)
    if (taken === 0) break
    rest = rest.slice(taken).trimStart()
  }
  // "[PATCH] 6/6 title": the place outside the bracket, as in old mail
  const place = /^(\d{1,3})\/(\d{1,3})(?:\s*:\s*|\s+)(?=\S)/.exec(rest)
  if (place && found.isPatch && found.index === null && Number(place[1]) <= Number(place[2])) {
    found.index = Number(place[1])
    found.total = Number(place[2])
    rest = rest.slice(place[0].length)
  }
  found.title = rest
  return found
}

/** Length of the prefix at the start of `rest`, noted in `found`; 0 where the title begins. */
function takeWord(rest: string, found: SubjectTags): number {
  const reply = replyWord.exec(rest)
  if (reply) found.isReply = true
  const forward = reply ? null : forwardWord.exec(rest)
  if (forward) found.isForward = true
  const word = reply ?? forward
  if (word) return word[0].length
  const bracket = /^\[([^[\]]{0,300})\]:?/.exec(rest)
  if (bracket && bracket[0].length < rest.length) {
    takeBracket(bracket[1] ?? '', found)
    return bracket[0].length
  }
  const bare = bareTag.exec(rest)
  if (!bare) return 0
  takeBracket(bare[0].replace(/:\s*$/, ''), found)
  return bare[0].length
}

function takeBracket(text: string, found: SubjectTags): void {
  const spaced = text
    .replace(/(\d)\s+\/\s+(\d)/g, '$1/$2')
    .replace(/PATCH(?=\d)/gi, 'PATCH ')
    .replace(/\b(PATCH|RFC)(?=v\d)/gi, '$1 ')
    .replace(/\bRFC\/PATCH\b|\bPATCH\/RFC\b/gi, 'RFC PATCH')
  const words = spaced.split(/[\s,;]+/).filter((word) => word !== '')
  const left = words.filter((word) => !takeTag(word, found))
  if (left.length === words.length) found.tags.push(text.trim())
  else found.tags.push(...left)
}

function takeTag(word: string, found: SubjectTags): boolean {
  const version = /^v(?:er(?:sion)?\.?)?(\d{1,3})(?:\.\d{1,2})?$/i.exec(word)
  const place = /^#?(\d{1,4})\/(\d{1,4})$/.exec(word)
  if (/^PATCH(?:ES|SET)?$/i.test(word)) found.isPatch = true
  else if (/^RFC$/i.test(word)) found.rfc = true
  else if (/^RE-?(?:SEND|POST)$/i.test(word)) found.resend = true
  else if (version)
    found.version ??= Number(version[1]) || null // v0 comes before v1, as no number does
  else if (place) {
    found.index ??= Number(place[1])
    found.total ??= Number(place[2])
    found.isPatch = true
  } else return false
  return true
}
