import { esc } from '../../src/render/markup.ts'
import type { Files } from './site-writer.ts'

/** The description by which a browser offers the site's search in its own box. */
export function buildOpenSearch(site: string): Files {
  const address = esc(site)
  return new Map([
    [
      'opensearch.xml',
      `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>False sharing</ShortName>
<Description>Search the False Sharing Casebook by member, struct, file, commit, Message-ID or word</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image height="16" width="16" type="image/svg+xml">${address}favicon.svg</Image>
<Url type="text/html" template="${address}search/index.html?q={searchTerms}"/>
</OpenSearchDescription>
`,
    ],
  ])
}
