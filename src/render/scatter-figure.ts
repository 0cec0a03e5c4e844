import { type CpuGap, cpuGaps } from './cpu-count.ts'
import { apartInterval, EDGE_RATIO, edgeWords, isOff, ratioPosition, ratioTicks } from './effect-stack.ts'
import { type Effect, effectSentence } from './effects.ts'
import { FEWEST_MARKS, plural, renderKey, statedBy, tones } from './effects-figure.ts'
import { renderByCase } from './few-effects.ts'
import { atPercent, renderMark } from './marks.ts'
import { el, esc } from './markup.ts'

/** What stands across in a figure of effects: its value for an effect, its scale, and its words. */
export type AcrossAxis = {
  /** Null: not stated; the effect is counted under the figure, never placed. */
  value: (effect: Effect) => number | null
  /** 0 to 100 for a value of the figure's range. */
  position: (value: number, range: readonly [number, number]) => number
  ticks: (range: readonly [number, number]) => number[]
  format: (value: number) => string
  /** What the axis shows, and on which scale. */
  label: string
  scale: string
  /** What a mark's sentence says of the value. */
  sentence: (effect: Effect) => string
  /** Why effects have no place, by reason, each with its number: "12 name threads only". */
  missing: (left: readonly Effect[]) => string[]
  /** What one adds to have more marks. */
  wanted: string
  caption: string
  name: string
}

const HEIGHT = 320
/** Room at both ends of the axis, in per cent. */
const MARGIN = 4
const STEP = 12
/** At most so many marks side by side; more are stacked no further but counted by the table of the case. */
const MOST_LEVELS = 60

type Stated = { effect: Effect; value: number }
type Placed = { effect: Effect; value: number; at: number; y: number; offset: number }

const clampLog = (value: number, low: number, high: number): number =>
  high === low ? 50 : ((value - low) / (high - low)) * 100

const gapWords: Record<CpuGap, string> = {
  threads: 'with only threads named (of the load, or hardware threads as in a test robot’s “64 threads 2 sockets”)',
  cores: 'with only cores or sockets named',
  several: 'of several machines or counts, of a range or a build’s limit',
  unstated: 'without any such number',
}

/** CPUs on a log₂ axis. */
export const cpuAxis: AcrossAxis = {
  value: ({ cpus }) => (typeof cpus === 'string' ? null : cpus.cpus),
  position: (value, [low, high]) => clampLog(Math.log2(value), Math.log2(low), Math.log2(high)),
  ticks: ([low, high]) => {
    const powers: number[] = []
    for (let power = Math.ceil(Math.log2(low)); power <= Math.log2(high) && powers.length < 20; power++)
      powers.push(2 ** power)
    return powers
  },
  format: String,
  label: 'CPUs of the machine',
  scale: 'log₂',
  sentence: ({ cpus }) =>
    typeof cpus === 'string' ? '' : `${cpus.cpus} CPUs${cpus.words === null ? '' : ` (“${cpus.words}”)`}`,
  missing: (left) =>
    cpuGaps.flatMap((gap) => {
      const count = left.filter(({ cpus }) => cpus === gap).length
      return count === 0 ? [] : `${count} ${gapWords[gap]}`
    }),
  wanted: 'the number of CPUs',
  caption:
    'A number of CPUs is taken where the source gives it, or where the words of its machine or test name one. Threads, cores and sockets are no CPUs, and none is worked out from them.',
  name: 'Effect against CPUs',
}

/** Bytes on a symmetric log axis: linear up to a few bytes, so that zero and savings have a place. */
const symlog = (bytes: number): number => Math.sign(bytes) * Math.log2(1 + Math.abs(bytes) / 4)

const MOST_TEXTS = 3
/** Costs as told, each once: `“128 bytes per socket”, “one page per CPU” and 2 more`. */
function costTexts(effects: readonly Effect[]): string {
  const texts = [...new Set(effects.map(({ cost }) => cost).filter((cost) => typeof cost === 'string' && cost !== ''))]
  const first = texts.slice(0, MOST_TEXTS).map((text) => `“${text}”`)
  return `${first.join(', ')}${texts.length > MOST_TEXTS ? ` and ${texts.length - MOST_TEXTS} more` : ''}`
}

