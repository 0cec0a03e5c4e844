/** How many quote markers (`>`, and `|` or a blank between them) begin a line; 0: none. 10,000 deep is 10,000. */
export function quoteDepth(line: string): number {
  if (line.charAt(0) !== '>') return isNamed(line) ? 1 : 0
  let depth = 0
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at)
    if (character === '>' || (character === '|' && depth > 0 && isMarkerEnd(line, at))) depth++
    else if (character !== ' ' || !/[>|]/.test(line.charAt(at + 1))) break
  }
  return depth
}

/** `AB> `: the writer's initials before the marker. A cheap look first, as every line is asked. */
function isNamed(line: string): boolean {
  const first = line.charCodeAt(0)
  return first >= 65 && first <= 90 && /^[A-Z][A-Za-z]{0,3}> /.test(line)
}

/** A `|` counts as a marker only between markers or before a blank: tables are quoted too. */
function isMarkerEnd(line: string, at: number): boolean {
  return line.charAt(at + 1) === '>' && !line.includes('|', at + 1)
}

/** Indexes of lines quoted with `| `: runs of two or more without another `|`, which would be a table. */
export function findBarQuotes(lines: string[]): Set<number> {
  const found = new Set<number>()
  let run: number[] = []
  for (let index = 0; index <= lines.length; index++) {
    const line = lines[index] ?? ''
    if (/^\|(?: |$)/.test(line) && !line.includes('|', 1)) {
      run.push(index)
      continue
    }
    if (run.length > 1) for (const at of run) found.add(at)
    run = []
  }
  return found
}
