import type { LoggedCommit } from '../sources/commit-log.ts'

/** What is known of a case before its commit is looked for. */
export type KnownCase = {
  slug: string
  project: string | null
  /** Commits in the order of trust, 7 to 64 digits. */
  commits: string[]
  title: string
  /** Every spelling of the author; none: only the commit can tell. */
  authors: string[]
  authored: string | null
}
/** The commit of a case, and by what it was found. */
export type FoundCommit = { slug: string; sha: string; by: 'commit' | 'title' | 'patch-id' }

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
const plainTitle = (title: string): string => title.replace(/\s+/g, ' ').trim()
const KEY = 7

/** Cases by commit and by title, to be asked once a commit. */
export class CommitMatcher {
  private readonly cases: readonly KnownCase[]
  private readonly byKey = new Map<string, { sha: string; slug: string }[]>()
  private readonly byTitle = new Map<string, KnownCase[]>()
  private readonly found = new Map<string, string>()
  private readonly titled = new Map<string, LoggedCommit[]>()

  constructor(cases: readonly KnownCase[]) {
    this.cases = cases
    for (const known of cases) {
      for (const sha of known.commits) append(this.byKey, sha.slice(0, KEY), { sha, slug: known.slug })
      append(this.byTitle, plainTitle(known.title), known)
    }
  }

  /** Looks at one commit of the walk. */
  add(commit: LoggedCommit): void {
    for (const { sha, slug } of this.byKey.get(commit.sha.slice(0, KEY)) ?? [])
      if (commit.sha.startsWith(sha)) this.found.set(slug, commit.sha)
    for (const known of this.byTitle.get(plainTitle(commit.title)) ?? [])
      if (known.authors.some((author) => letters(author) === letters(commit.author)))
        append(this.titled, known.slug, commit)
  }

  /**
   * What the walk found. A title joins only cases of the clone's project: the one most commits (else titles) are of.
   * A title that several commits bear is decided by the author's date, else it is ambiguous.
   */
  finish(): { found: FoundCommit[]; ambiguous: { slug: string; shas: string[] }[]; project: string | null } {
    const project = mostCommon(
      this.cases.filter(({ slug }) => this.found.has(slug)),
      this.cases.filter(({ slug }) => this.titled.has(slug)),
    )
    const found: FoundCommit[] = [...this.found].map(([slug, sha]) => ({ slug, sha, by: 'commit' }))
    const ambiguous: { slug: string; shas: string[] }[] = []
    for (const known of this.cases) {
      const commits = this.titled.get(known.slug)
      if (!commits || this.found.has(known.slug) || known.project !== project) continue
      const dated = commits.filter(
        ({ authored }) => known.authored !== null && Date.parse(authored) === Date.parse(known.authored),
      )
      const best = commits.length === 1 ? commits : dated
      if (best.length === 1 && best[0]) found.push({ slug: known.slug, sha: best[0].sha, by: 'title' })
      else ambiguous.push({ slug: known.slug, shas: commits.map(({ sha }) => sha) })
    }
    return { found, ambiguous, project }
  }
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}

function mostCommon(...ranked: readonly (readonly KnownCase[])[]): string | null {
  for (const cases of ranked) {
    const counts = Map.groupBy(cases, ({ project }) => project)
    const best = [...counts].sort(([, a], [, b]) => b.length - a.length)[0]
    if (best) return best[0]
  }
  return null
}
