import type { Technique } from '../model/names.ts'
import type { TextBlock } from './patch-text.ts'

/** What the words of a patch can point at. */
export type Cue =
  | 'claim'
  | 'pseudo'
  | 'bounce'
  | 'separate'
  | 'shared'
  | 'aligned'
  | 'read-mostly'
  | 'contention'
  | 'written'
  | 'locality'
  | 'straddle'
  | 'size'
  | 'dma'
  | 'config'
  | 'prefetch'
  | 'page-level'
  | 'cleanup'
  | 'tool'
  | 'infrastructure'
  | 'passing'
  | 'parties'
export type CueHit = { cue: Cue; block: TextBlock; start: number; end: number }

const line = '(?:(?:l1|l2|cpu|(?:32|64|128)[\\s-]*bytes?|64B|data|memory)[\\s-]+)?cache[\\s_-]*lines?'
const near = (a: string, b: string, gap = 60) => `(?:${a})[^.;]{0,${gap}}?(?:${b})`
const re = (...parts: string[]) => new RegExp(parts.join('|'), 'gi')

/** Any spelling of false sharing: "false cacheline sharing", "falsely share", "false-shared", `FalseSharing`. */
export const claimPattern =
  /\bfalse[\s_-]*(?:(?:cpu|l1|memory|data|internode)[\s-]+)?(?:cache[\s_-]*(?:lines?)?[\s_-]*|lines?\s+)?shar(?:ing|ed|es|e)\b|\bfalsely[\s-]+(?:cache[\s-]*line[\s-]+)?shar(?:e[sd]?|ing)\b|\bshare[sd]?\s+(?:a\s+)?(?:cache[\s-]*lines?\s+)?falsely\b/gi

