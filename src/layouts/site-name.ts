/** The name in titles, the masthead and previews. */
export const siteName = 'False Sharing Casebook'
/** What the site is, in two sentences: on its first page and on its picture. */
export const siteSays =
  'Patches against false sharing and cacheline contention, kept as cases: what shared a line, what moved, what it gained, and what became of it. Every number names its source.'
