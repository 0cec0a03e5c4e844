import type { OwnLine } from '../text/own-lines.ts'

/** A sentence in which a maintainer says that the patch is in a tree: the tree as it is named, and the line it is on. */
type Taken = { tree: string | null; line: OwnLine }

const lead =
  /^(?:(?:ok(?:ay)?|great|good|nice|yes|yep|thanks?|thanks a lot|many thanks|thank you|(?:looks?|seems?) (?:good|fine|okay|ok|right|sane|correct)(?: to me)?|fair enough|hi|so|and)(?: [A-Z]\p{L}{1,30})?(?:[,.!:;]+|\s+-+)? +){0,3}/iu
const said =
  /^(?:i|we)(?:'ve| have|’ve)?(?: (?:now|just|already|also|(?:gone|went) ahead and|actually)){0,2} (?:applied|queued|merged|took|taken|picked|pulled|pushed|added|committed|landed|staged|included)\b/i
const short = /^(?:applied|queued|merged|took|taken|picked|pulled|pushed|added|committed|landed|staged)\b/i
const passive =
  /^(?:this|these|the|your|both|all)(?: of)?(?: the)? (?:patch(?:es)?|series|patchset|patch set|set|changes?|fix|version)(?: is| are| was| were| has been| have been)(?:(?: (?:now|already|just|also)){0,2} (?:applied|queued|merged|taken|picked|pulled|pushed|added|committed|landed|staged)\b| (?:now|already)(?= in ))/i
/** Of "it" and "this", which may be of the code, only what is done now. */
const pronoun =
  /^(?:it|this|these|they|both|all)(?:'s|’s| is| are| was| were| has been| have been) (?:now|already|just)(?: (?:applied|queued|merged|picked|pulled|pushed|committed|landed|staged)\b|(?= in ))/i
const object =
  /^(?: (?:up|it|this|these|them|those|both|all|everything|the|your|of|this one|whole|entire|remaining|first|last|rest|patch(?:es)?|series|patchset|set|version|change|fix|v?\d{1,3}(?:[-/,]\d{1,3})?|now|too|already|with|some|minor|small|tweaks?|edits?|fixups?|changes|\(\S{1,40}\))){0,7},?(?: thanks?,)? /i
/** A tree by its name, its branch or its release; a bare "tree" or "queue" is one where somebody's. */
const place =
  /^(?:in|into|to|onto|on|for|via|through) ((?:the|my|our|today's) )?(?:linux |kernel )?((?:[`'"]?[\w./+:#~-]{1,60}[`'"]? ){0,3}?(?:branch|tree|queue|repo|repository|next|fixes|trunk|mainline|master|main|pull request|merge window|for-[\w./-]{1,40}|[\w.-]{1,40}[-/](?:next|fixes|misc|tree|queue|devel|testing|current|git)|[\w.-]{1,40}\/[\w./-]{1,60}|-?rc\d{1,2}|v?\d{1,2}\.\d{1,3}(?:[.-][\w-]{1,20})?)(?: (?:branch|tree|queue|repo|repository|merge window|pull request|release|cycle))?)(?=$|[.,;:!)(]|\s*$|\s(?:-|thanks?|and|for|with|so|now|but|as|since|already|at|of|today|yesterday|\(|https?:))/i
const bare = /^(?:(?:wait|work|run|request|free|io) ?)?(?:branch|tree|queue|repo|repository|main|master|next)$/i
/** What follows a statement of a tester, or takes it back. */
const undone =
  /\?\s*$|\b(?:tested|boot(?:s|ed)?|tried|benchmark|measured|compiles?|compiled|builds?|built|fails?|failed|crash(?:es|ed)?|oops(?:es|ed)?|hangs?|conflicts?|drop(?:ped|ping)?|revert(?:ed|ing)?|removed?|backed out|locally|unless|if you|by mistake|reproduced?|still see)\b/i

/** Own lines as paragraphs. */
function* splitParagraphs(lines: readonly OwnLine[]): Generator<OwnLine[]> {
  let open: OwnLine[] = []
  for (const line of lines) {
    const last = open.at(-1)
    const goesOn = last === undefined || (last.part === line.part && last.line + 1 === line.line && open.length < 40)
    if (line.text.trim() === '' || !goesOn) {
      if (open.length > 0) yield open
      open = []
    }
    if (line.text.trim() !== '') open.push(line)
  }
  if (open.length > 0) yield open
}

/** The tree that a sentence says the patch is in; '' where it is named no more than "my tree". */
function findTree(sentence: string): string | null {
  const rest = sentence.replace(lead, '')
  for (const clause of [rest, ...rest.split(/, (?:so|and|but) |; ?|: /).slice(1, 4)]) {
    const verb = said.exec(clause) ?? passive.exec(clause) ?? pronoun.exec(clause) ?? short.exec(clause)
    if (verb === null) continue
    const after = clause.slice(verb[0].length)
    const to = after.slice(object.exec(`${after} `)?.[0].length ?? 0)
    const found = place.exec(to)
    const [whole = '', whose = 'the ', name = ''] = found ?? []
    if (found === null || undone.test(to.slice(whole.length))) continue
    const tree = name
      .replace(/[`'"]/g, '')
      .replace(/[.:]+$/, '')
      .trim()
    if (!bare.test(tree)) return tree
    if (/^(?:my|our)/i.test(whose)) return ''
  }
  return null
}

/**
 * "I took it into my 5.20 branch", "This is now queued in the tip tree": statements alone. A wish, an offer, a condition
 * or a question opens otherwise; who goes on to tell of a test of his own is no maintainer.
 */
export function findTaken(lines: readonly OwnLine[]): Taken | null {
  for (const paragraph of splitParagraphs(lines)) {
    const text = paragraph.map((line) => line.text.trim()).join(' ')
    let from = 0
    for (const sentence of text
      .slice(0, 4000)
      .split(/(?<=[.!?]) +(?=\p{Lu}|["'(])/u)
      .slice(0, 60)) {
      const tree = findTree(sentence)
      if (tree !== null) {
        const line = lineAt(paragraph, text.indexOf(sentence, from))
        if (line !== undefined) return { tree: tree || null, line }
      }
      from += sentence.length
    }
  }
  return null
}

function lineAt(paragraph: readonly OwnLine[], offset: number): OwnLine | undefined {
  let end = 0
  return paragraph.find((line) => {
    end += line.text.trim().length + 1
    return offset < end
  })
}
