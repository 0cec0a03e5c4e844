import type { C2cChoice } from '../review/map-c2c.ts'
import type { Precedent } from '../review/precedent.ts'
import { type Places, renderMapping, renderPasted } from './review-markup.ts'
import { MOST_CHARACTERS, type Pasted, readPaste, remap } from './review-result.ts'
import { findSiteRoot } from './site-root.ts'

declare global {
  interface Window {
    /** The compact record of every case, from `review/precedents.js`. */
    casebookPrecedents?: Precedent[]
  }
}

const bound = `${MOST_CHARACTERS / 1_000_000} MB`
const tooLarge = `That is more than ${bound}: too much for this page. Paste one patch, or run npm run review on the file.`
const binary =
  'That is binary data: a patch, a listing or a report is text. A compressed mail has to be unpacked first.'
const nothing = 'No patch, pahole listing or perf c2c report was found in it.'

/** A count in words for the status line. */
function statusWords({ reviews, mapping, rows, layouts, precedents }: Pasted): string {
  const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
  const near = reviews.reduce((sum, { review }) => sum + review.precedents.length, precedents.length)
  const parts = [
    reviews.length > 0 ? plural(reviews.length, 'patch', 'patches') : '',
    layouts.length > 0 ? plural(layouts.length, 'layout', 'layouts') : '',
    rows.length > 0 ? plural(mapping.lines.length, 'cacheline mapped', 'cachelines mapped') : '',
    plural(near, 'precedent', 'precedents'),
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** Starts `/review/`: paste, drop, a file, the button and Ctrl+Enter all end in one answer. */
export function startReviewPage(): void {
  const box = document.querySelector<HTMLTextAreaElement>('#review-input')
  const form = document.querySelector<HTMLFormElement>('#review-form')
  const status = document.querySelector<HTMLElement>('#review-status')
  const answer = document.querySelector<HTMLElement>('#review-answer')
  const picker = document.querySelector<HTMLInputElement>('#review-file')
  if (!box || !form || !status || !answer || !picker) return
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
  const places: Places = { site: canonical.replace(/review\/$/, ''), root: findSiteRoot().href }
  let asked = 0
  const say = (words: string): void => {
    status.textContent = words
  }
  const refuse = (words: string): void => {
    asked += 1
    answer.replaceChildren()
    say(words)
  }
  const run = async (text: string): Promise<void> => {
    if (text.trim() === '') return refuse('Nothing to review yet.')
    if (text.length > MOST_CHARACTERS) return refuse(tooLarge)
    if (text.includes('\0')) return refuse(binary)
    const mine = ++asked
    say('Reading …')
    await new Promise((resolve) => setTimeout(resolve, 0)) // the words are drawn before the work begins
    const pasted = await readPaste(text, window.casebookPrecedents ?? [])
    if (mine !== asked) return
    if (!pasted) return refuse(nothing)
    answer.innerHTML = renderPasted(pasted, pasted.mapping, places)
    say(statusWords(pasted))
    startChoices(answer, pasted)
    startCopying(answer)
  }
  const take = async (file: File): Promise<void> => {
    if (file.size > MOST_CHARACTERS) return refuse(tooLarge)
    const text = await file.text()
    if (text.includes('\0')) return refuse(binary)
    box.value = text
    await run(text)
  }
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void run(box.value)
  })
  document.querySelector('#review-clear')?.addEventListener('click', () => {
    box.value = ''
    refuse('')
    box.focus()
  })
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void run(box.value)
  })
  box.addEventListener('paste', (event) => {
    if ((event.clipboardData?.getData('text/plain').length ?? 0) > MOST_CHARACTERS) {
      event.preventDefault()
      refuse(tooLarge)
    } else setTimeout(() => void run(box.value), 0)
  })
  picker.addEventListener('change', () => {
    const file = picker.files?.[0]
    if (file) void take(file)
  })
  document.addEventListener('dragover', (event) => event.preventDefault())
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    const file = event.dataTransfer?.files[0]
    const text = event.dataTransfer?.getData('text/plain') ?? ''
    if (file) void take(file)
    else if (text !== '') {
      box.value = text.slice(0, MOST_CHARACTERS)
      void run(text)
    }
  })
  if (box.value !== '') void run(box.value) // kept by the browser over a reload
}

/** Another line for a cacheline: the report is laid over it and drawn anew; the choice keeps the focus. */
function startChoices(answer: HTMLElement, pasted: Pasted): void {
  const choices = new Map<string, C2cChoice>()
  answer.querySelector('#review-mapping')?.addEventListener('change', (event) => {
    const select = event.target
    if (!(select instanceof HTMLSelectElement)) return
    const address = select.dataset['address'] ?? ''
    const at = select.value.lastIndexOf(' ')
    choices.set(address, { struct: select.value.slice(0, at), line: Number(select.value.slice(at + 1)) })
    const holder = answer.querySelector('#review-mapping')
    if (!holder) return
    holder.innerHTML = renderMapping(remap(pasted, choices), pasted)
    for (const again of holder.querySelectorAll('select')) if (again.dataset['address'] === address) again.focus()
  })
}

/** The text is selected, and copied where the browser lets a page do that. */
function startCopying(answer: HTMLElement): void {
  for (const button of answer.querySelectorAll<HTMLButtonElement>('button.copy'))
    button.addEventListener('click', () => {
      const text = button.parentElement?.nextElementSibling
      if (!text) return
      getSelection()?.selectAllChildren(text)
      const copying = navigator.clipboard?.writeText(text.textContent ?? '')
      if (!copying) button.textContent = 'Selected'
      else
        copying.then(
          () => {
            button.textContent = 'Copied'
          },
          () => {
            button.textContent = 'Selected'
          },
        )
    })
}