/** Memory cost in bytes an object; a saving stands left of zero. */
export const costAxis: AcrossAxis = {
  value: ({ cost }) => (typeof cost === 'number' ? cost : null),
  position: (value, [low, high]) => clampLog(symlog(value), symlog(low), symlog(high)),
  ticks: ([low, high]) =>
    [-4096, -1024, -256, -64, -16, 0, 16, 64, 256, 1024, 4096].filter((bytes) => bytes >= low && bytes <= high),
  format: (bytes) => (bytes > 0 ? `+${bytes}` : bytes < 0 ? `−${-bytes}` : '0'),
  label: 'bytes an object',
  scale: 'symmetric log',
  sentence: ({ cost }) => (typeof cost === 'number' ? `${cost} bytes an object` : ''),
  missing: (left) => {
    const inWords = left.filter(({ cost }) => typeof cost === 'string')
    const unstated = left.filter(({ cost }) => cost === null)
    return [
      inWords.length > 0 &&
        `${inWords.length} from ${plural(statedBy(inWords), 'case')} with a cost in words only (${costTexts(inWords)})`,
      unstated.length > 0 && `${unstated.length} from ${plural(statedBy(unstated), 'case')} without a stated cost`,
    ].filter((words) => words !== false)
  },
  wanted: 'the cost in bytes an object',
  caption: 'Cost is that of one object as its source states it; how many objects a machine has is not in it.',
  name: 'Cost against effect',
}

/** The range of values, never empty; zero belongs to a range of costs. */
function findRange(values: readonly number[], axis: AcrossAxis): [number, number] {
  const all = axis === costAxis ? [...values, -8, 64] : values
  const low = all.reduce((a, b) => Math.min(a, b))
  const high = all.reduce((a, b) => Math.max(a, b))
  return low === high ? [low / 2, high * 2] : [low, high]
}

/** Places marks; those that would overlap stand side by side, in turn left and right. */
function placeMarks(effects: readonly Stated[], axis: AcrossAxis, range: [number, number]): Placed[] {
  const placed: Placed[] = []
  for (const { effect, value } of [...effects].sort((a, b) => a.effect.ratio - b.effect.ratio)) {
    const at = MARGIN + axis.position(value, range) * ((100 - 2 * MARGIN) / 100)
    const y = HEIGHT - (ratioPosition(Math.min(effect.ratio, EDGE_RATIO)) / 100) * HEIGHT
    let offset = 0
    for (let level = 1; level < MOST_LEVELS; level++) {
      const isFree = placed.every(
        (other) =>
          Math.abs(other.y - y) >= STEP ||
          // 8 px are a per cent of the wide figure and two of the narrow one.
          Math.abs((other.at - at) * 3 + other.offset - offset) >= STEP,
      )
      if (isFree) break
      offset = (level % 2 === 1 ? 1 : -1) * Math.ceil(level / 2) * STEP
    }
    placed.push({ effect, value, at, y, offset })
  }
  return placed
}

function renderPlaced({ effect, at, y, offset }: Placed, axis: AcrossAxis): string {
  const tone = tones[effect.verdict] ?? 'none'
  const top = (ratio: number): number => HEIGHT - (ratioPosition(ratio) / 100) * HEIGHT - y
  const [low, high] = effect.ratioInterval ?? [1, 1]
  const whisker =
    effect.ratioInterval && el('line', { x1: 0, x2: 0, y1: top(low), y2: top(high), class: `whisker s-${tone}` })
  const words =
    isOff(effect) &&
    el('text', { x: 9, y: 4, class: 'quiet', 'font-size': 11 }, esc(edgeWords(effect).replace(/^← | →$/g, '')))
  const mark = renderMark(effect.verdict, {
    size: 0.84,
    spread: effect.stddevPercent !== null,
    isBetter: effect.ratio >= 1,
  })
  const target = el('circle', { r: 6, fill: 'none', 'pointer-events': 'all' })
  const inner = el(
    'g',
    { transform: offset === 0 ? undefined : `translate(${offset} 0)` },
    whisker,
    target,
    mark,
    words,
  )
  return el(
    'a',
    { href: `/cases/${effect.slug}/#results` },
    el('title', {}, esc(`${effectSentence(effect)}; ${axis.sentence(effect)}`)),
    atPercent(at, y, inner),
  )
}

/** Marks of one case on different values are joined by a hairline, in the order of the axis. */
function renderJoins(placed: readonly Placed[]): string[] {
  return [...Map.groupBy(placed, ({ effect }) => `${effect.slug}\n${effect.test}\n${effect.metric}`).values()].flatMap(
    (marks) => {
      const sorted = [...marks].sort((a, b) => a.value - b.value)
      return sorted.slice(1).flatMap((mark, index) => {
        const before = sorted[index]
        if (!before || before.value === mark.value) return []
        const ends = { x1: `${before.at.toFixed(2)}%`, x2: `${mark.at.toFixed(2)}%`, y1: before.y, y2: mark.y }
        return el('line', { ...ends, class: 'join' })
      })
    },
  )
}

