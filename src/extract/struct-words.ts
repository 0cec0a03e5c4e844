/** Words that follow "struct" in prose and name none: "the struct is", "a struct hole", "struct layout". */
const words = new Set(
  'a an the this that these which it its itself and or but of is are was were be been being has have had will would can could may in into on onto to from for by at as with without than so then now before after holes hole size sizes layout alignment padding member members field fields pointer pointers definition contents object objects remains remained stays stay stayed keeps grows grew grow shrinks shrank shrink changes changed change becomes fits fit spans contains holds takes goes gets starts begins ends does did do not only also slightly still already up down bigger larger smaller'.split(
    ' ',
  ),
)

/** True where a word behind "struct" can be its name. */
export const isStructName = (word: string): boolean => word.includes('_') || !words.has(word.toLowerCase())

/**
 * Types that link, lock or queue other objects and are members everywhere, as kernels, BSDs and QEMU name them. A mail
 * that takes the size of one, or names it, is not about it; a diff that changes its own members is.
 */
const plumbing =
  /^(?:(?:h|ll?|s|d|q|st)?list_(?:head|node|entry)|hlist_(?:bl|nulls)_(?:head|node)|plist_(?:head|node)|klist(?:_node)?|rb_(?:node|root(?:_cached)?)|interval_tree_node|rcu_head|callback_head|(?:delayed_|rcu_)?work(?:_struct)?|timer_list|hrtimer|completion|wait_queue_(?:head|entry)|wait_bit_queue_entry|swait_queue(?:_head)?|kref|refcount_struct|(?:raw_)?spinlock(?:_t)?|(?:q)?rwlock(?:_t)?|qspinlock|(?:rt_)?mutex|(?:percpu_)?(?:rw_)?semaphore|seqcount(?:_\w{1,20})?|seqlock(?:_t)?|lockdep_map|lock_class_key|srcu_struct|percpu_(?:ref|counter)|tasklet_struct|LIST_HEAD|TAILQ_ENTRY|QTAILQ_ENTRY|mtx|sx|rmlock)$/

/** True for a type that objects are linked, locked or queued by. */
export const isPlumbing = (name: string): boolean => plumbing.test(name)
