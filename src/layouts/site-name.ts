/** The name in titles, the masthead and previews. */
export const siteName = 'False Sharing Casebook'
