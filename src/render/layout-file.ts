import type { CaseRecord } from '../model/case.ts'
import type { StructLayout } from '../model/struct-layout.ts'
import { slug } from '../text/slug.ts'
import { wrapText } from '../text/wrap-text.ts'
import { renderLayoutFigure } from './layout-figure.ts'
import { patternTiles } from './layout-key.ts'
import { hasPhases, planPhases, renderPhaseFigure } from './layout-phases.ts'
import { planLayout } from './layout-plan.ts'
import { el, svgText } from './markup.ts'
import { roleOrder, roleStyles } from './role-style.ts'

/** Colours by token name (`paper`, `read-fill`): the light theme's, since a downloaded picture has no reader's theme. */
export type Colours = Readonly<Record<string, string>>

/** True where a layout is drawn: it names members, or an order of them. */
export const isDrawable = ({ members, order }: StructLayout): boolean => members.length > 0 || order !== null

/**
 * The names of a case's layout pictures by struct, in the layouts' order: `layout-journal_s` becomes
 * `layout-journal-s.svg`. Made by the rule of slugs, so that no struct's name is a path; a second struct of the same
 * slug gets a number.
 */
export function layoutFileNames(layouts: readonly StructLayout[]): Map<string, string> {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const { struct } of layouts.filter(isDrawable)) {
    if (names.has(struct)) continue
    const stem = slug(struct)
    let name = `layout-${stem}.svg`
    for (let count = 2; taken.has(name); count += 1) name = `layout-${stem}-${count}.svg`
    taken.add(name)
    names.set(struct, name)
  }
  return names
}

const TEXT = 'system-ui,-apple-system,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif'
const CODE = 'ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace'

/** The rules of figures.css and paint.css that a layout figure uses, with one theme's values in them. */
function styleOf(colours: Colours): string {
  const of = (name: string): string => colours[name] ?? '#000'
  const fills = ['paper', 'sunk', 'unknown', 'shared', 'claim'].map((name) => `.f-${name}{fill:${of(name)}}`)
  const roles = roleOrder.map((role) => {
    const { name } = roleStyles[role]
    const line = of(`${name}-line`)
    return `.f-${name}-fill{fill:${of(`${name}-fill`)}}.f-${name}{fill:${line}}.s-${name}{stroke:${line};stroke-width:1.5}text.t-${name}{fill:${of(`${name}-text`)}}`
  })
  return [
    // On the root, not on `text`: a size that a text states of itself must win.
    `svg{font:400 13px/1 ${TEXT}}text{fill:${of('ink')}}`,
    `text.code{font-family:${CODE}}text.quiet{fill:${of('ink-2')}}text.b{font-weight:600}`,
    `.halo{paint-order:stroke;stroke:${of('paper')};stroke-width:5px;stroke-linejoin:round}`,
    `text.shared-text{fill:${of('shared')}}.shared-frame{fill:none;stroke:${of('shared')};stroke-width:2.5}`,
    `.inferred-mark{stroke-dasharray:2 3}.shared-line{stroke:${of('shared')};stroke-width:1.5}`,
    `.design-frame,.met-frame{fill:none;stroke:${of('ink-2')};stroke-width:1.5}.met-frame{stroke-dasharray:2 3}`,
    `.phase{fill:none;stroke:${of('rule-2')}}.hole{fill:${of('paper')};stroke:${of('hole')};stroke-width:1.2;stroke-dasharray:2 3}`,
    `.s-rule2{stroke:${of('rule-2')}}.s-ink2{stroke:${of('ink-2')}}`,
    ...fills,
    ...roles,
    `.ghost{fill:${of('paper')};stroke-width:1.3;stroke-dasharray:5 3}`,
    `.thread{stroke-width:2}.thread-case{stroke:${of('paper')};stroke-width:6}`,
  ].join('')
}

const WIDTH = 1152
const MARGIN = 24
/** Not allowed in XML, whatever the escape: they would make the file unreadable. */
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** The height that a figure states of itself. */
const heightOf = (svg: string): number => Number(/ height="(\d+)"/.exec(svg)?.[1] ?? 0)

/**
 * A layout as a picture that stands alone: the wide figure with its own styles and no outside file, named after its
 * struct and case, with the case's address below. The same record gives the same bytes.
 */
export function renderLayoutFile(layout: StructLayout, record: CaseRecord, address: string, colours: Colours): string {
  const names = layout.members.map(({ name }) => name)
  const figure = hasPhases(layout)
    ? renderPhaseFigure(planPhases(layout, record.members), names, 'wide')
    : renderLayoutFigure(
        planLayout(layout, { members: record.members, movedMembers: record.movedMembers, c2c: record.c2c }),
        names,
        'wide',
      )
  const title = wrapText(`struct ${layout.struct}: ${record.title}`, 150).slice(0, 3)
  const top = MARGIN + title.length * 18 + 10
  const bottom = top + heightOf(figure)
  const height = bottom + 34 + MARGIN
  const [width, left] = [WIDTH + 2 * MARGIN, MARGIN]
  const svg = el(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height },
    el('style', {}, styleOf(colours)),
    el('defs', {}, patternTiles()),
    el('rect', { width, height, class: 'f-paper' }),
    title.map((line, at) => svgText(left, MARGIN + 12 + at * 18, line, { class: at === 0 ? 'b' : '' })),
    figure.replace('<svg ', `<svg x="${left}" y="${top}" overflow="visible" `),
    svgText(left, bottom + 30, address, { class: 'quiet', 'font-size': 12 }),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${svg.replace(notXml, '\ufffd')}\n`
}