const cues: [Cue, RegExp][] = [
  ['claim', claimPattern],
  [
    'pseudo',
    re(
      '\\bpseudo[\\s-]*sharing\\b',
      '\\bcache[\\s-]*line\\s+(?:interference|conflicts?|collisions?)\\b',
      '\\bdestructive(?:ly)? interfere\\w*',
    ),
  ],
  [
    'bounce',
    re(
      `${line}[\\s-]*(?:ping[\\s-]?pong\\w*|bounc\\w*|contention|contended|thrash\\w*|trash\\w*|transfers?|transitions?|invalidat\\w*|steal\\w*|migrat\\w*|dirtying|dirtied|pollut\\w*|ownership|hot[\\s-]?spots?|traffic)\\b`,
      near(
        '\\b(?:bounc(?:e|es|ed|ing)(?!\\s+buffer)|ping[\\s-]?pong\\w*|thrash\\w*|dirt(?:y|ies|ied|ying)|invalidat\\w+|contend(?:s|ed|ing)?|contention|fight(?:s|ing)?|trash(?:es|ing)?|pollut\\w*|pull(?:s|ed|ing)?|steal\\w*)\\b',
        `\\b${line}\\b`,
        70,
      ),
      near(
        `\\b${line}\\b`,
        '\\b(?:bounc(?:e|es|ed|ing)|ping[\\s-]?pong\\w*|thrash\\w*|dirt(?:y|ied|ying)|invalidat\\w+|contended|contention|exclusive(?:ly)?|hot)\\b',
        60,
      ),
      `\\b(?:hot|busy|contended|dirty|dirtied|modified|shared)\\s+${line}\\b`,
      '\\b(?:HITMs?|cross[- ](?:node|socket|cpu)\\s+(?:traffic|transfers?)|coheren(?:ce|cy)\\s+(?:traffic|misses|storm))\\b',
      '\\b(?:bounc|ping[\\s-]?pong|dirty)(?:e|es|ed|ing)?\\s+(?:the\\s+|this\\s+|that\\s+|its\\s+)?(?:\\w+\\s+)?line\\b|\\blines?\\s+(?:is\\s+|are\\s+)?(?:bounc|ping[\\s-]?pong)\\w*',
      '\\bcache[\\s-]*(?:bounc\\w+|ping[\\s-]?pong\\w*|contention|thrashing)\\b',
    ),
  ],
  [
    'separate',
    re(
      `\\b(?:its|their|own|separate|seperate|separete|different|distinct|dedicated|another|private|unique|individual)\\s+(?:own\\s+|separate\\s+|aligned\\s+|isolated\\s+)?${line}\\b`,
      near(
        "\\b(?:not|n't|never|no longer|avoid\\w*|prevent\\w*|stop\\w*|don't|cannot|without)\\b",
        `\\bshar(?:e|es|ing|ed)\\b[^.;]{0,40}${line}`,
        50,
      ),
      near('\\b(?:isolat\\w+|separat\\w+|segregat\\w+|split\\w*|apart|away from)\\b', `\\b${line}\\b`, 80),
      near(`\\b${line}\\b`, '\\b(?:isolat\\w+|separat\\w+|away from|apart|to (?:itself|themselves))\\b', 60),
      '\\b(?:away|apart|separated?|isolated?)\\s+from\\s+[^.;]{0,40}\\b(?:hot|written|modified|writes?|updat\\w+|dirt\\w+|lock|counters?|write-hot|frequently|read[- ]mostly|read[- ]only)\\b',
      near('\\bpad(?:s|ded|ding)?\\b', `\\b${line}\\b`, 60),
      `\\b(?:off|out of|outside(?:\\s+of)?|from)\\s+(?:the|this|that|its)\\s+(?:[\\w-]+\\s+){0,4}${line}\\b`,
    ),
  ],
  [
    'shared',
    re(
      near(
        '\\b(?:shar(?:e|es|ed|ing)|sits?|lives?|lands?|falls?|occup(?:y|ies)|resid\\w+|located|placed|ends? up|end up|next to|neighbou?r\\w*)\\b',
        `\\b(?:same|a|one|common|single|this|that|the)\\s+${line}\\b`,
        60,
      ),
      `\\bsame\\s+${line}\\b`,
      `\\b${line}\\s+(?:with|as|shared|sharing)\\b`,
      `\\bshar(?:e|es|ed|ing)\\s+(?:an?\\s+|the\\s+)?${line}`,
      `\\b(?:in|on)\\s+(?:one|the\\s+same|a\\s+single)\\s+${line}`,
      `\\b(?:next|adjacent|close|beside|neighbou?r\\w*)\\s+(?:to\\s+)?(?:\\w+\\s+){0,3}(?:frequently|often|hot|heavily|contended)\\b`,
    ),
  ],
  [
    'aligned',
    re(
      `\\b${line}[\\s_-]*(?:align|pad)\\w*`,
      near('\\b(?:mis)?align(?:s|ed|ing|ment)?\\b', `\\b(?:${line}|cache)\\b`, 50),
      near(`\\b${line}\\b`, '\\balign\\w*\\b', 30),
      '\\bcache[\\s-]+align\\w*|\\b_*cacheline_(?:internode)?aligned\\w*|\\bSLAB_HWCACHE_ALIGN\\b|\\bCachePadded\\b|@Contended\\b|\\b__read_mostly\\b',
    ),
  ],
  [
    'read-mostly',
    re(
      '\\b(?:__)?read[\\s_-]*mostly\\b',
      '\\bmostly[\\s-]+read(?:[\\s-]only)?\\b',
      '\\b(?:rarely|seldom|never|hardly(?: ever)?|infrequently)\\s+(?:written|modified|changed?|updated|changing)\\b',
      '\\bread[\\s-]only\\b',
    ),
  ],
  [
    'contention',
    re(
      '\\bcontention\\b',
      '\\bcontended\\b',
      '\\bcontend(?:s|ing)?\\b',
      '\\bscalab\\w+',
      '\\bbottleneck\\b',
      "\\bdoes(?: not|n't) scale\\b",
    ),
  ],
  [
    'written',
    re(
      '\\b(?:frequently|often|constantly|heavily|always|repeatedly|concurrently|regularly)\\s+(?:\\w+\\s+)?(?:written|modified|changed|updated|dirtied|writes?|updates?)\\b',
      '\\bwrite[\\s-]+(?:hot|heavy|mostly)\\b',
      '\\bwritten\\s+(?:to\\s+)?(?:very\\s+)?(?:often|frequently|by (?:other|another|remote|different|multiple|every|each|many))\\b',
      '\\bdirt(?:y|ies|ied|ying)\\b',
    ),
  ],
  [
    'locality',
    re(
      near(
        '\\b(?:fit(?:s|ting)?|pack(?:ed|s|ing)?|stays?|keep(?:s|ing)?|plac(?:e|es|ed|ing)|puts?|group(?:ed|s|ing)?|together|holds?|bring\\w*|mov(?:e|es|ed|ing))\\b',
        `\\b(?:in|into|within|on|to|onto|inside)\\s+(?:exactly\\s+|just\\s+)?(?:an?|one|the(?:\\s+same)?|same|a single|single)\\s+${line}`,
        70,
      ),
      `\\b(?:fewer|less|number of|amount of|extra|additional)\\s+${line}|\\b(?:one|two|a)\\s+${line}\\s+(?:miss\\w*|touched|accessed|per|less|used|loads?|fetch\\w*|read)`,
      '\\b(?:cache[\\s-]+|data[\\s-]+)?locality\\b',
      '\\bcache[\\s-]*(?:line[\\s-]*)?(?:miss(?:es)?|footprint|efficien\\w+|usage|utili[sz]\\w+|friendl\\w+|layout)\\b',
      '\\btouch(?:es|ed|ing)?\\s+(?:\\w+\\s+){0,2}cache[\\s-]*lines?',
      '\\bcloser?\\s+(?:together|to)\\b',
      '\\b(?:used|accessed)\\s+together\\b',
    ),
  ],
  [
    'straddle',
    re(
      `\\b(?:span(?:s|ning|ned)?|straddl\\w+|cross(?:es|ed|ing)?|chop(?:s|ped)?|split(?:s|ting)?)\\b[^.;]{0,50}\\b(?:${line}|boundar\\w+)\\b`,
      `\\b(?:within|fits? (?:in|into)|stays? (?:in|within))\\s+(?:one|a single|a|exactly one)\\s+${line}\\b`,
      `\\bsplit\\s+across\\b`,
    ),
  ],
  [
    'size',
    re(
      '\\bsav(?:e|es|ed|ing)\\s+(?:\\w+\\s+){0,3}(?:bytes?|memory|space|kB|KB|MB|words?)\\b',
      '\\b(?:reduc|shrink|decreas|cut|trim|slim)\\w*\\s+(?:\\w+\\s+){0,4}(?:size|sizeof|footprint|memory|holes?|padding|bytes)\\b',
      '\\b(?:eliminat|remov|fill|plug|clos|avoid|kill)\\w*\\s+(?:\\w+\\s+){0,5}(?:holes?|padding)\\b',
      '\\b(?:pack|packing|packed|repack)\\s+(?:the\\s+|struct\\s+)',
      '\\bwast(?:e|es|ed|ing)\\b',
      '\\bshrink(?:s|ing)?\\b',
      '\\btext size\\b|\\bcode size\\b|\\bshorter\\s+(?:instructions?|offsets?|encoding)',
    ),
  ],
  [
    'dma',
    re(
      '\\bDMA\\b',
      '\\bdma_\\w+',
      '\\bARCH_(?:DMA|KMALLOC)_MINALIGN\\b',
      '\\bnon-?coherent\\b',
      '\\bcache[\\s-]+(?:maintenance|flush\\w*|clean\\w*|invalidation)\\b',
      '\\bclflush\\w*|\\bclwb\\b|\\bdcbf\\b',
      '\\bbounce[\\s-]+buffers?\\b|\\bswiotlb\\b',
      '\\bcorrupt(?:s|ed|ion|ing)?\\b',
      '\\bflush\\w*\\s+(?:the\\s+)?(?:\\w+\\s+)?cache[\\s-]*lines?',
      '\\bwrite-?back\\b',
    ),
  ],
  [
    'config',
    re(
      `\\b${line}\\s+(?:size|length)\\b`,
      '\\bL1_CACHE_(?:BYTES|SHIFT)\\b',
      '\\bcache_line_size\\s*\\(',
      '\\bcpuid\\b',
    ),
  ],
  ['prefetch', re('\\bprefetch(?:es|ed|ing|w|er|ers)?\\b')],
  [
    'page-level',
    re(
      near('\\b(?:huge\\s*)?pages?\\b', 'false(?:ly)?[\\s-]+shar\\w+', 50),
      near('\\bfalse(?:ly)?[\\s-]+shar\\w+', '\\b(?:huge\\s*)?pages?\\b(?!\\s*(?:_|counter|pool|allocator))', 50),
      '\\bpage[\\s-]+(?:level|granular\\w*|based)\\b[^.;]{0,40}shar\\w+',
      '\\bencrypted\\b|\\bdecrypted\\b',
    ),
  ],
  [
    'cleanup',
    re(
      '\\bno functional change\\w*',
      '\\brename[sd]?\\b|\\brenaming\\b',
      '\\bclean-?\\s?ups?\\b',
      '\\bconvert\\w*\\s+to\\b',
      '\\bmacro\\s+replacement\\b|\\breplace[sd]?\\s+(?:\\w+\\s+){0,3}macros?\\b',
      '\\btypos?\\b|\\bspelling\\b|\\bkernel-?doc\\b|\\bsparse warning|\\bcheckpatch\\b',
    ),
  ],
  ['tool', re('\\bperf[\\s-]+c2c\\b', '\\bperf[\\s-]+(?:mem|script|report|tool)\\b', '\\bpahole\\b')],
  [
    'infrastructure',
    re(
      '\\b(?:add|introduce|provide|define|declare|new)\\w*\\s+(?:\\w+\\s+){0,4}(?:macros?|section|attribute|type|constant|helper|annotation)\\b',
    ),
  ],
  [
    'parties',
    re(
      '\\b(?:different|other|another|multiple|several|many|all|two|remote|concurrent|neighbou?ring)\\s+(?:[\\w-]+\\s+)?(?:cpus?|threads?|tasks?|cores?|processors?|lcores?|sockets?|nodes?|process(?:es)?)\\b',
    ),
  ],
  [
    'passing',
    re(
      '\\b(?:while (?:at it|here|(?:we are|I was) (?:at it|here|there))|as a (?:side|bonus)|also,?\\s+this|incidentally|by the way|btw|side[- ]effect|in passing|future\\s+(?:work|patch)|(?:later|follow[- ]?up|subsequent|next|separate)\\s+patch\\w*|could (?:later|also)|(?:is|are|was|were) (?:out of scope|not addressed))\\b',
    ),
  ],
]

