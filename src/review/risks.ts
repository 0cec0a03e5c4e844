import type { Technique } from '../model/names.ts'

/** What tends to go wrong with each technique, one sentence each, after the guides in `content/techniques/`. */
export const risks: Record<Technique, readonly string[]> = {
  'align-member': [
    'The attribute opens a line but does not close it: members that follow share it.',
    'It leaves a hole before the member; an exchange of two members may do the same for nothing.',
    'It binds the compiler, not the allocator: a heap object may start anywhere.',
  ],
  'align-struct': [
    'Structs that embed it grow and are aligned as well.',
    'It parts objects from each other and does nothing for members inside one.',
    'Some machines have 128-byte lines or fetch 64-byte lines in pairs.',
  ],
  'align-global': [
    'The start is aligned, the rest of the line stays open to the next symbol.',
    'Where the word itself is contended, alignment only moves the trouble.',
    'A read-mostly neighbour is better marked as such: that mends every conflict with it.',
  ],
  pad: [
    'A distance is no boundary: the start of the object decides.',
    'Filler goes stale when a neighbour changes its size; an assertion says what it is for.',
    'A compiler or VM may reorder or drop unused fields.',
  ],
  'reorder-members': [
    'The offsets hold for one configuration: lock debugging or PREEMPT_RT move them.',
    'The hot member meets new neighbours; the new line needs the same look as the old.',
    'Nothing keeps the next patch from undoing the order, unless an assertion does.',
  ],
  'split-struct': [
    'One more pointer to follow on the path that used to find it all in one place.',
    'Two allocations can fail, and live and end apart.',
    'The new part needs its own alignment, or it shares a line with a stranger.',
  ],
  'group-read-mostly': [
    'One word that is written often spoils the whole section.',
    'The annotation does nothing for a member of a struct.',
    'A flag that changes twice in a lifetime may be better as a static key.',
  ],
  'leave-read-mostly': [
    'The variable lands beside another reader of ordinary data.',
    'Someone puts the annotation back, unless a comment says why it went.',
  ],
  'per-cpu': [
    'Memory grows with CPUs times objects.',
    'A reader of the sum touches every CPU, and may see it stale or negative.',
    'CPUs that go away leave their share behind.',
  ],
  'check-before-write': [
    'Without READ_ONCE and WRITE_ONCE the compiler may drop the check.',
    'The atomic operation that is now skipped may have been a barrier.',
    'It pays only where the value seldom changes.',
  ],
  'batch-updates': [
    'The error grows with the number of CPUs.',
    'A limit is refused too early or overrun by what sits in the batches.',
    'Updates as large as the batch undo it.',
  ],
  'remove-shared-write': [
    'Somebody read it after all: statistics are an interface.',
    'The write may have implied an order, or fed a policy (recency, fairness).',
    'Some loads can get slower: the whole table counts, not its best row.',
  ],
  'remove-shared-read': [
    'A static key moves the cost to the switch, and cannot be switched anywhere.',
    'A cached copy needs a limit of its age.',
    'A check that came first may have guarded the second.',
  ],
  'split-lock': [
    'More locks need an order, and a way to take them all.',
    'Locks packed side by side share lines again.',
    'A skewed load still meets on one of them.',
  ],
  'lockless-read': [
    'Something else must keep alive what the lock kept alive.',
    'A reference count taken right after writes a shared word all the same.',
    'Words that must agree need a sequence count, and writers get slower.',
  ],
  'slab-align': [
    'The start is aligned, the hot member is still where its offset puts it.',
    'Small objects: the allocator may halve the alignment, two to a line.',
    'Every object grows to the next line.',
  ],
  'numa-local': [
    'One machine says little: the number of nodes belongs beside the number.',
    'Nodes without memory, and CPUs that arrive later, need a fallback.',
    'Within a large node one word is still contended.',
  ],
  other: [],
}

/** The risks of a technique and of the second one, each once, at most `most`. */
export function findRisks(technique: Technique, second: Technique | null, most = 5): string[] {
  const own = risks[technique]
  const others = second === null || second === technique ? [] : risks[second]
  return [...own, ...others.slice(0, 2)].slice(0, most)
}
