import { escapeHtml } from '../text/escape-html.ts'
import { hiddenCharacters, showHidden } from '../text/visible-text.ts'

/** The one builder of HTML and SVG strings: every outside string is escaped here and nowhere else. */

export type Child = string | false | null | undefined | readonly Child[]
export type Attributes = Record<string, string | number | boolean | null | undefined>

const voidElements = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'wbr'])
const shapes = new Set(['rect', 'line', 'path', 'circle', 'use'])

/** Most strings hold nothing to escape: one look is enough for them. */
const special = new RegExp(`[&<>"'${hiddenCharacters}]`)

/**
 * Text as markup: the five characters of HTML are escaped, and what hides or reorders text is made visible, so that
 * no path or name can show itself as another.
 */
export function esc(text: string | number): string {
  const string = String(text)
  if (!special.test(string)) return string
  return escapeHtml(showHidden(string))
}

function flatten(children: readonly Child[]): string {
  let out = ''
  for (const child of children) {
    if (typeof child === 'string') out += child
    else if (Array.isArray(child)) out += flatten(child)
  }
  return out
}

/** Joins children, which are markup already. */
export const markup = (...children: Child[]): string => flatten(children)

/**
 * `el('rect', { x: 1 }, child)` -> `<rect x="1">…</rect>`. Attribute values are escaped and numbers rounded to two
 * decimals; false, null, undefined and '' leave the attribute out, true writes it without a value. Children are markup.
 */
export function el(name: string, attributes: Attributes = {}, ...children: Child[]): string {
  let out = `<${name}`
  for (const key in attributes) {
    const value = attributes[key]
    if (typeof value === 'string') {
      if (value !== '') out += ` ${key}="${esc(value)}"`
    } else if (typeof value === 'number') {
      out += ` ${key}="${Number.isInteger(value) ? value : Math.round(value * 100) / 100}"`
    } else if (value === true) out += ` ${key}`
  }
  if (voidElements.has(name)) return `${out}>`
  const inner = children.length === 0 ? '' : flatten(children)
  return inner === '' && shapes.has(name) ? `${out}/>` : `${out}>${inner}</${name}>`
}

/** An SVG text at a place; the string is escaped. */
export function svgText(x: number, y: number, string: string | number, attributes: Attributes = {}): string {
  return el('text', { x, y, ...attributes }, esc(string))
}

/** An identifier or path in the code face; the string is escaped. */
export const code = (string: string): string => `<code>${esc(string)}</code>`

/** An identifier that may break where a reader would break it: after `_`, `::` and `.`, and before a capital that follows a small letter. */
export const breakableCode = (string: string): string =>
  el(
    'code',
    {},
    string
      .split(/(?<=_)(?!_)|(?<=::|\.)|(?<=[a-z0-9])(?=[A-Z])/)
      .map(esc)
      .join('<wbr>'),
  )

/** A link; the label is markup. Only http, https and links inside the site become links, anything else stays text. */
export function link(href: string, label: string, attributes: Attributes = {}): string {
  if (!/^(?:https?:\/\/|[/#.?]|[a-z0-9-]+(?:[/.]|$))/i.test(href)) return label
  return el('a', { ...attributes, href }, label)
}

/** An id part from an outside name: letters, digits, `_`, `.`, `/` and `-` stay, anything else is `-`. */
export const idPart = (name: string): string => name.replace(/[^A-Za-z0-9_./-]+/g, '-').slice(0, 300)