const maxHits = 400

/** Every cue in the given blocks, in the table's order; at most 400. */
export function findCues(blocks: TextBlock[]): CueHit[] {
  const hits: CueHit[] = []
  for (const block of blocks)
    for (const [cue, pattern] of cues)
      for (const match of block.text.matchAll(pattern)) {
        if (hits.length >= maxHits) return hits
        const isDenied = cue === 'claim' && isNegated(block.text, match.index, match.index + match[0].length)
        if (!isDenied) hits.push({ cue, block, start: match.index, end: match.index + match[0].length })
      }
  return hits
}

/** "there is no false sharing here", "not about false sharing": said of something that is not there. */
function isNegated(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 60), start).replace(/\s+/g, ' ')
  const after = text.slice(end, end + 40).replace(/\s+/g, ' ')
  if (
    /\b(?:not|isn't|never|wasn't|nothing)\s+(?:\w+\s+){0,2}(?:about|to do with|due to|caused by|related to|because of|an?|suffer(?:ing)? from|from|see|observe|prone to)\s+(?:any\s+)?$/i.test(
      before,
    )
  )
    return true
  return (
    /\b(?:is|was|there's|has|have|causes?|sees?|introduces?|shows?)\s+(?:\w+\s+)?no\s+$/i.test(before) &&
    !/\bmore\b/i.test(after.slice(0, 8))
  )
}

