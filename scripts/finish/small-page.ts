import { el, esc } from '../../src/render/markup.ts'
import { rootOf } from './relative-links.ts'

/** A page without masthead: a redirect, a choice between cases, a tombstone. Links are from the root. */
export type SmallPage = {
  title: string
  bodyMarkup: string
  /** The page's file from the root. */
  file: string
  canonical: string
  /** Set where the page leads on by itself; relative to the page. */
  redirect?: string
}

const policy = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'"

/** A whole document; `stylesheet` is the site's, from the root. */
export function renderSmallPage(
  { title, bodyMarkup, file, canonical, redirect }: SmallPage,
  stylesheet: string,
): string {
  const root = rootOf(file)
  const head = [
    el('meta', { charset: 'utf-8' }),
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    redirect !== undefined && el('meta', { 'http-equiv': 'refresh', content: `0; url=${redirect}` }),
    el('meta', { name: 'viewport', content: 'width=device-width,initial-scale=1' }),
    el('title', {}, esc(`${title} · False Sharing Casebook`)),
    el('meta', { name: 'robots', content: 'noindex' }),
    el('link', { rel: 'canonical', href: canonical }),
    el('link', { rel: 'stylesheet', href: root + stylesheet }),
  ]
  const home = el('p', { class: 'small' }, el('a', { href: `${root}index.html` }, 'False Sharing Casebook'))
  const main = el('main', { class: 'page small-page' }, el('h1', {}, esc(title)), bodyMarkup, home)
  return `<!doctype html>\n<html lang="en"><head>${head.filter((part) => part !== false).join('')}</head><body>${main}</body></html>\n`
}
