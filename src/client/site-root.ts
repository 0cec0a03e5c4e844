/** The site's root as an absolute address, from the `data-root` that the build makes relative to each page. */
export function findSiteRoot(): URL {
  const relative = document.querySelector<HTMLElement>('[data-root]')?.dataset['root'] ?? './'
  return new URL(relative, document.baseURI)
}
