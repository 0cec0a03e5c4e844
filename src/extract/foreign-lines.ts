import type { TextBlock, TextLine } from './text-blocks.ts'

const profile =
  /^\s*\d+(?:\.\d+)?\s+\d+\.\d+%\s+\S+\s+\[|^\s*[|+\-`\s]*\d{1,3}\.\d{1,4}%\s+(?:\S+\s+)?(?:\[[k.]\]|\[kernel|\S+\s+\[)|^\s*[|\s]*[|`-]-{1,3}\s?\d+\.\d+%|^\s*[|+\-\s]*\d{1,3}\.\d{1,4}%\s{2,12}(?:-\s*)?\d{0,3}\.?\d*%?\s*\[?[a-z_.]{3,}[\w.]*\]?\s*(?:$|\[|\S+\s*$)/i
const robotHead = /%stddev\s+%change|%reproduction|^\s*\\\s+\|\s+\\|^={20,}$/
const layout =
  /\/\*\s+\d+\s+\d+\s*\*\/|cacheline \d+ boundary|^\s*\/\* (?:size|padding|sum (?:bitfield )?members|last cacheline|bit_padding|paddings|forced align\w*|holes|member types with holes): \d+|^\s*\/\* XXX |\/\* size: \d+/
const c2c =
  /^\s*(?:#\s)?-*\s*(?:HITM|Rmt Hitm|RmtHitm|Cacheline\s+Address|Shared (?:Data )?Cache Line)|^\s*\d+\.\d+%\s+\d+\.\d+%\s+(?:\d+\.\d+%\s+){1,4}/i
const c2cLine = /\b0x[0-9a-f]{1,16}\b.*\b\d+\.\d+%\s+\d+\.\d+%/i

/** "stress-ng: info: [42] successful run completed in 10.02s": how long it was told to run. */
const runFooter = /\bstress-ng: info:\s{1,8}\[\d{1,10}\] (?:un)?successful run completed in \d/

/** `perf lock contention`: counts, three times and the kind of lock; before it its heading. */
const lockRow =
  /^\s*\d+\s+\d[\d.]*\s[mun]?s\s+\d[\d.]*\s[mun]?s\s+\d[\d.]*\s[mun]?s\s+(?:spinlock|mutex|rwlock|rwsem|rtmutex|semaphore|percpu-rwsem|pcpu-sem)\b|^\s*contended\s+total wait\s/
/** A histogram of bpftrace: `[1K, 2K)   27328 |@@@   |`. */
const histogramRow = /^\s*[[(]-?\d+[KMGT]?(?:, |\.\.)\S{1,12}[)\]]\s+\d+\s+\|[@*\s]*\|?\s*$/
/** Headings of vmstat, mpstat, sar and top, whose rows are numbers alone. */
const statHead =
  /^procs -+memory-+|^\s*r\s+b\s+swpd\s+free\s|%usr\s+%nice\s+%sys\s|%user\s+%nice\s+%system\s|^\s*PID\s+USER\s+PR\s+NI\s/
const mayHeadStats = (text: string): boolean =>
  text.includes('swpd') || text.includes('memory-') || text.includes('%us') || text.includes('PID')
const statRow = /^\s*(?:\d\d:\d\d:\d\d(?:\s[AP]M)?\s+)?(?:(?:all|[\d.]+)\s+){8,}(?:[\d.]+|\S+)\s*$|^\s*wa\s+st\s*$/

/** A line of a call graph: a share and one symbol; `- ` or `+ ` where it has lines of its own below. */
const callRow = /^[\s|+`-]*\d{1,3}\.\d{1,4}%\s+[a-z_$][\w.$@]*\s*$/i
const callHead = /^[\s|+`]*-[\s-]*\d{1,3}\.\d{1,4}%\s+(?:\d{1,3}\.\d{1,4}%\s+)?\S/

const diffStart = /^(?:diff --git |@@ -\d|index [0-9a-f]{7,}\.\.)/
const diffLine = /^(?:[ \t+\-@\\]|diff |index |new file|deleted file|similarity|rename |old mode|new mode|$)/
const robotSentence = /\btest robot noticed\b|\bFYI, we noticed\b/i

/** A line of a profile, a struct layout, a `perf c2c` table or a run's footer; each pattern is asked only where its sign stands. */
function isForeign(text: string): boolean {
  if (text.includes('%') && (profile.test(text) || (/0x/i.test(text) && c2cLine.test(text)))) return true
  if ((text.includes('/*') || text.includes('cacheline')) && layout.test(text)) return true
  if (text.includes('stress-ng:') && runFooter.test(text)) return true
  if (text.includes('|') && histogramRow.test(text)) return true
  if (/s {2}|contended/.test(text) && lockRow.test(text)) return true
  return c2c.test(text)
}

/**
 * Adds to `taken` the lines whose numbers are other readers' or no results at all: quoted diffs, profiles and call
 * graphs, the kernel test robot's tables and headline in quotes, struct layouts, `perf c2c` tables.
 */
export function markForeignLines(blocks: TextBlock[], taken: Set<TextLine>): void {
  const inDiff = new Map<number, boolean>() // by quote depth: a comment between two hunks does not end the quoted diff
  for (const block of blocks) {
    let isRobot = false
    let isStat = false
    let isDiff = inDiff.get(block.depth) ?? false
    const isCallGraph = block.lines.some(
      ({ text }) => text.includes('%') && (callHead.test(text) || profile.test(text)),
    )
    for (const line of block.lines) {
      const { text } = line
      isDiff = diffStart.test(text) || (isDiff && diffLine.test(text))
      if (/[%\\]|^=/.test(text) && robotHead.test(text)) isRobot = /stddev|reproduction|\\/.test(text) || isRobot
      isStat = (mayHeadStats(text) && statHead.test(text)) || (isStat && statRow.test(text))
      const isQuotedRobot = block.depth > 0 && robotSentence.test(text)
      if (isCallGraph && callRow.test(text)) taken.add(line)
      if (isDiff || isRobot || isStat || isQuotedRobot || isForeign(text)) taken.add(line)
    }
    inDiff.set(block.depth, isDiff)
  }
}
