/** Kinds of pages this site builds, by the folder of their route. */
const routes = Object.keys(import.meta.glob('../pages/**/*.astro')).map((file) => file.replace('../pages/', ''))

/** Says whether a page of a path is built: techniques by name, permanent links always, other kinds by their route. */
export function findPages(techniques: ReadonlySet<string>): (path: string) => boolean {
  const kinds = new Set(routes.map((route) => route.split('/')[0] ?? ''))
  return (path) => {
    const [, kind = '', name = ''] = path.split('/')
    if (kind === 'm' || kind === 'c') return true
    if (kind === 'techniques') return kinds.has(kind) && techniques.has(name)
    return kinds.has(kind)
  }
}
