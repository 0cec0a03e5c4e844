import { pathToFileURL } from 'node:url'
import type { RouteData } from 'astro'
import type { StaticPathsApp } from 'astro/runtime/prerender/static-paths.js'

/** The code of the pages as the generator bundles it: it renders a route once it was given what the generator knows. */
export type BuildApp = StaticPathsApp & {
  setInternals: (internals: unknown) => void
  setOptions: (options: unknown) => void
  getOptions: () => unknown
  render: (request: Request, options: { routeData: RouteData }) => Promise<Response>
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** A field of a value that may be no object at all. */
export const fieldOf = (value: unknown, name: string): unknown =>
  isObject(value) ? Reflect.get(value, name) : undefined

function isBuildApp(value: unknown): value is BuildApp {
  return ['setInternals', 'setOptions', 'getOptions', 'render', 'getComponentByRoute'].every(
    (name) => typeof fieldOf(value, name) === 'function',
  )
}

/** Loads a bundle by its entry; throws where it is none of this version of the generator. */
export async function loadBuildApp(entry: string): Promise<BuildApp> {
  const module: unknown = await import(pathToFileURL(entry).href)
  const app = fieldOf(module, 'app')
  if (!isBuildApp(app)) throw new Error(`${entry}: expected the pages' code of the generator, found something else`)
  return app
}
