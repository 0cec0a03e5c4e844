/**
 * Macros, annotations and functions by which cases are alike where they share no struct: the name shown, and the words
 * that spell it. Compared as plain text. A name that stands for several spellings names no one of them: the patch may
 * use the other.
 */
const idioms: readonly (readonly [string, ...string[]])[] = [
  ['____cacheline_aligned[_in_smp]', '____cacheline_aligned', '____cacheline_aligned_in_smp'],
  ['____cacheline_internodealigned_in_smp', '____cacheline_internodealigned_in_smp'],
  ['__cacheline_aligned[_in_smp]', '__cacheline_aligned', '__cacheline_aligned_in_smp'],
  ['__cacheline_group', '__cacheline_group_begin', 'CACHELINE_ASSERT_GROUP_MEMBER'],
  ['CACHELINE_PADDING or ZONE_PADDING', 'CACHELINE_PADDING', 'ZONE_PADDING'],
  ['__read_mostly', '__read_mostly', 'DEFINE_PER_CPU_READ_MOSTLY'],
  ['__ro_after_init', '__ro_after_init'],
  ['SLAB_HWCACHE_ALIGN', 'SLAB_HWCACHE_ALIGN'],
  ['percpu_counter', 'percpu_counter'],
  ['percpu_ref', 'percpu_ref'],
  ['per-CPU variable', 'DEFINE_PER_CPU', 'alloc_percpu', 'this_cpu_inc', 'this_cpu_add', 'this_cpu_ptr'],
  ['static key', 'static_branch_likely', 'static_branch_unlikely', 'static_key', 'DEFINE_STATIC_KEY_FALSE'],
  ['READ_ONCE', 'READ_ONCE'],
  ['WRITE_ONCE', 'WRITE_ONCE'],
  ['test_bit', 'test_and_set_bit', 'test_bit'],
  ['seqcount', 'seqcount_t', 'seqlock_t', 'read_seqcount_begin', 'seqcount'],
  ['RCU', 'rcu_dereference', 'kfree_rcu', 'rcu_read_lock'],
  ['refcount', 'refcount_t', 'refcount_inc', 'kref'],
  ['percpu_rwsem', 'percpu_rw_semaphore', 'percpu_down_read'],
  ['__rte_cache[_min]_aligned', '__rte_cache_aligned', '__rte_cache_min_aligned'],
  ['__aligned(CACHE_LINE_SIZE)', '__aligned(CACHE_LINE_SIZE)', '__exclusive_cache_line'],
  ['RTE_CACHE_GUARD', 'RTE_CACHE_GUARD'],
  ['@Contended', '@Contended', 'Contended'],
  ['CachePadded or alike', 'CachePadded', 'CacheAligned', 'CachelinePadded'],
  ['cpu.CacheLinePad', 'CacheLinePad'],
  ['alignas', 'alignas', '_Alignas'],
  [
    'std::hardware_destructive_interference_size',
    'hardware_destructive_interference_size',
    'hardware_destructive_interference',
  ],
  ['#[repr(align)]', 'repr(align'],
  ['LongAdder', 'LongAdder', 'Striped64'],
  ['thread_local', 'thread_local'],
]

const isWordPart = (letter: string | undefined): boolean => letter !== undefined && /[A-Za-z0-9_]/.test(letter)

/** True where the text holds the word and not only a longer one. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word), seen = 0; at >= 0 && seen < 1000; at = text.indexOf(word, at + 1), seen++)
    if (!isWordPart(text[at - 1]) && !isWordPart(text[at + word.length])) return true
  return false
}

/** The idioms that a text names, by the name shown. */
export function findIdioms(text: string): string[] {
  return idioms.filter(([, ...spellings]) => spellings.some((word) => holdsWord(text, word))).map(([name]) => name)
}
