import { mayHoldTriplesOfAny, type NeededWords, needWords, readTriples } from '../text/letter-triples.ts'

/** What lines of code show, by project and language. One regular expression a technique; none with nested quantifiers. */
export const aligned =
  /\b_{2,4}cacheline\w*aligned\w*|\b[a-z]\w{0,20}_cache_?line_?aligned\b|\b__rte_cache_(?:min_)?aligned\b|\b__rte_aligned\s*\(|\b__aligned(?:_largest)?\s*\(|\b__aligned\s*$|\baligned\s*\(|\b_?alignas\s*[(<]|\b_Alignas\b|\b__declspec\s*\(\s*align|\b\w*(?:CACHE|THREAD|FOLLY|LINE|ATTR)_?\w*ALIGN\w*|\bALWAYS_ALIGN\b|\bALIGN(?:ED)?(?:_AS|_TO)?\s*\(\s*\w*(?:CACHE|LINE|64|128)|@(?:[\w.]+\.)?Contended\b|\bCache(?:Line|line)?_?(?:Padded|Aligned)\w*|\bcache_aligned\w*|hardware_destructive_interference_size|\brepr\([^)]{0,20}align\(|\b__cacheline_group_begin|^\s*\.\s*=\s*ALIGN\s*\(|\b[A-Z]+_ALIGN(?:ED)?\w*\s*\(\s*(?:64|128|\w*CACHE\w*|\w*LINE\w*)|\bDECLARE_(?:ALIGNED|CACHE)\w*|\bDEFINE_PER_CPU(?:_SHARED)?_ALIGNED|\bINTERNODE\w*ALIGN\w*|\bCLIB_CACHE_LINE_ALIGN_MARK/
export const notCacheline =
  /\b(?:__packed|aligned\s*\(\s*\(?\s*(?:1|2|4|8)\s*\)|aligned\s*\(\s*sizeof\s*\(\s*(?:u32|u64|__u64|u16|int|long|void \*)\s*\)\s*\)|ARCH_(?:DMA|KMALLOC)_MINALIGN|CRYPTO_MINALIGN|PAGE_SIZE)/
export const padName =
  /^_*(?:\w{0,12}_)?pad(?:ding)?s?_?\w{0,12}$|^p\d{1,3}$|^_$|^\w*(?:cache_?)?guard\d?$|^\w*[Pp]adding\w*$|^\w*_pad\d*_?$/
export const padMacro =
  /\b\w{0,20}_PADDING\s*\(|\bPADDED_MEMBERS\w*|\bRTE_CACHE_GUARD\b|\bCACHE_?LINE_?PAD\w*|\bCacheLinePad\w*|\bTHREAD_PAD\s*\(|\bCACHE_PAD\w*|\bWT_CACHE_LINE_PAD\w*|\bCACHELINE_PAD\w*|\bclass\s+\w*(?:Pad|Padding)\d*\b|extends\s+\w*(?:Pad|Padding|Padded)\w*\b/
export const perCpu =
  /\b(?:DEFINE|DECLARE)_PER_CPU\w*|\balloc_percpu\w*|\b__alloc_percpu\w*|\bnetdev_alloc_pcpu_stats|\bpercpu_counter\w*|\b__percpu\b|\bthis_cpu_\w+|\braw_cpu_\w+|\bper_cpu(?:_ptr)?\s*\(|\bper_cpu_ptr\b|\bthread_local\b|\b_Thread_local\b|\b__thread\b|\bThreadLocal\b|\bthread_local!|\bRTE_(?:DEFINE_)?PER_LCORE|\bRTE_LCORE_VAR\w*|\bCoreLocal\w*|\bpercpu_ref\w*|\bbig_?refs?_\w+|\bDE(?:CLARE|FINE)_LGLOCK\b|\blg_local_\w+|\bDE(?:CLARE|FINE)_BRLOCK\b|\bbr_(?:read|write)_lock\w*|\bfolly::ThreadLocal|\bget_cpu_ptr\s*\(|\bu64_stats_\w+|\bLongAdder\b|\blocal64?_(?:inc|add)\s*\(/
export const readMostly =
  /\b__read_mostly\b|\b__ro_after_init\b|\bDEFINE_PER_CPU_READ_MOSTLY\b|\bDECLARE_PER_CPU_READ_MOSTLY\b|\b__section_read_mostly|\bread_mostly\b|\b__cacheline_group_begin\w*\(\s*\w*,?\s*\w*read_mostly/
export const slabAlign =
  /\bSLAB_HWCACHE_ALIGN\b|\bposix_memalign\s*\(|\baligned_alloc\s*\(|\bmemalign\s*\(|\bx\w*alloc_cacheline\w*|\brte_\w*(?:alloc|zmalloc)\w*\s*\([^;]*(?:CACHE_LINE|cache_line)|\b(?:vec|pool|clib_mem)_\w*align\w*\s*\(|\b\w*(?:alloc|zalloc|calloc|new)_?\w*(?:aligned|cacheline)\w*\s*\(|\bha_aligned_\w+|\bDECLARE_STATIC_TYPED_POOL|\ballocateDirectAligned\w*|\w*cache_?line_?\w*\s*-\s*1\s*\)+\s*&\s*\(?\s*~|__alignof__\s*\(\s*struct|\bKMEM_CACHE_ALIGN\w*|\bALIGN\s*\(\s*sizeof[^;]*(?:cache_line|CACHE_BYTES)|\bL1_CACHE_ALIGN\s*\(|\b(?:L1_CACHE_BYTES|SMP_CACHE_BYTES|cache_line_size\(\))\s*\)\)\s*;/
export const staticKey =
  /\bDEFINE_STATIC_KEY\w*|\bDECLARE_STATIC_KEY\w*|\bstatic_branch_\w+|\bstatic_key_\w+|\bstatic_call\b/
export const rcu =
  /\brcu_read_lock\w*|\brcu_dereference\w*|\b\w+_rcu\s*\(|\bread_seq\w+|\bseqcount_\w+|\bread_seqretry|\bhlist_nulls\w*|\bsrcu_read_lock/
export const lockTaken =
  /\b(?:raw_)?(?:spin|read|write|mutex|down|rwlock)_(?:un)?lock\w*\s*\(|\bdown_(?:read|write)\w*\s*\(|\bup_(?:read|write)\w*\s*\(|\bpthread_\w+_lock\s*\(|\bHA_SPIN_(?:UN)?LOCK|\block_guard\b|\.lock\(\)/
export const nodeLocal =
  /\bk[mzvc]*alloc\w*_node\s*\(|\bkmem_cache_alloc_node|\bvmalloc_node|\bvzalloc_node|\balloc_pages_node|\brte_\w*alloc\w*_socket|\bcpu_to_node\s*\(|\bnuma_node_id\s*\(|\bnuma_mem_id\s*\(|\bfor_each_(?:online_)?node\b|\bnr_node_ids\b|\bMAX_NUMNODES\b|\bnuma_alloc\w*/
export const atomicWrite =
  /\b(?:raw_)?atomic\w*_(?:inc|dec|add|sub|set|xchg|cmpxchg|or|and)\w*\s*\(|\bh?list_(?:move|add|del)\w*\s*\(|\b(?:set|clear)_bit\s*\(|\brefcount_(?:inc|dec|add|sub)\w*\s*\(|\bkref_(?:get|put)\s*\(|\b\w+_(?:get|hold|put)\s*\(|(?:->|\.|_)\w*(?:\[[^\]]{0,60}\])?\)?\s*(?:\+\+|--|\+=)|^\s*(?:\+\+|--)\(?[\w>-]*(?:->|\.|_)|\bfetch_(?:add|sub|or|and)\s*\(|\bWRITE_ONCE\s*\(|\bspin_lock\w*\s*\(|->\w+\s*=\s*[^=]|\b_?HA_ATOMIC_(?:ADD|INC|SUB|DEC|STORE|OR|AND)\w*\s*\(|\bincrementAndGet|\bgetAndIncrement/

/** Room of whole lines that an allocation or an offset computation makes. */
export const lineRoom =
  /\b(?:max\w*|roundup|round_up|RTE_ALIGN\w*|ROUNDUP)\s*\([^;]*(?:L1_CACHE_BYTES|SMP_CACHE_BYTES|CACHE_?LINE\w*|cache_line_size)|[-+*=]\s*\(?\s*(?:\w+\.)?(?:CACHE_?LINE\w*|cacheLineSize)\b(?:\s*\*\s*2)?|\b(?:CACHE_?LINE\w*)\s*\*\s*\d/

/** Locks that are many behind one name: a reader or writer takes the one of its shard. */
export const shardedLock =
  /\bShardedLock\b|\bDashMap\b|\bStriped(?:<|Lock)|\bpercpu_rw_?sem\w*|\bpercpu_down_read\b|\bDistributedRWLock\w*|\bDE(?:FINE|CLARE)_BRLOCK\b/

/** Waiters that spin elsewhere or less often. */
export const spinWait =
  /\bmcs_\w+|\bosq_\w+|\bcpu_relax\s*\(|\bbackoff\w*\s*\(|\bspin_loop\s*\(|\bllist_(?:add|del_all)\w*\s*\(|\bqueued_(?:spin|read|write)_\w+/

/** Places that a language has its author number: C#. */
export const numberedPlace = /\bFieldOffset\s*\(|\bStructLayout\s*\([^)]*\bSize\s*=/

export const batchName = /BATCH|THRESHOLD/
export const batchSize = /^\s*#?\s*(?:define\s+)?\w*(?:BATCH|THRESHOLD)\w*\b/
export const localLimit = /\+\+\s*\)?\s*[>%&]=?\s*\w*(?:THRESH|BATCH|LIMIT|MAX|EVENTS)\w*/
export const lineName = /cache_?line|cache_aligned|CachePadded|Contended/i
export const shortWait = /^\s*(?:cpu_relax|udelay|ndelay)\s*\(/

/** Words of which each pattern needs one. */
export const neededOfCode: readonly [RegExp, NeededWords][] = [
  [aligned, needWords('align', 'declare_cache', 'contended', 'padded', 'destructive', 'cacheline_group')],
  [padMacro, needWords('pad', 'guard')],
  [
    perCpu,
    needWords(
      'cpu',
      'thread',
      'lcore',
      'corelocal',
      'lglock',
      'lg_local',
      'brlock',
      'br_read',
      'br_write',
      'bigref',
      'big_ref',
      'u64_stats',
      'longadder',
      'local',
    ),
  ],
  [readMostly, needWords('mostly', 'ro_after_init')],
  [slabAlign, needWords('align', 'cacheline', 'cache_line', 'cache_bytes', 'typed_pool')],
  [staticKey, needWords('static_')],
  [rcu, needWords('rcu', 'read_seq', 'seqcount', 'hlist_nulls')],
  [lockTaken, needWords('lock', 'down_', 'up_')],
  [nodeLocal, needWords('node', 'numa', 'socket')],
  [lineRoom, needWords('cache')],
  [shardedLock, needWords('shardedlock', 'dashmap', 'striped', 'percpu_', 'distributedrw', 'brlock')],
  [spinWait, needWords('mcs_', 'osq_', 'cpu_relax', 'backoff', 'spin_loop', 'queued_', 'llist_')],
  [numberedPlace, needWords('fieldoffset', 'structlayout')],
  [batchSize, needWords('batch', 'threshold')],
  [localLimit, needWords('thresh', 'batch', 'limit', 'max', 'events')],
  [lineName, needWords('cache', 'contended')],
  [shortWait, needWords('cpu_relax', 'udelay', 'ndelay')],
]

/** Whether a pattern stands in a line of code. */
export type AskLine = (pattern: RegExp, code: string) => boolean

/** Answers for the lines of one diff: a pattern none of whose words stands in any of them is not looked for. */
export function buildAsk(lines: Iterable<{ code: string }>): AskLine {
  const triples = readTriples('')
  for (const line of lines) readTriples(line.code, triples)
  const absent = new Set(
    neededOfCode.filter(([, words]) => !mayHoldTriplesOfAny(triples, words)).map(([pattern]) => pattern),
  )
  return (pattern, code) => !absent.has(pattern) && pattern.test(code)
}
