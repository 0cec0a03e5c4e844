import type { CaseRecord } from '../../src/model/case.ts'
import { el, esc } from '../../src/render/markup.ts'
import type { Removal } from '../removed.ts'
import { buildCommitPages, buildMessagePages, buildShards, type Place, type PlacedMessage } from './message-index.ts'
import { rootOf } from './relative-links.ts'
import type { Files } from './site-writer.ts'
import { renderSmallPage } from './small-page.ts'

/** What the pages beside Astro's need to know of the site. `stylesheet` is from the root. */
export type SiteContext = { site: string; stylesheet: string }

const words: Record<Removal['reason'], string> = {
  'author-request': 'at the request of an author',
  'personal-data': 'because it held personal data',
  copyright: 'for reasons of copyright',
  duplicate: 'because another page has the same',
  mistake: 'because it was a mistake',
}

const caseAddress = (place: Place, root: string): string =>
  `${root}cases/${place.slug}/index.html${place.anchor === '' ? '' : `#${place.anchor}`}`

/** One place: the page leads on. Several: the reader chooses. */
function renderPlaces(path: string, id: string, places: readonly Place[], { site, stylesheet }: SiteContext): string {
  const file = `${path}index.html`
  const root = rootOf(file)
  const items = places.map((place) =>
    el(
      'li',
      {},
      el('a', { href: caseAddress(place, root) }, esc(place.title)),
      place.kind === 'commit' ? '' : ` (${esc(place.kind)})`,
    ),
  )
  const first = places[0]
  const canonical = first && places.length === 1 ? `${site}cases/${first.slug}/` : `${site}${path}`
  return renderSmallPage(
    {
      title:
        places.length === 1
          ? (first?.title ?? id)
          : `${places.length} cases hold this ${first?.kind === 'commit' ? 'commit' : 'message'}`,
      bodyMarkup: el('p', { class: 'quiet' }, el('code', {}, esc(id))) + el('ul', { class: 'plain' }, items),
      file,
      canonical,
      ...(first && places.length === 1 ? { redirect: caseAddress(first, root) } : {}),
    },
    stylesheet,
  )
}

/** `/m/…`, `/c/…` and the shards of the 404 page. */
export function buildPermalinkPages(
  records: readonly CaseRecord[],
  messages: readonly PlacedMessage[],
  context: SiteContext,
): Files {
  const files = new Map<string, string>()
  for (const [path, { id, places }] of [...buildMessagePages(messages), ...buildCommitPages(records)])
    files.set(`${path}index.html`, renderPlaces(path, id, places, context))
  for (const [name, shard] of buildShards(messages)) files.set(`m/index/${name}.json`, `${JSON.stringify(shard)}\n`)
  return files
}

/** A redirect for each slug a case had before. */
export function buildAliasPages(
  aliases: readonly { alias: string; slug: string; title: string }[],
  { site, stylesheet }: SiteContext,
): Files {
  return new Map(
    aliases.map(({ alias, slug, title }) => {
      const file = `cases/${alias}/index.html`
      const href = `../${slug}/index.html`
      const bodyMarkup = el('p', {}, el('a', { href }, 'The case has moved here.'))
      return [
        file,
        renderSmallPage({ title, bodyMarkup, file, canonical: `${site}cases/${slug}/`, redirect: href }, stylesheet),
      ]
    }),
  )
}

/** A tombstone for each removed page: when and why, and where the original can be read. */
export function buildTombstones(removals: readonly Removal[], { site, stylesheet }: SiteContext): Files {
  return new Map(
    removals.map(({ path, date, reason, links }) => {
      const file = `${path.slice(1)}index.html`
      const out = links.map((href) => el('li', {}, el('a', { href }, esc(href))))
      const bodyMarkup =
        el(
          'p',
          {},
          `This page was removed on ${esc(date)} ${words[reason]}. Its text, mails and quotes are gone from the site.`,
        ) + (out.length > 0 ? el('p', {}, 'Elsewhere:') + el('ul', { class: 'plain' }, out) : '')
      return [
        file,
        renderSmallPage({ title: 'Removed', bodyMarkup, file, canonical: `${site}${path.slice(1)}` }, stylesheet),
      ]
    }),
  )
}