function renderPlot(placed: readonly Placed[], axis: AcrossAxis, range: [number, number]): string {
  const rows = ratioTicks.map(([ratio, label]) => {
    const y = HEIGHT - (ratioPosition(ratio) / 100) * HEIGHT
    const tone = ratio === 1 ? 'zero' : 'tick'
    return (
      el('line', { x1: '0%', x2: '100%', y1: y, y2: y, class: tone }) +
      el('text', { x: -8, y: y + 4, 'text-anchor': 'end', class: ratio === 1 ? 'b' : 'quiet' }, label)
    )
  })
  const ticks = axis.ticks(range)
  // Where there is little room every second tick keeps its words; zero is one of them.
  const first = Math.max(0, ticks.indexOf(0)) % 2
  const across = ticks.map((value, index) => {
    const at = `${(MARGIN + axis.position(value, range) * ((100 - 2 * MARGIN) / 100)).toFixed(2)}%`
    return (
      el('line', { x1: at, x2: at, y1: HEIGHT, y2: HEIGHT + 5, class: 'axis' }) +
      el(
        'text',
        { x: at, y: HEIGHT + 18, 'text-anchor': 'middle', class: index % 2 === first ? 'quiet' : 'quiet fine' },
        esc(axis.format(value)),
      )
    )
  })
  return el(
    'svg',
    {
      class: 'plot scatter',
      width: '100%',
      height: HEIGHT + 24,
      role: 'group',
      'aria-label': `${axis.name}: ${placed.length} marks`,
    },
    rows,
    across,
    renderJoins(placed),
    placed.map((mark) => renderPlaced(mark, axis)),
  )
}

/** Why the effects without a place have none; '' where each has one. */
function missingWords(drawn: readonly Effect[], axis: AcrossAxis): string {
  const left = drawn.filter((effect) => axis.value(effect) === null)
  return left.length === 0
    ? ''
    : `Not placed: ${left.length} of ${drawn.length}. Of these, ${axis.missing(left).join('; ')}.`
}

/** Too few marks: what there is, a row a case, and how more could come. */
function renderTooFew(stated: readonly Stated[], drawn: readonly Effect[], axis: AcrossAxis): string {
  const values = (effects: readonly Effect[]): string =>
    esc(
      [...new Set(effects.map(axis.value))]
        .filter((value) => value !== null)
        .map(axis.format)
        .join(', '),
    )
  const table = renderByCase(
    stated.map(({ effect }) => effect),
    [{ label: axis.label, cell: values }],
  )
  const says = [
    `${stated.length} of ${plural(drawn.length, 'effect')} can be placed; a figure is drawn from ${FEWEST_MARKS} on.`,
    missingWords(drawn, axis),
    `Who knows ${axis.wanted} of a case can add it with its source: the link for corrections at the foot of the case’s page, or CONTRIBUTING in the repository.`,
  ]
  return el('figure', {}, table, el('figcaption', { class: 'caption' }, esc(says.filter(Boolean).join(' '))))
}

/** Effects standing up on the log scale of the ratio, against a value across; one mark a stated result. */
export function renderScatterFigure(drawn: readonly Effect[], axis: AcrossAxis): string {
  const stated: Stated[] = drawn.flatMap((effect) => {
    const value = axis.value(effect)
    return value === null ? [] : [{ effect, value }]
  })
  if (stated.length < FEWEST_MARKS) return renderTooFew(stated, drawn, axis)
  const range = findRange(
    stated.map((one) => one.value),
    axis,
  )
  const marks = stated.map((one) => one.effect)
  const apart = marks.filter((effect) => apartInterval(effect) !== null).length
  const says = [
    `${plural(marks.length, 'effect')} from ${plural(statedBy(marks), 'case')}.`,
    missingWords(drawn, axis),
    axis.caption,
    apart > 0 && `Intervals of another statistic than the mark’s are not drawn here (${apart}).`,
    'Scale upwards: ratio, logarithmic; where lower is better, before ÷ after. A hairline joins one test of a case; marks that would cover each other stand side by side. Machines, tests and metrics differ from mark to mark: no line is fitted, nothing is averaged.',
  ]
  return el(
    'figure',
    {},
    el('p', { class: 'axis-label' }, 'better ↑, worse ↓'),
    el('div', { class: 'scatter-box' }, renderPlot(placeMarks(stated, axis, range), axis, range)),
    el('p', { class: 'axis-label across' }, esc(`${axis.label}, ${axis.scale}`)),
    renderKey(marks),
    el('figcaption', { class: 'caption' }, esc(says.filter((words) => words !== false && words !== '').join(' '))),
  )
}
