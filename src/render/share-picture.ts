import type { CaseRecord } from '../model/case.ts'
import { showHidden } from '../text/visible-text.ts'
import { bestEffect, type Effect, findEffects, formatChange } from './effects.ts'
import { type Faces, fitText, isWritable, measureText, wrapWords } from './glyph-text.ts'
import { choosePictureLayout, drawPictureLayout } from './picture-layout.ts'
import type { Drawing, Shape } from './picture-paint.ts'

/** The size that services for previews ask for. */
export const PICTURE_WIDTH = 1200
export const PICTURE_HEIGHT = 630
const MARGIN = 64
const INNER = PICTURE_WIDTH - 2 * MARGIN
const FOOT = 552

type TextShape = Extract<Shape, { kind: 'text' }>
const write = (x: number, y: number, size: number, text: string, more: Partial<TextShape> = {}): TextShape => {
  return { kind: 'text', x, y, size, text, face: 'text', fill: 'ink', ...more }
}

/** `up to`, `about`: what the source puts before its number. */
const precisionWords: Record<Effect['precision'], string> = {
  exact: '',
  about: 'about ',
  'up-to': 'up to ',
  'at-least': 'at least ',
  'no-change': '',
}

/** The number of a case as its picture and the picture's text show it; null where none is stated. */
export function headlineWords(record: CaseRecord): { number: string; about: string } | null {
  const effect = bestEffect(findEffects([record]).drawn)
  if (!effect) return null
  const spread = effect.interval
    ? `${effect.interval.level} % interval ${formatChange(effect.interval.low)} to ${formatChange(effect.interval.high)} %`
    : effect.verdict === 'robot-headline'
      ? 'kernel test robot'
      : 'no interval stated'
  const about = [effect.test, effect.higherIsBetter ? '' : 'lower is better', spread].filter((words) => words !== '')
  return {
    number: `${precisionWords[effect.precision]}${effect.change} %`,
    about: about.join(', '),
  }
}

/** What a case's picture shows, in words: the text for those who do not see it. */
export function pictureWords(record: CaseRecord): string {
  const headline = headlineWords(record)
  const layout = choosePictureLayout(record.layouts, { ...record, c2c: [] })
  return [
    showHidden(record.title).replace(/[.\s]+$/, ''),
    layout &&
      `Cachelines of ${showHidden(layout.plan.struct)} before and after: ${layout.plan.before.count.words}, then ${layout.plan.after.count.words}`,
    headline ? `${headline.number}, ${showHidden(headline.about)}` : `${record.technique.value}, effect not stated`,
  ]
    .filter((words) => words !== null)
    .join('. ')
}

/** The head line: the site's name, and where the case is from. */
function drawHead(faces: Faces, siteName: string, place: string): Shape[] {
  const left = write(MARGIN, 62, 24, siteName, { face: 'strong' })
  const room = INNER - measureText(faces, 'strong', 24, siteName) - 40
  const right = write(PICTURE_WIDTH - MARGIN, 62, 22, fitText(faces, 'text', 22, place, room), {
    anchor: 'end',
    fill: 'ink-2',
  })
  return [left, right, { kind: 'rect', x: MARGIN, y: 84, width: INNER, height: 2, fill: 'rule' }]
}

/** The foot: the number and how sure it is, and what became of the case. */
function drawFoot(record: CaseRecord, faces: Faces): Shape[] {
  const release = record.commit?.release
  const state = record.outcome.value === 'unknown' ? 'outcome not known' : record.outcome.value
  const outcome = `${state}${release ? `, ${showHidden(release)}` : ''}`
  const end = write(PICTURE_WIDTH - MARGIN, FOOT + 38, 22, fitText(faces, 'text', 22, outcome, 330), {
    anchor: 'end',
    fill: 'ink-2',
  })
  const room = INNER - 24 - measureText(faces, 'text', 22, end.text)
  const headline = headlineWords(record)
  const rule: Shape = { kind: 'rect', x: MARGIN, y: FOOT - 16, width: INNER, height: 2, fill: 'rule' }
  if (!headline) {
    const words = `${record.technique.value} · ${record.kind.value.replace('-', ' ')} · effect not stated`
    return [rule, write(MARGIN, FOOT + 38, 24, fitText(faces, 'text', 24, words, room)), end]
  }
  const width = measureText(faces, 'strong', 44, headline.number)
  const about = fitText(faces, 'text', 22, showHidden(headline.about), room - width - 20)
  return [
    rule,
    write(MARGIN, FOOT + 38, 44, headline.number, { face: 'strong' }),
    write(MARGIN + width + 20, FOOT + 38, 22, about, { fill: 'ink-2' }),
    end,
  ]
}

