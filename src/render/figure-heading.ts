import type { FigureChoice } from './figure-choice.ts'
import { counted } from './format-number.ts'

/** What the rows of a figure are, for its heading: `128-byte lines`, `pairs of 64-byte lines`. */
export const rowsWords = ({ line, pair }: Pick<FigureChoice, 'line' | 'pair'>): string =>
  pair ? `pairs of ${line / 2}-byte lines` : `${line}-byte lines`

/** How many lines of a size a struct of so many bytes takes: `39 lines`, `one line`. */
export const linesWords = (sizeBytes: number, lineBytes: number): string =>
  counted(Math.ceil(sizeBytes / lineBytes), 'line')
