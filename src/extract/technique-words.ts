import type { Technique } from '../model/names.ts'
import { mayHoldAny, type NeededWords, needWords } from '../text/letter-triples.ts'
import { askedOf, type TextBlock } from './patch-text.ts'

/** Each technique with the words of which its pattern needs one. */
const technique: [Technique, NeededWords, RegExp][] = [
  [
    'check-before-write',
    needWords(
      'first',
      'only',
      'already',
      'before',
      'chang',
      'differ',
      'needed',
      'unnecessar',
      'needless',
      'redundant',
      'useless',
      'setting',
      'writing',
      'dirty',
      'updat',
      'storing',
      'same-timeout',
      'conditional',
      'test',
      'value',
      'read_once',
      'cmpxchg',
    ),
    /\b(?:check|test)\w*\b[^.;]{0,30}\bfirst\b[^.;]{0,30}\b(?:writ|set|updat|clear|modif|dirty|stor|mark)\w*|\b(?:set|write|store|update|clear|mark)s?\s+(?:it|them|the\s+\w+)\s+only\s+(?:if|when|where)\b|\b(?:when|if|though)\s+(?:it|they|the\s+\w+)\s+(?:is|are)\s+\w+\s+already\b|\balready\s+(?:been\s+)?(?:set|clear(?:ed)?|marked|true|the same|up to date|equal|there|dirty)\b|\b(?:check|test)(?:s|ing|ed)?\b[^.;]{0,60}\bbefore\b[^.;]{0,40}\b(?:writ|set|updat|clear|modif|dirty|stor|atomic|cmpxchg|tak|grab|touch|exchang)\w*|\bbeing\s+set\s+first\b|\bonly\s+(?:write|update|set|store|modify|dirty|clear)s?\b[^.;]{0,60}\b(?:if|when)\b|\bif\s+(?:it|the\s+value|its\s+value|they)\s+(?:has\s+|have\s+|is\s+|did\s+)?(?:not\s+|n't\s+|actually\s+|really\s+)?(?:chang|differ|different)\w*|\bwhen\s+(?:it\s+)?(?:actually\s+)?(?:changes|differs|needed)\b|\b(?:unnecessar(?:y|ily)|needless(?:ly)?|redundant(?:ly)?|useless(?:ly)?)\s+(?:writ|dirty|stor|updat|set)\w*|\b(?:avoid|skip|don'?t)\w*\s+(?:\w+\s+){0,2}(?:setting|writing|dirty(?:ing)?|updating|updat\w*|storing|overwriting|same-timeout)\b|\bconditional(?:ly)?\s+(?:writ|set|stor|updat)\w*|\btest\s+(?:and|then)\s+set\b|\bsame[\s-]value\b|\bdid not change\b|\bnot\s+(?:dirty|changed)\b|\bREAD_ONCE\b[^.;]{0,40}\bcheck|\bbefore\s+(?:attempting|trying|doing|issuing)\b[^.;]{0,30}\b(?:CAS|cmpxchg|atomic\w*|exchange|lock)\b|\b(?:look|read|peek)(?:s|ing)?\b[^.;]{0,40}\bbefore\b[^.;]{0,30}\b(?:cmpxchg|CAS|atomic\w*|exchang\w*|writ\w+|setting|lock\w*)|\bif not needed\b|\bunless\b[^.;]{0,40}\b(?:chang|differ)\w*/gi,
  ],
  [
    'batch-updates',
    needWords(
      'batch',
      'amorti',
      'coalesc',
      'accumulat',
      'limit',
      'lazily',
      'often',
      'bulk',
      'once',
      'threshold',
      'defer',
      'one at a time',
      'all ',
      'group',
      'in one',
      'at once',
    ),
    /\bbatch\w*|\bamorti[sz]\w*|\bcoalesc\w*|\baccumulat\w*|\brate[\s-]?limit\w*|\blazily\b|\bless\s+often\b|\bbulk(?:s|ed|ing)?\b|\bonce\s+per\b|\bthreshold\b[^.;]{0,40}\b(?:counter|updat|flush|fold|batch|stat)\w*|\b(?:rais|scal|increas|larg|bigg|widen|delta)\w*\s[^.;]{0,30}\bthreshold\b|\b(?:counter|updat|flush|fold|batch|stat)\w*[^.;]{0,40}\bthreshold\b|\bdefer(?:s|red|ring)?\b|\bat\s+most\s+once\b|\bonce\s+(?:a|every|in\s+a)\b|\bonce,?\s+(?:at|before|after|for\s+(?:all|several|many)|when)\b|\b(?:one\s+at\s+a\s+time|in\s+one\s+(?:go|step)|all\s+at\s+once)\b|\bgroup(?:s|ed|ing)?\s+(?:the\s+)?(?:alloc|free)\w*|\b(?:pop|drain|take|pull|handle|process|collect|grab)(?:s|ping|ing)?\s+(?:all|several|multiple)\b/gi,
  ],
  [
    'per-cpu',
    needWords('cpu', 'thread', 'core', 'worker', 'slot', 'session', 'strip', 'shard', 'longadder', 'counter'),
    /\bper[\s_-]?cpu\b|\bpercpu\w*|\bper[\s-](?:thread|core|lcore|worker|vcpu)\b|\bthread[\s-]local\b|\bcore[\s-]local\b|\bcpu[\s-]local\b|\bthread[\s-]specific\b|\blcore[\s-]variables?\b|\bper[\s-](?:slot|session|stripe|shard)\b|\bstrip(?:e[sd]?|ing)\b|\bLongAdder\b|\b(?:sharded|distributed|striped|split)\s+counters?\b/gi,
  ],
  ['pad', needWords('pad', 'guard'), /\bpad(?:s|ded|ding)?\b|\bguards?\b/gi],
  [
    'reorder-members',
    needWords('order', 'ara', 'arra', 'lay', 'organi', 'restructur', 'group', 'exchange', 'swap', 'mov', 'place'),
    /\bre-?order\w*|\brearr?a(?:ng|g)\w*|\bre-?lay-?out\w*|\bre-?organi[sz]\w*|\bre-?arrang\w*|\brestructur\w*|\bregroup\w*|\bexchange[sd]?\s+\w|\bswap(?:s|ped)?\b|(?<!\b(?:not|never)\s|n't\s)\bmov(?:e|es|ed|ing)\b[^.;]{0,60}\b(?:away|next to|close|beside|before|after|end|front|start|bottom|top|up|down|to|near|into)\b|\bgroup(?:s|ed|ing)?\b|\blayout\b|\bplace[sd]?\b/gi,
  ],
  [
    'split-struct',
    needWords('split', 'break', 'privati', 'separate', 'struct', 'into', 'over'),
    /\bsplit\w*\b[^.;]{0,60}\b(?:struct\w*|into|in two|out)\b|\bbreak(?:s|ing)?\b[^.;]{0,50}\binto\b|\bprivati[sz]\w*|\bseparate\s+(?:struct|structure|object|allocation)\w*|\b(?:mov|split|tak|pull|lift|factor|extract|separat)\w*\b[^.;]{0,60}\b(?:out of|from)\s+(?:the\s+)?struct\b|\binto\s+(?:its|their|a)\s+(?:own|new|separate)\s+(?:struct\w*|object)\b|\b(?:in|into|to|as)\s+(?:an?\s+)?struct\w*\s+of\s+(?:its|their)\s+own\b|\bover\s+(?:\w+\s+){0,2}(?:buckets|shards|stripes)\b/gi,
  ],
  [
    'split-lock',
    needWords('lock', 'grained', 'shard', 'sem', 'mutex'),
    /\bper[\s-](?:bucket|hash|entry|queue|node|zone|inode|sb|superblock|cluster|order|chain|partition|device|ring|slot)\b[^.;]{0,40}\b(?:spin)?locks?\b|lock\w*\s+(?:to|into|be|is|are)?\s*(?:a\s+)?per[\s-](?:sb|superblock|bucket|hash|entry|queue|node|zone|inode|cluster|cpu|partition|device|chain)\b|\b(?:split|break|divide)\w*\b[^.;]{0,40}\block\w*|\bmultiple\s+(?:spin)?locks\b|\block\s+(?:per|for each)\b|\bfine[r]?[\s-]grained\b|\bshard\w*|\b(?:separate|own|new)\s+(?:spin|rw)?(?:locks?|sem\b|semaphores?|mutex(?:es)?)\b/gi,
  ],
  [
    'lockless-read',
    needWords('lock', 'rcu', 'seqcount'),
    /\block-?\s?(?:less|free)(?:ly)?\b|\bRCU\b|\bseq(?:lock|count)\w*|\b(?:read|look|walk|count|travers|check|test|iterat|get|find|access|scan|run)\w*\b[^.;]{0,50}\bwithout\s+(?:taking|holding|acquiring|grabbing|the|a|any)\b[^.;]{0,30}\block\w*|\bavoid\w*\s+(?:the\s+)?lock\s+acquisition|\brcu_\w+/gi,
  ],
  [
    'numa-local',
    needWords('numa', 'node'),
    /\bNUMA\b|\bnode[\s-](?:local|aware)\b|\bper[\s-]node\b|\blocal\s+node\b|\b(?:right|same|home)\s+node\b/gi,
  ],
  [
    'slab-align',
    needWords('align'),
    /\bSLAB_HWCACHE_ALIGN\b|\b(?:kmem_cache|slab|pool|heap|malloc\w*|alloc\w*)\b[^.;]{0,60}\balign\w*|\balign\w*\b[^.;]{0,60}\b(?:alloc\w*|slab|kmem_cache|malloc\w*|pools?|heap|vectors?)\b/gi,
  ],
  [
    'group-read-mostly',
    needWords('mostly', 'ro_after_init', 'const', 'only', 'rodata'),
    /\b__read_mostly\b|\bread[\s_-]*mostly\b|\b__ro_after_init\b|\bconst(?:ify|ified|ant)?\b|\bread[\s-]only\s+(?:section|data)\b|\.rodata\b/gi,
  ],
  [
    'leave-read-mostly',
    needWords('mostly'),
    /\b(?:remov|drop|not|incorrect|wrong|un)\w*\s+(?:\w+\s+){0,2}__?read[\s_-]*mostly\b|\b__read_mostly\b[^.;]{0,40}\b(?:incorrect|wrong|bogus|misus)\w*/gi,
  ],
  [
    'remove-shared-read',
    needWords(
      'static',
      'label',
      'avoid',
      'touch',
      'read',
      'fetch',
      'load',
      'access',
      'cache',
      'copy',
      'copies',
      'first',
      'order',
      'check',
      'test',
    ),
    /\bstatic[\s_-]+(?:key|branch|call)s?\b|\bjump[\s-]+labels?\b|\bavoid\w*\s+(?:\w+\s+){0,2}(?:reading|loading|touching|accessing|read|load|dereferenc\w+)\b|\b(?:do not|don't)\s+(?:touch|read|load|access)\b|\bcached?\s+(?:copy|value)\b|\bcop(?:y|ies)\s+(?:\w+\s+){0,5}(?:value|size|flags?|pointer)\b|\b(?:keeps?|has|with)\s+a\s+copy\s+of\b|\buse\s+(?:an?\s+|the\s+)?cached\b|\blocal\s+copy\b|\bavoid\w*\s+(?:\w+\s+){0,3}cache[\s-]*(?:lines?\s+)?miss\w*|\b(?:read|load|touch|fetch|access)(?:s|ing|es)?\s+(?:a|the|its|another|that|one)\s+(?:\w+\s+)?(?:cache[\s-]*)?line\b|\b(?:check|test|compare)\w*\b[^.;]{0,30}\bfirst\b|\b(?:swap|reorder|change)\w*\s+(?:the\s+)?(?:order|checks?|tests?)\b/gi,
  ],
  [
    'remove-shared-write',
    needWords(
      'remov',
      'elimin',
      'elid',
      'kill',
      'skip',
      'avoid',
      'stop',
      'delet',
      'longer',
      'rid',
      'drop',
      'not',
      "n't",
      'ont',
      ' nt',
      'unneeded',
      'local',
    ),
    /\b(?:remov|elimin|elid|kill|skip|avoid|stop|delet)\w*\b[^.;]{0,50}\b(?:cmpxchg|counter|refcount\w*|reference\s+count\w*|atomics?|increment\w*|writes?|writing|updat\w+|dirty\w*|lock|inc|dec|ref\b|global)\w*|\bno\s+longer\b[^.;]{0,40}\b(?:writ|updat|increment|count|touch|tak|dirty)\w*|\bget\s+rid\s+of\b|\bdrop(?:s|ped|ping)?\s+(?:the|an?|this)\b|\b(?:do\s?n[o']?t|dont)\s+(?:chain|add|take|touch|put|insert|link|count|hash|update|bump|dirty|move)\b|\bunneeded\b|\bdo(?:es)?\s*n[o']t\s+(?:need|have)\s+to\s+(?:tak|writ|updat)\w*|\blocal\s+variable\b|\blocally\b/gi,
  ],
  [
    'align-member',
    needWords('align', 'cache'),
    /\balign(?:s|ed|ing)?\b[^.;]{0,50}\b(?:lock|member|field|counter|mutex|fields|members)\b|\b(?:member|field|lock)s?\b[^.;]{0,50}\balign\w*|\bown\s+cache[\s-]*line\b|\b(?:use|wrap\w*|in|with)\s+(?:\w+\s+)?CachePadded\b/gi,
  ],
  [
    'align-struct',
    needWords('align', 'cachepadded'),
    /\balign(?:s|ed|ing|ment)?\b[^.;]{0,40}\bstruct\w*|\bstruct\w*\b[^.;]{0,50}\balign\w*|\balign\w*\s+(?:the\s+)?per[\s-](?:thread|lcore|cpu)|^CachePadded\b/gi,
  ],
  [
    'other',
    needWords('spin', 'off', 'mcs', 'queue', 'cpu_relax', 'paus'),
    /\bspin(?:s|ning|ners?)\b[^.;]{0,40}\b(?:queue\w*|back-?off|wait\w*|MCS|loop)|\bback-?off\b|\bMCS\b|\bqueued?\s+(?:spin\w*|locks?)|\b(?:cpu_relax|paus(?:e|ing))\b/gi,
  ],
  [
    'align-global',
    needWords('align'),
    /\balign\w*\b[^.;]{0,40}\b(?:global|variable|array|table)s?\b|\bglobal\w*\b[^.;]{0,40}\balign\w*|\bsection\b[^.;]{0,40}\balign\w*/gi,
  ],
]

/** The words of which each technique's pattern needs one. */
export const neededOfTechniques = technique.map(([, words, pattern]) => [pattern, words] as const)

/** What the words give a technique, and the first place (outside the title, if any) that says it. */
export type WordScore = { points: number; inTitle: boolean; block: TextBlock; start: number; end: number }

/** Points the words give to each technique: a title weighs five times a mention, mentions count at most thrice. */
export function scoreTechniqueWords(blocks: TextBlock[]): Map<Technique, WordScore> {
  const scores = new Map<Technique, WordScore>()
  for (const [name, needed, pattern] of technique) {
    let points = 0
    let inTitle = false
    let first: { block: TextBlock; start: number; end: number } | null = null
    for (const block of blocks) {
      if (!mayHoldAny(askedOf(block), needed)) continue
      const found = firstMatches(block.text, pattern)
      if (found.length === 0) continue
      inTitle ||= block.where === 'title'
      points += block.where === 'title' ? 2.5 : block.where === 'comment' ? 0.3 : Math.min(1.5, found.length * 0.5)
      const match = found[0]
      if (match && (!first || first.block.where === 'title'))
        first = { block, start: match.index, end: match.index + match[0].length }
    }
    if (first) scores.set(name, { points, inTitle, ...first })
  }
  return scores
}

/** The first three matches: more say no more. */
function firstMatches(text: string, pattern: RegExp): RegExpExecArray[] {
  const out: RegExpExecArray[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match && out.length < 3; match = pattern.exec(text)) out.push(match)
  return out
}
