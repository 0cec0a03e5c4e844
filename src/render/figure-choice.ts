/** How a layout figure is drawn: bytes a line and the base of offsets. Stands in the query string. */
export type FigureChoice = { line: number; pair: boolean; hex: boolean }

/** Line sizes a reader may choose; 128 also stands for pairs of 64-byte lines that a prefetcher fetches together. */
export const lineSizes: readonly number[] = [32, 64, 128, 256]

/** The choice of a query string; what is not one of the sizes is left as the layout has it. */
export function parseChoice(query: string, own: number): FigureChoice {
  const params = new URLSearchParams(query)
  const line = params.get('line')
  const pair = line === 'pair'
  const size = pair ? 128 : Number(line)
  return { line: lineSizes.includes(size) ? size : own, pair, hex: params.get('offsets') === 'hex' }
}

/** The query string of a choice, other parameters kept; the default leaves nothing behind. */
export function formatChoice(query: string, choice: FigureChoice, own: number): string {
  const params = new URLSearchParams(query)
  if (choice.pair) params.set('line', 'pair')
  else if (choice.line === own) params.delete('line')
  else params.set('line', String(choice.line))
  if (choice.hex) params.set('offsets', 'hex')
  else params.delete('offsets')
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

/** The words for a redrawn figure: same offsets on other lines, no recompilation. */
export function choiceWords({ line, pair }: FigureChoice, own: number): string {
  if (pair) return 'redrawn for pairs of 64-byte lines, not recompiled'
  return line === own ? '' : `redrawn for ${line}, not recompiled`
}
