import type { StructLayout } from '../model/struct-layout.ts'
import { choiceWords, type FigureChoice, formatChoice, lineSizes, parseChoice } from '../render/figure-choice.ts'
import type { PlanContext } from '../render/layout-plan.ts'

type Figure = { element: HTMLElement; layout: StructLayout; context: PlanContext }

/** The layout that stands as JSON beside a figure; it was checked when the page was built. */
function readFigure(element: HTMLElement): Figure | undefined {
  const text = element.querySelector('script.layout-data')?.textContent
  if (!text) return undefined
  const { layout, ...context }: { layout: StructLayout } & PlanContext = JSON.parse(text)
  return { element, layout, context }
}

/** Draws a figure anew; the key and the note follow it. What draws is fetched when it is first asked for. */
async function draw({ element, layout, context }: Figure, choice: FigureChoice): Promise<void> {
  const { drawFigure, drawHeading } = await import('./figure-drawing.ts')
  const holder = element.querySelector('.figures')
  if (holder) holder.innerHTML = drawFigure(layout, context, choice)
  const section = element.closest('section')
  if (section) drawHeading(section, choice)
  const note = element.querySelector('.redrawn')
  if (note) note.textContent = choiceWords(choice, layout.cachelineBytes)
}

function makeButton(words: string, label: string, choose: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = words
  button.setAttribute('aria-label', label)
  button.addEventListener('click', choose)
  return button
}

/** The row of controls: line sizes, pairs, hexadecimal. Buttons, so that the keyboard reaches each. */
function addControls(figure: Figure, get: () => FigureChoice, set: (choice: FigureChoice) => void): () => void {
  const row = figure.element.querySelector('.figure-controls')
  if (!row) return () => {}
  row.setAttribute('role', 'group')
  row.setAttribute('aria-label', `How ${figure.layout.struct} is drawn`)
  const buttons: { button: HTMLButtonElement; isOn: () => boolean }[] = []
  const add = (words: string, label: string, isOn: () => boolean, choose: () => void): void => {
    const button = makeButton(words, label, choose)
    buttons.push({ button, isOn })
    row.append(button)
  }
  for (const size of lineSizes)
    add(
      String(size),
      `${size}-byte lines`,
      () => get().line === size && !get().pair,
      () => set({ ...get(), line: size, pair: false }),
    )
  add(
    'pairs of 64',
    'pairs of 64-byte lines',
    () => get().pair,
    () => set({ ...get(), line: 128, pair: true }),
  )
  add(
    'hex',
    'hex offsets',
    () => get().hex,
    () => set({ ...get(), hex: !get().hex }),
  )
  const note = document.createElement('span')
  note.className = 'redrawn small quiet'
  note.setAttribute('role', 'status')
  row.append(note)
  return () => {
    for (const { button, isOn } of buttons) button.setAttribute('aria-pressed', String(isOn()))
  }
}

/** Gives each figure with known offsets its controls; the choice stands in the address. */
export function startLayoutFigures(): void {
  for (const element of document.querySelectorAll<HTMLElement>('figure.layoutfigure')) {
    const figure = readFigure(element)
    if (!figure) continue
    const own = figure.layout.cachelineBytes
    let choice = parseChoice(location.search, own)
    const set = (next: FigureChoice): void => {
      choice = next
      history.replaceState(null, '', `${location.pathname}${formatChoice(location.search, next, own)}${location.hash}`)
      void draw(figure, next)
      update()
    }
    const update = addControls(figure, () => choice, set)
    update()
    if (choice.line !== own || choice.hex) void draw(figure, choice)
  }
}
