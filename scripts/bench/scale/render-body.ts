import { plainContext } from '../../../src/render/case-context.ts'
import { renderCase } from '../../../src/render/case-page.ts'
import { buildRelatedIndex, findRelatedCases } from '../../../src/render/related-cases.ts'
import { readCases, readThread } from '../../read-content.ts'

/** Gives the body of each case's page, by slug: what another generator is given to render. */
export function openBodies(content: string): { slugs: string[]; render: (slug: string) => string } {
  const records = new Map(readCases(content).value.map(({ record }) => [record.slug, record]))
  const index = buildRelatedIndex([...records.values()])
  return {
    slugs: [...records.keys()],
    render: (slug) => {
      const record = records.get(slug)
      if (!record) throw new Error(`no case ${slug}`)
      const context = { ...plainContext, related: findRelatedCases(record, index) }
      return renderCase(record, readThread(content, slug).value, context)
    },
  }
}
