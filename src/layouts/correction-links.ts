/** A link to a form of the repository's issues, filled in for one page. */
export type CorrectionLink = { label: string; href: string }

const forms = [
  { template: 'wrong-number.yml', label: 'Wrong number?', title: 'Wrong: ' },
  { template: 'missing-case.yml', label: 'Missing case?', title: 'Missing: ' },
  { template: 'removal.yml', label: 'Removal', title: 'Removal: ' },
] as const
/** A title longer than this makes the address of the form too long for some servers. */
const MOST_TITLE = 120

/**
 * Forms for corrections, filled in with a page's address and title. `repository` is `owner/name` as the workflow sets
 * it; anything else (a build at home) gives none, and the README's words stand.
 */
export function buildCorrectionLinks(
  repository: string | undefined,
  page: { permalink: string; title: string },
): CorrectionLink[] {
  if (repository === undefined || !/^[A-Za-z0-9-]+\/[A-Za-z0-9._-]+$/.test(repository)) return []
  return forms.map(({ template, label, title }) => {
    const about = template === 'missing-case.yml' ? title : title + page.title.slice(0, MOST_TITLE).toWellFormed()
    const query = new URLSearchParams({ template, title: about, page: page.permalink })
    return { label, href: `https://github.com/${repository}/issues/new?${query}` }
  })
}
