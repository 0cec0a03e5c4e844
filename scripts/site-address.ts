import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const LOCAL = 'http://localhost:4321/'
const packageSchema = z.object({ homepage: z.url().optional() })

/** Where a build stands: `site` is what links in cites, feeds and previews begin with, `base` the path it is served under. */
export type SiteAddress = { site: string; base: string }

/**
 * The address of the site, with a final slash: SITE, else the `homepage` of package.json, else the local one.
 * Only SITE says where a build will be served: one without it is served from a root, whatever its links cite.
 */
export function chooseSiteAddress(stated: string | undefined, homepage: string | undefined): SiteAddress {
  const site = (stated || homepage || LOCAL).replace(/\/*$/, '/')
  return { site, base: stated ? new URL(site).pathname : '/' }
}

/** {@link chooseSiteAddress} from the environment and package.json. */
export function findSiteAddress(): SiteAddress {
  const text = readFileSync(path.resolve(import.meta.dirname, '../package.json'), 'utf8')
  return chooseSiteAddress(process.env['SITE'], packageSchema.parse(JSON.parse(text)).homepage)
}
