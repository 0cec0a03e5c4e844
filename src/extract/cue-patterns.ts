import { type NeededWords, needWords } from '../text/letter-triples.ts'
import type { Cue } from './words.ts'

const line = '(?:(?:l1|l2|cpu|(?:32|64|128)[\\s-]*bytes?|64B|data|memory)[\\s-]+)?cache[\\s_-]*lines?'
const near = (a: string, b: string, gap = 60) => `(?:${a})[^.;]{0,${gap}}?(?:${b})`
/** "takes the line away", "the line travels": no other line is taken or travels. */
const bareLine =
  "\\b(?:take?s?|took|taking|steal\\w*|stole|bring\\w*|brought|grab\\w*|pull\\w*(?!\\s+in\\b)|transfer\\w*|invalidat\\w*|dirt\\w+)\\s+(?:\\w+\\s+){0,2}(?:the|this|that|its|whose|same)\\s+(?:[\\w'’]+\\s+){0,2}lines?\\b|\\blines?\\s+(?:travel\\w*|migrat\\w+|changes?\\s+(?:owner|hands)|(?:has|is|was|gets?)\\s+(?:just\\s+|then\\s+)?(?:been\\s+)?(?:brought|taken|dirtied|invalidated|stolen|exclusive))\\b"
const writes =
  '(?:increment\\w*|decrement\\w*|bump\\w*|updat\\w*|writ(?:e|es|ing|ten)|wrote|stor(?:e|es|ed|ing)|dirt(?:y|ies|ied)|modif\\w*|reset|atomic\\w*(?:\\(\\))?|changed)'
const everyone = '(?:each|every|all|any|both|other|another|multiple|remote|different|many|several)'
const re = (...parts: string[]) => new RegExp(parts.join('|'), 'gi')

/** Any spelling of false sharing: "false cacheline sharing", "falsely share", "false-shared", `FalseSharing`. */
export const claimPattern =
  /\bfalse[\s_-]*(?:(?:cpu|l1|memory|data|internode)[\s-]+)?(?:cache[\s_-]*(?:lines?)?[\s_-]*|lines?\s+)?shar(?:ing|ed|es|e)\b|\bfalsely[\s-]+(?:cache[\s-]*line[\s-]+)?shar(?:e[sd]?|ing)\b|\bshare[sd]?\s+(?:a\s+)?(?:cache[\s-]*lines?\s+)?falsely\b/gi

