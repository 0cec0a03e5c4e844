const greetings = new Set(['hi', 'hello', 'hey', 'dear', 'hi,', 'hello,', 'hey,'])
const thanks =
  /^(?:ok,? |great,? |perfect,? |awesome,? )?(?:many |big )?(?:thanks?|thank you|thx|ty)(?: a lot| very much| again| so much| in advance| for (?:the|your) (?:patch|review|report|update|work|feedback|fix|series|comments?))?[ ,.!]{0,3}$/i
const parting =
  /^(?:cheers|regards|br|hth|best|sincerely|(?:best|kind|warm|with best) (?:regards|wishes)|yours)[ ,.!]{0,3}$/i
const approval =
  /^(?:lgtm|nice|ack|looks? (?:very )?(?:good|ok|okay|fine|great|correct|sane|reasonable|nice)|makes sense|applied|queued|merged|nice (?:work|catch|cleanup|fix|one)|good (?:catch|work|idea)|well done|agreed?)(?: to me| now| then| otherwise| overall)?[ ,.!:)-]{0,4}$/i
const tag = /^[A-Z][A-Za-z-]{2,30}-by:\s|^(?:Fixes|Link|Closes|Cc|Acked|Reviewed|Tested):\s/

/** True where a line only greets, thanks, takes leave or gives a tag. */
export function isCourtesy(text: string): boolean {
  const line = text.trim()
  if (line.length > 80) return false
  const words = line.toLowerCase().split(/\s+/)
  if (greetings.has(words[0] ?? '') && words.length <= 4 && (words.length <= 2 || /[,!.:-]$/.test(line))) return true
  return thanks.test(line) || parting.test(line) || tag.test(line)
}

/** True where a line only approves: `LGTM`, `Looks good to me.` */
export function isApproval(text: string): boolean {
  return text.trim().length <= 60 && approval.test(text.trim())
}

/** True where a line is the sender's name, or a part of it, as people sign. */
export function isSignedName(text: string, sender: string): boolean {
  const name = text
    .replace(/[^\p{L}\p{N} .'-]/gu, '')
    .replace(/^-+\s{0,2}/, '')
    .trim()
    .toLowerCase()
  if (name === '' || name.length > 40) return false
  const whole = sender.toLowerCase()
  return name === whole || (name.length > 1 && whole.split(/[\s,]+/).includes(name))
}
