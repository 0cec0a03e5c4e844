import type { TextBlock, TextLine } from './text-blocks.ts'

const profile =
  /^\s*\d+(?:\.\d+)?\s+\d+\.\d+%\s+\S+\s+\[|^\s*[|+\-`\s]*\d{1,3}\.\d{1,4}%\s+(?:\S+\s+)?(?:\[[k.]\]|\[kernel|\S+\s+\[)|^\s*[|\s]*[|`-]-{1,3}\s?\d+\.\d+%|^\s*[|+\-\s]*\d{1,3}\.\d{1,4}%\s{2,12}(?:-\s*)?\d{0,3}\.?\d*%?\s*\[?[a-z_.]{3,}[\w.]*\]?\s*(?:$|\[|\S+\s*$)/i
const robotHead = /%stddev\s+%change|%reproduction|^\s*\\\s+\|\s+\\|^={20,}$/
const layout = /\/\*\s+\d+\s+\d+\s*\*\/|cacheline \d+ boundary|\/\* size: \d+/
const c2c =
  /^\s*(?:#\s)?-*\s*(?:HITM|Rmt Hitm|RmtHitm|Cacheline\s+Address|Shared (?:Data )?Cache Line)|\b0x[0-9a-f]{1,16}\b.*\b\d+\.\d+%\s+\d+\.\d+%|^\s*\d+\.\d+%\s+\d+\.\d+%\s+(?:\d+\.\d+%\s+){1,4}/i

/**
 * Adds to `taken` the lines whose numbers are other readers' or no results at all: profiles and call graphs, the
 * kernel test robot's tables, struct layouts, `perf c2c` tables.
 */
export function markForeignLines(blocks: TextBlock[], taken: Set<TextLine>): void {
  for (const block of blocks) {
    let isRobot = false
    for (const line of block.lines) {
      if (robotHead.test(line.text)) isRobot = /stddev|reproduction|\\/.test(line.text) || isRobot
      if (
        isRobot ||
        profile.test(line.text) ||
        layout.test(line.text) ||
        c2c.test(line.text) ||
        /^\s*\d+\.\d+%\s+\S+\s+\[/.test(line.text)
      )
        taken.add(line)
    }
  }
}
