import type { Topics } from '../render/topics.ts'

/** Says whether a page of a path is built: techniques by name, gathered pages by their path, permanent links always. */
export function findPages(techniques: ReadonlySet<string>, topics: Topics): (path: string) => boolean {
  return (path) => {
    const [, kind = '', name = ''] = path.split('/')
    if (kind === 'm' || kind === 'c') return true
    return kind === 'techniques' ? techniques.has(name) : kind === 'cases' || topics.has(path)
  }
}