const technique: [Technique, RegExp][] = [
  [
    'check-before-write',
    /\b(?:check|test)\w*\b[^.;]{0,30}\bfirst\b[^.;]{0,30}\b(?:writ|set|updat|clear|modif|dirty|stor|mark)\w*|\b(?:set|write|store|update|clear|mark)s?\s+(?:it|them|the\s+\w+)\s+only\s+(?:if|when|where)\b|\b(?:when|if|though)\s+(?:it|they|the\s+\w+)\s+(?:is|are)\s+\w+\s+already\b|\balready\s+(?:been\s+)?(?:set|clear(?:ed)?|marked|true|the same|up to date|equal|there|dirty)\b|\b(?:check|test)(?:s|ing|ed)?\b[^.;]{0,60}\bbefore\b[^.;]{0,40}\b(?:writ|set|updat|clear|modif|dirty|stor|atomic|cmpxchg|tak|grab|touch|exchang)\w*|\bbeing\s+set\s+first\b|\bonly\s+(?:write|update|set|store|modify|dirty|clear)s?\b[^.;]{0,60}\b(?:if|when)\b|\bif\s+(?:it|the\s+value|its\s+value|they)\s+(?:has\s+|have\s+|is\s+|did\s+)?(?:not\s+|n't\s+|actually\s+|really\s+)?(?:chang|differ|different)\w*|\bwhen\s+(?:it\s+)?(?:actually\s+)?(?:changes|differs|needed)\b|\b(?:unnecessar(?:y|ily)|needless(?:ly)?|redundant(?:ly)?|useless(?:ly)?)\s+(?:writ|dirty|stor|updat|set)\w*|\b(?:avoid|skip|don'?t)\w*\s+(?:\w+\s+){0,2}(?:setting|writing|dirty(?:ing)?|updating|updat\w*|storing|overwriting|same-timeout)\b|\bconditional(?:ly)?\s+(?:writ|set|stor|updat)\w*|\btest\s+(?:and|then)\s+set\b|\bsame[\s-]value\b|\bdid not change\b|\bnot\s+(?:dirty|changed)\b|\bREAD_ONCE\b[^.;]{0,40}\bcheck|\bbefore\s+(?:attempting|trying|doing|issuing)\b[^.;]{0,30}\b(?:CAS|cmpxchg|atomic\w*|exchange|lock)\b|\bif not needed\b|\bunless\b[^.;]{0,40}\b(?:chang|differ)\w*/gi,
  ],
  [
    'batch-updates',
    /\bbatch\w*|\bamorti[sz]\w*|\bcoalesc\w*|\baccumulat\w*|\brate[\s-]?limit\w*|\blazily\b|\bless\s+often\b|\bin\s+bulk\b|\bbulk\b|\bonce\s+per\b|\bthreshold\b|\bdefer(?:s|red|ring)?\b/gi,
  ],
  [
    'per-cpu',
    /\bper[\s_-]?cpu\b|\bpercpu\w*|\bper[\s-](?:thread|core|lcore|worker|vcpu)\b|\bthread[\s-]local\b|\bcore[\s-]local\b|\bcpu[\s-]local\b|\bthread[\s-]specific\b|\blcore[\s-]variables?\b/gi,
  ],
  ['pad', /\bpad(?:s|ded|ding)?\b|\bguards?\b/gi],
  [
    'reorder-members',
    /\bre-?order\w*|\brearr?a(?:ng|g)\w*|\bre-?lay-?out\w*|\bre-?organi[sz]\w*|\bre-?arrang\w*|\brestructur\w*|\bregroup\w*|\bexchange[sd]?\s+\w|\bswap(?:s|ped)?\b|\bmov(?:e|es|ed|ing)\b[^.;]{0,60}\b(?:away|next to|close|beside|before|after|end|front|start|bottom|top|up|down|to|near|into)\b|\bgroup(?:s|ed|ing)?\b|\blayout\b|\bplace[sd]?\b/gi,
  ],
  [
    'split-struct',
    /\bsplit\w*\b[^.;]{0,60}\b(?:struct\w*|into|in two|out)\b|\bbreak(?:s|ing)?\b[^.;]{0,50}\binto\b|\bprivati[sz]\w*|\bseparate\s+(?:struct|structure|object|allocation)\w*|\b(?:out of|from)\s+(?:the\s+)?struct\b|\binto\s+(?:its|their|a)\s+(?:own|new|separate)\s+(?:struct\w*|object)\b/gi,
  ],
  [
    'split-lock',
    /\bper[\s-](?:bucket|hash|entry|queue|node|zone|inode|sb|superblock|cluster|order|chain|partition|device|ring|slot)\b[^.;]{0,40}\b(?:spin)?locks?\b|lock\w*\s+(?:to|into|be|is|are)?\s*(?:a\s+)?per[\s-](?:sb|superblock|bucket|hash|entry|queue|node|zone|inode|cluster|cpu|partition|device|chain)\b|\b(?:split|break|divide)\w*\b[^.;]{0,40}\block\w*|\bmultiple\s+(?:spin)?locks\b|\block\s+(?:per|for each)\b|\bfine[r]?[\s-]grained\b|\bshard\w*|\bseparate\s+(?:spin)?locks?\b|\bown\s+(?:spin)?lock\b/gi,
  ],
  [
    'lockless-read',
    /\block-?\s?(?:less|free)(?:ly)?\b|\bRCU\b|\bseq(?:lock|count)\w*|\bwithout\s+(?:taking|holding|acquiring|grabbing|the|a|any)\b[^.;]{0,30}\block\w*|\bavoid\w*\s+(?:the\s+)?lock\s+acquisition|\brcu_\w+/gi,
  ],
  [
    'numa-local',
    /\bNUMA\b|\bnode[\s-](?:local|aware)\b|\bper[\s-]node\b|\blocal\s+node\b|\b(?:right|same|home)\s+node\b/gi,
  ],
  [
    'slab-align',
    /\bSLAB_HWCACHE_ALIGN\b|\b(?:kmem_cache|slab|pool|heap|malloc\w*|alloc\w*)\b[^.;]{0,60}\balign\w*|\balign\w*\b[^.;]{0,60}\b(?:alloc\w*|slab|kmem_cache|malloc\w*|pools?|heap|vectors?)\b/gi,
  ],
  [
    'group-read-mostly',
    /\b__read_mostly\b|\bread[\s_-]*mostly\b|\b__ro_after_init\b|\bconst(?:ify|ified|ant)?\b|\bread[\s-]only\s+(?:section|data)\b|\.rodata\b/gi,
  ],
  [
    'leave-read-mostly',
    /\b(?:remov|drop|not|incorrect|wrong|un)\w*\s+(?:\w+\s+){0,2}__?read[\s_-]*mostly\b|\b__read_mostly\b[^.;]{0,40}\b(?:incorrect|wrong|bogus|misus)\w*/gi,
  ],
  [
    'remove-shared-read',
    /\bstatic[\s_-]+(?:key|branch|call)s?\b|\bjump[\s-]+labels?\b|\bavoid\w*\s+(?:\w+\s+){0,2}(?:reading|loading|touching|accessing|read|load|dereferenc\w+)\b|\b(?:do not|don't)\s+(?:touch|read|load|access)\b|\bcached?\s+(?:copy|value)\b|\buse\s+(?:an?\s+|the\s+)?cached\b|\blocal\s+copy\b|\b(?:check|test|compare)\w*\b[^.;]{0,30}\bfirst\b|\b(?:swap|reorder|change)\w*\s+(?:the\s+)?(?:order|checks?|tests?)\b/gi,
  ],
  [
    'remove-shared-write',
    /\b(?:remov|elimin|elid|kill|skip|avoid|stop|delet)\w*\b[^.;]{0,50}\b(?:cmpxchg|counter|refcount\w*|reference\s+count\w*|atomics?|increment\w*|writes?|writing|updat\w+|dirty\w*|lock|inc|dec|ref\b|global)\w*|\bno\s+longer\b[^.;]{0,40}\b(?:writ|updat|increment|count|touch|tak|dirty)\w*|\bget\s+rid\s+of\b|\bdrop(?:s|ped|ping)?\s+(?:the|an?|this)\b|\b(?:do\s?n[o']?t|dont)\s+(?:chain|add|take|touch|put|insert|link|count|hash|update|bump|dirty)\b|\bunneeded\b|\bdo(?:es)?\s*n[o']t\s+(?:need|have)\s+to\s+(?:tak|writ|updat)\w*|\blocal\s+variable\b/gi,
  ],
  [
    'align-member',
    /\balign(?:s|ed|ing)?\b[^.;]{0,50}\b(?:lock|member|field|counter|mutex|fields|members)\b|\b(?:member|field|lock)s?\b[^.;]{0,50}\balign\w*|\bown\s+cache[\s-]*line\b|\b(?:use|wrap\w*|in|with)\s+(?:\w+\s+)?CachePadded\b/gi,
  ],
  [
    'align-struct',
    /\balign(?:s|ed|ing|ment)?\b[^.;]{0,40}\bstruct\w*|\bstruct\w*\b[^.;]{0,50}\balign\w*|\balign\w*\s+(?:the\s+)?per[\s-](?:thread|lcore|cpu)|^CachePadded\b/gi,
  ],
  [
    'align-global',
    /\balign\w*\b[^.;]{0,40}\b(?:global|variable|array|table)s?\b|\bglobal\w*\b[^.;]{0,40}\balign\w*|\bsection\b[^.;]{0,40}\balign\w*/gi,
  ],
]

/** What the words give a technique, and the first place (outside the title, if any) that says it. */
export type WordScore = { points: number; inTitle: boolean; block: TextBlock; start: number; end: number }

/** Points the words give to each technique: a title weighs five times a mention, mentions count at most thrice. */
export function scoreTechniqueWords(blocks: TextBlock[]): Map<Technique, WordScore> {
  const scores = new Map<Technique, WordScore>()
  for (const [name, pattern] of technique) {
    let points = 0
    let inTitle = false
    let first: { block: TextBlock; start: number; end: number } | null = null
    for (const block of blocks) {
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
  for (const match of text.matchAll(pattern)) {
    out.push(match)
    if (out.length === 3) break
  }
  return out
}