/** What stands for a title that the faces cannot write: the words of its address. */
const titleOf = (record: CaseRecord, faces: Faces): string => {
  const title = showHidden(record.title)
  return isWritable(faces, 'strong', title) ? title : record.slug.replaceAll('-', ' ')
}

/** Without a layout: the struct or file, and what the case is about, as far as there is room from `y` on. */
function drawAbout(record: CaseRecord, faces: Faces, y: number): Shape[] {
  const name = showHidden(record.structs[0] ?? record.files[0] ?? '')
  const head =
    name === '' ? [] : [write(MARGIN, y, 26, fitText(faces, 'code', 26, name, INNER), { face: 'code', fill: 'ink-2' })]
  const from = y + (name === '' ? 0 : 50)
  const room = Math.floor((FOOT - 40 - from) / 38) + 1
  const summary = showHidden(record.summary ?? '')
  const lines = room > 0 && isWritable(faces, 'text', summary) ? wrapWords(faces, 'text', 28, summary, INNER, room) : []
  return [...head, ...lines.map((line, at) => write(MARGIN, from + at * 38, 28, line))]
}

/** The picture of a case for previews: title, the line that was shared and what it became, the number. */
export function drawCasePicture(record: CaseRecord, faces: Faces, siteName: string, projectName: string): Drawing {
  const year = (record.authored ?? record.posted ?? record.committed)?.value.slice(0, 4)
  const place = [projectName, record.subsystem, year].filter((words) => words).join(' · ')
  const layout = choosePictureLayout(record.layouts, { ...record, c2c: [] })
  const rows = layout?.rows.length ?? 0
  const size = rows > 2 ? 36 : rows > 0 ? 42 : 54
  const lines = wrapWords(faces, 'strong', size, titleOf(record, faces), INNER, rows > 0 ? 2 : 4)
  const leading = Math.round(size * 1.24)
  const title = lines.map((line, at) =>
    write(MARGIN, 84 + leading + at * leading + (rows > 0 ? 4 : 26), size, line, { face: 'strong' }),
  )
  const shapes = [...drawHead(faces, siteName, showHidden(place)), ...title, ...drawFoot(record, faces)]
  if (layout) {
    const names =
      record.layouts.find(({ struct }) => struct === layout.plan.struct)?.members.map(({ name }) => name) ?? []
    const from = 84 + leading * lines.length + (rows > 2 ? 34 : 56)
    shapes.push(...drawPictureLayout(layout, names, faces, { x: MARGIN, y: from, width: INNER }).shapes)
  } else shapes.push(...drawAbout(record, faces, (title.at(-1)?.y ?? 200) + 56))
  return { width: PICTURE_WIDTH, height: PICTURE_HEIGHT, shapes }
}

/** The picture of every other page: what the site is, and how much of it there is. */
export function drawSitePicture(faces: Faces, siteName: string, says: string, counts: string): Drawing {
  const lines = wrapWords(faces, 'text', 40, says, INNER, 5)
  return {
    width: PICTURE_WIDTH,
    height: PICTURE_HEIGHT,
    shapes: [
      write(MARGIN, 150, 64, siteName, { face: 'strong' }),
      { kind: 'rect', x: MARGIN, y: 190, width: INNER, height: 2, fill: 'rule' },
      ...lines.map((line, at) => write(MARGIN, 260 + at * 54, 40, line)),
      write(MARGIN, FOOT + 30, 26, fitText(faces, 'text', 26, counts, INNER), { fill: 'ink-2' }),
    ],
  }
}