const cues: [Cue, NeededWords, RegExp][] = [
  ['claim', needWords('fals'), claimPattern],
  [
    'pseudo',
    needWords('pseudo', 'interfer', 'conflict', 'collision', 'prefetch'),
    re(
      '\\bpseudo[\\s-]*sharing\\b',
      '\\bcache[\\s-]*line\\s+(?:interference|conflicts?|collisions?)\\b',
      '\\bdestructive(?:ly)? interfere\\w*',
      // two lines fetched as a pair are one line to their writers
      '\\b(?:adjacen(?:t|cy)|next|spatial)[\\s-]+(?:[\\w-]+[\\s-]+){0,2}prefetch\\w*',
    ),
  ],
  [
    'bounce',
    needWords('line', 'cache', 'contended', 'sharing', 'hitm', 'cross', 'coheren'),
    re(
      `${line}[\\s-]*(?:ping[\\s-]?pong\\w*|bounc\\w*|contention|contended|thrash\\w*|trash\\w*|transfers?|transitions?|invalidat\\w*|steal\\w*|migrat\\w*|dirtying|dirtied|pollut\\w*|ownership|hot[\\s-]?spots?|traffic)\\b`,
      near(
        '\\b(?:bounc(?:e|es|ed|ing)(?!\\s+buffer)|ping[\\s-]?pong\\w*|thrash\\w*|dirt(?:y|ies|ied|ying)|invalidat\\w+|contend(?:s|ed|ing)?|contention|fight(?:s|ing)?|trash(?:es|ing)?|pollut\\w*|pull(?:s|ed|ing)?(?!\\s+in\\b)|steal\\w*)\\b',
        `\\b${line}\\b`,
        70,
      ),
      near(
        `\\b${line}\\b`,
        '\\b(?:bounc(?:e|es|ed|ing)|ping[\\s-]?pong\\w*|thrash\\w*|dirt(?:y|ied|ying)|invalidat\\w+|contended|contention|exclusive(?:ly)?|hottest|on fire|in turn|travel\\w*|changes?\\s+(?:owner|hands))\\b',
        60,
      ),
      `\\b(?:hottest|busy|contended|dirty|dirtied|modified|shared)\\s+(?:remote\\s+)?${line}\\b`,
      bareLine,
      '\\bcontended\\s+(?:\\w+\\s+)?(?:atomic\\w*|counters?|words?|variables?|refcount\\w*)|\\btrue[\\s-]+sharing\\b',
      near('\\bwait(?:s|ed|ing)?\\s+(?:for|on)\\b', `\\b${line}\\b`, 20),
      '\\b(?:HITMs?|cross[- ](?:node|socket|cpu)\\s+(?:traffic|transfers?)|coheren(?:ce|cy)\\s+(?:traffic|misses|storm))\\b',
      '\\b(?:bounc|ping[\\s-]?pong|dirty)(?:e|es|ed|ing)?\\s+(?:the\\s+|this\\s+|that\\s+|its\\s+)?(?:\\w+\\s+)?lines?\\b|\\blines?\\s+(?:is\\s+|are\\s+)?(?:bounc|ping[\\s-]?pong)\\w*',
      '\\bcache[\\s-]*(?:bounc\\w+|ping[\\s-]?pong\\w*|contention|thrashing)\\b',
    ),
  ],
  [
    'separate',
    needWords('line', 'away', 'apart', 'separate', 'isolate'),
    re(
      `\\b(?:its|their|own|separate|seperate|separete|different|distinct|dedicated|another|private|unique|individual)\\s+(?:own\\s+|separate\\s+|aligned\\s+|isolated\\s+)?${line}\\b`,
      near(
        "\\b(?:not|n't|never|no longer|avoid\\w*|prevent\\w*|stop\\w*|don't|cannot|without)\\b",
        `\\bshar(?:e|es|ing|ed)\\b[^.;]{0,40}${line}`,
        50,
      ),
      '\\b(?:never|not|no longer)\\s+share\\s+(?:a|the|one)\\s+line\\b',
      near(
        '\\b(?:isolat\\w+|separat\\w+|segregat\\w+|split\\w*(?!\\s+(?:between|in|across|over)\\s+(?:two|2|several|multiple|cache))|apart|away from)\\b',
        `\\b${line}\\b`,
        80,
      ),
      near(`\\b${line}\\b`, '\\b(?:isolat\\w+|separat\\w+|away from|apart|to (?:itself|themselves))\\b', 60),
      '\\b(?:away|apart|separated?|isolated?)\\s+from\\s+[^.;]{0,40}\\b(?:hot|written|modified|writes?|updat\\w+|dirt\\w+|lock|counters?|write-hot|frequently|read[- ]mostly|read[- ]only)\\b',
      `\\bnot\\s+(?:be\\s+|sit\\s+|live\\s+)?(?:in|on)\\s+(?:the|a|one)\\s+(?:same\\s+)?${line}\\b`,
      near('\\bpad(?:s|ded|ding)?\\b(?!:)', `\\b${line}\\b`, 60),
      `\\b(?:off|out of|outside(?:\\s+of)?|from)\\s+(?:the|this|that|its)\\s+(?:[\\w-]+\\s+){0,4}${line}\\b`,
    ),
  ],
  [
    'shared',
    needWords('line', 'frequently', 'often', 'hot', 'heavily', 'contended'),
    re(
      near(
        '\\b(?:shar(?:e|es|ed|ing)|sits?|lives?|lands?|falls?|occup(?:y|ies)|resid\\w+|located|placed|ends? up|end up|next to|neighbou?r\\w*)\\b',
        `\\b(?:same|a|one|common|single|this|that|the)\\s+${line}\\b`,
        60,
      ),
      `\\bsame\\s+${line}\\b`,
      `\\b${line}\\s+(?:with|as|shared|sharing)\\b`,
      '\\b(?:in|on|to|with)\\s+(?:the|that)\\s+(?:same\\s+)?lines?\\s+(?:of|as|with)\\b',
      `\\bshar(?:e|es|ed|ing)\\s+(?:an?\\s+|the\\s+)?${line}`,
      `\\b(?:in|on)\\s+(?:one|the\\s+same|a\\s+single)\\s+${line}`,
      // of a cache only where the diff aligns or moves: the weight alone does not reach
      '\\bshare[sd]?\\s+(?:a|one|the|this|that|its)\\s+lines?\\b|\\b(?:its|their)\\s+own\\s+lines?\\b|\\blines?\\s+of\\s+(?:its|their)\\s+own\\b',
      `\\b(?:next|adjacent|close|beside|neighbou?r\\w*)\\s+(?:to\\s+)?(?:\\w+\\s+){0,3}(?:frequently|often|hot|heavily|contended)\\b`,
    ),
  ],
  [
    'aligned',
    needWords('cache', 'contended', 'mostly'),
    re(
      `\\b${line}[\\s_-]*(?:align|pad)\\w*`,
      near('\\b(?:mis)?align(?:s|ed|ing|ment)?\\b', `\\b(?:${line}|cache)\\b`, 50),
      near(`\\b${line}\\b`, '\\balign\\w*\\b', 30),
      '\\bcache[\\s-]+align\\w*|\\b_*cacheline_(?:internode)?aligned\\w*|\\bSLAB_HWCACHE_ALIGN\\b|\\bCachePadded\\b|@Contended\\b|\\b__read_mostly\\b',
    ),
  ],
  [
    'read-mostly',
    needWords('mostly', 'only', 'rarely', 'seldom', 'never', 'hardly', 'infrequently'),
    re(
      '\\b(?:__)?read[\\s_-]*mostly\\b',
      '\\bmostly[\\s-]+read(?:[\\s-]only)?\\b',
      '\\b(?:rarely|seldom|never|hardly(?: ever)?|infrequently)\\s+(?:written|modified|changed?|updated|changing)\\b',
      '\\bread[\\s-]only\\b',
    ),
  ],
  [
    'contention',
    needWords('conten', 'serializ', 'scal', 'bottleneck'),
    re(
      '\\bcontention\\b',
      '\\bserializ\\w+',
      '\\bcontended\\b',
      '\\bcontend(?:s|ing)?\\b',
      '\\bscalab\\w+',
      '\\bbottleneck\\b',
      "\\bdoes(?: not|n't) scale\\b",
    ),
  ],
  [
    'written',
    needWords(
      'increment',
      'decrement',
      'bump',
      'updat',
      'writ',
      'wrote',
      'stor',
      'dirt',
      'modif',
      'reset',
      'atomic',
      'changed',
    ),
    re(
      '\\b(?:frequently|often|constantly|heavily|always|repeatedly|concurrently|regularly)\\s+(?:\\w+\\s+)?(?:written|modified|changed|updated|dirtied|writes?|updates?)\\b',
      '\\bwrite[\\s-]+(?:hot|heavy|mostly)\\b',
      '\\bwritten\\s+(?:to\\s+)?(?:very\\s+)?(?:often|frequently|by (?:other|another|remote|different|multiple|every|each|many))\\b',
      '\\bdirt(?:y|ies|ied|ying)\\b',
      `\\b${line}\\s+(?:with|as)\\b[^.;]{0,50}\\b(?:written|modified|updated|changed|bumped)\\b`,
      // "x is read for each packet, y is written by the peer"
      '\\b(?:is|are)\\s+(?:only\\s+|often\\s+|mostly\\s+)?(?:read|loaded)\\b[^.;]{0,70}\\b(?:is|are)\\s+(?:written|updated|bumped|modified|incremented)\\b',
      '\\b(?:is|are)\\s+(?:written|updated|bumped|modified|incremented)\\b[^.;]{0,70}\\b(?:is|are)\\s+(?:only\\s+|often\\s+|mostly\\s+)?(?:read|loaded)\\b',
      near(`\\b${writes}`, `\\b(?:on|by|for|at|from|in|with|to)\\s+(?:\\w+\\s+)?${everyone}\\b`, 50),
      near(
        `\\b${everyone}\\s+(?:[\\w-]+\\s+)?(?:cpus?|cores?|lcores?|threads?|nodes?|sockets?|workers?)\\b`,
        `\\b${writes}`,
        50,
      ),
    ),
  ],
  [
    'locality',
    needWords('cache', 'locality', 'close', 'together'),
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
      `\\b(?:sav|trim|spar)\\w*\\s+(?:\\w+\\s+){0,3}(?:an?|one|two|\\d)\\s+${line}`,
      '\\bcloser?\\s+(?:together|to)\\b',
      '\\b(?:used|accessed)\\s+together\\b',
    ),
  ],
  [
    // sharing that is wanted
    'together',
    needWords('same', 'one'),
    re(
      `\\b(?:ensur\\w+|make sure|guarantee\\w*|only works?|works? only|wants?|ought to|suppos\\w+)\\b(?:(?!\\b(?:not|never|no|don|avoid)\\b|n't)[^.;]){0,90}\\b(?:in|on|within)\\s+(?:the\\s+same|one|a\\s+single)\\s+${line}`,
    ),
  ],
  [
    'straddle',
    needWords('line', 'boundar', 'split'),
    re(
      `\\b(?:span(?:s|ning|ned)?|straddl\\w+|cross(?:es|ed|ing)?|chop(?:s|ped)?|split(?:s|ting)?)\\b[^.;]{0,50}\\b(?:${line}|boundar\\w+)\\b`,
      `\\b(?:within|fits? (?:in|into)|stays? (?:in|within))\\s+(?:one|a single|a|exactly one)\\s+${line}\\b`,
      `\\bsplit\\s+across\\b`,
    ),
  ],
  [
    'size',
    needWords(
      'sav',
      'size',
      'footprint',
      'memory',
      'hole',
      'padding',
      'bytes',
      'pack',
      'wast',
      'shrink',
      'shorter',
      'cache',
    ),
    re(
      '\\b(?:sav|shav)(?:e|es|ed|ing)\\s+(?:\\w+\\s+){0,3}(?:bytes?|memory|space|kB|KB|MB|words?)\\b',
      '\\b(?:reduc|shrink|decreas|cut|trim|slim)\\w*\\s+(?:\\w+\\s+){0,4}(?:size|sizeof|footprint|memory|holes?|padding|bytes)\\b',
      '\\b(?:eliminat|remov|fill|plug|clos|avoid|kill)\\w*\\s+(?:\\w+\\s+){0,5}(?:holes?|padding)\\b',
      '\\b(?:pack|packing|packed|repack)\\s+(?:the\\s+|struct\\s+)',
      `\\b(?:(?:re)?claim|shrink|free|win|gain)s?\\b[^.;]{0,20}\\b(?:one|an?|two)\\s+(?:full\\s+|whole\\s+)?${line}`,
      '\\b(?:in|into)\\s+(?:the\\s+|an?\\s+)?(?:new\\s+|existing\\s+|\\d[\\s-]*bytes?\\s+)?hole\\b',
      '\\bwast(?:e|es|ed|ing)\\b',
      '\\bshrink(?:s|ing)?\\b',
      '\\btext size\\b|\\bcode size\\b|\\bshorter\\s+(?:instructions?|offsets?|encoding)',
    ),
  ],
  [
    'dma',
    needWords(
      'dma',
      'minalign',
      'coherent',
      'cache',
      'clflush',
      'clwb',
      'dcbf',
      'bounce',
      'swiotlb',
      'corrupt',
      'back',
    ),
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
    needWords('cache', 'cpuid'),
    re(
      `\\b${line}\\s+(?:size|length)\\b`,
      '\\bL1_CACHE_(?:BYTES|SHIFT)\\b',
      '\\bcache_line_size\\s*\\(',
      '\\bcpuid\\b',
    ),
  ],
  ['prefetch', needWords('prefetch'), re('\\bprefetch(?:es|ed|ing|w|er|ers)?\\b')],
  [
    'page-level',
    needWords('shar', 'crypted', 'numa'),
    re(
      near('\\b(?:huge\\s*)?pages?\\b', 'false(?:ly)?[\\s-]+shar\\w+', 50),
      near('\\bfalse(?:ly)?[\\s-]+shar\\w+', '\\b(?:huge\\s*)?pages?\\b(?!\\s*(?:_|counter|pool|allocator))', 50),
      '\\bpage[\\s-]+(?:level|granular\\w*|based)\\b[^.;]{0,40}shar\\w+',
      '\\bencrypted\\b|\\bdecrypted\\b',
      '\\bNUMA\\s+(?:hinting|balancing|false)\\b',
    ),
  ],
  [
    'cleanup',
    needWords('functional', 'renam', 'clean', 'convert', 'macro', 'typo', 'spelling', 'kernel', 'sparse', 'checkpatch'),
    re(
      '\\bno functional change\\w*',
      '\\brename[sd]?\\b|\\brenaming\\b',
      '\\bclean-?\\s?ups?\\b',
      '\\bconvert\\w*\\s+to\\b',
      '\\bmacro\\s+replacement\\b|\\breplace[sd]?\\s+(?:\\w+\\s+){0,3}macros?\\b',
      '\\btypos?\\b|\\bspelling\\b|\\bkernel-?doc\\b|\\bsparse warning|\\bcheckpatch\\b',
    ),
  ],
  [
    'tool',
    needWords('perf', 'pahole'),
    re('\\bperf[\\s-]+c2c\\b', '\\bperf[\\s-]+(?:mem|script|report|tool)\\b', '\\bpahole\\b'),
  ],
  [
    'infrastructure',
    needWords('macro', 'section', 'attribute', 'type', 'constant', 'helper', 'annotation'),
    re(
      '\\b(?:add|introduce|provide|define|declare|new)\\w*\\s+(?:\\w+\\s+){0,4}(?:macros?|section|attribute|type|constant|helper|annotation)\\b',
    ),
  ],
  [
    'parties',
    needWords(
      'cpu',
      'thread',
      'task',
      'core',
      'processor',
      'socket',
      'node',
      'process',
      'worker',
      'reader',
      'writer',
      'backend',
      'remote',
    ),
    re(
      '\\b(?:different|other|another|multiple|several|many|all|two|remote|concurrent|neighbou?ring)\\s+(?:[\\w-]+\\s+)?(?:cpus?|threads?|tasks?|cores?|processors?|lcores?|sockets?|nodes?|process(?:es)?|workers?|readers?|writers?|backends?)\\b',
      '\\bbetween\\s+(?:the\\s+)?(?:cpus|cores|lcores|threads|sockets|nodes|workers)\\b|\\bremote(?:ly)?\\b',
    ),
  ],
  [
    'purpose',
    needWords(
      'speculat',
      'spectre',
      'side',
      'timing',
      'bound',
      'free',
      'race',
      'kcsan',
      'ubsan',
      'kasan',
      'fortify',
      'lockdep',
      'coccinelle',
      'smatch',
      'coverity',
      ' -W',
      'flexible',
      'torn',
      'power',
      'persist',
      'simd',
      'avx',
      'sse',
      'movaps',
      'vmovdq',
      'requires',
      'needs',
      'wants',
      'expects',
      'doorbell',
      'wqe',
      'lock',
      'page',
      'memcpy',
      'memset',
      'memmove',
      'doc',
    ),
    re(
      '\\bspeculat\\w+|\\bspectre\\b|\\bside[\\s-]channel|\\btiming\\s+attack|\\bout[\\s-]of[\\s-]bounds?\\b|\\buse[\\s-]after[\\s-]free\\b|\\bdata[\\s-]race\\b',
      '\\b(?:KCSAN|UBSAN|KASAN|FORTIFY\\w*|lockdep|coccinelle|smatch|coverity)\\b|(?:^|\\s)-W[a-z][\\w-]+|\\bflexible[\\s-]arrays?\\b',
      '\\btorn\\b|\\bpower[\\s-](?:failure|loss|cut)\\b|\\bpersist\\w*',
      '\\b(?:SIMD|AVX\\w*|SSE\\d?|movaps|vmovdq\\w+)\\b|\\b(?:device|hardware|firmware|HW)\\s+(?:requires|needs|wants|expects)\\b|\\bdoorbells?\\b|\\bWQEs?\\b',
      '\\b(?:deadlock|livelock)s?\\b|\\b(?:copy|clear)_(?:user_)?page\\b|\\bmem(?:cpy|set|move)\\b|\\bdoc\\s?tests?\\b',
    ),
  ],
  [
    'passing',
    needWords(
      'while',
      'bonus',
      'side',
      'also',
      'incidentally',
      'way',
      'btw',
      'passing',
      'future',
      'patch',
      'could',
      'scope',
      'addressed',
    ),
    re(
      '\\b(?:while (?:at it|here|(?:we are|I was) (?:at it|here|there))|as a (?:side|bonus)|also,?\\s+this|incidentally|by the way|btw|side[- ]effect|in passing|future\\s+(?:work|patch)|(?:later|follow[- ]?up|subsequent|next|separate)\\s+patch\\w*|could (?:later|also)|(?:is|are|was|were) (?:out of scope|not addressed))\\b',
    ),
  ],
]

const mentions: [Cue, NeededWords, RegExp][] = [
  ['mention', needWords('cache'), re(`\\b${line}\\b`, '\\bcache[\\s-]+align\\w*')],
  [
    'apart',
    needWords('away', 'apart', 'off', 'out', 'elsewhere', 'separat'),
    re(
      '\\b(?:mov(?:e|es|ed|ing)|keep(?:s|ing)?|put(?:s|ting)?|plac(?:e|es|ing)|shift(?:s|ing)?)\\b[^.;]{0,80}\\b(?:away|apart|off|out of|elsewhere|separately)\\b',
      '\\bseparat(?:e|es|ed|ing)\\b',
    ),
  ],
]

/** Each cue with the words of which its pattern needs one, and the pattern: what says more first. */
export const cuePatterns = [...cues, ...mentions]
