import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import mdx from '@astrojs/mdx'
import { defineConfig } from 'astro/config'
import { keepBundle } from './scripts/generator/bundle-hook.ts'
import { markdownSettings } from './scripts/generator/markdown-settings.ts'
import { findSiteAddress } from './scripts/site-address.ts'

process.env.ASTRO_TELEMETRY_DISABLED = '1'

// Another content folder (the tests' own) gets another output and another cache, so that two builds never mix.
const content = process.env.CASEBOOK_CONTENT ?? 'content'
const name =
  content === 'content' ? 'content' : createHash('sha1').update(path.resolve(content)).digest('hex').slice(0, 8)

/**
 * The review page reads mail in the browser: Node's Buffer and iconv-lite are replaced there by what browsers have.
 * What runs on Node keeps them.
 */
const browserPlatform = {
  name: 'browser-platform',
  enforce: 'pre',
  resolveId(id, _importer, options) {
    if (options?.ssr) return null
    const name = { 'node:buffer': 'buffer.ts', 'iconv-lite': 'charsets.ts' }[id]
    return name === undefined ? null : path.resolve(import.meta.dirname, 'src/client/platform', name)
  },
}

/** The page of the tests that shows every component in every state; no page of the site. */
const specimen = {
  name: 'specimen',
  hooks: {
    'astro:config:setup': ({ injectRoute }) => {
      if (process.env.CASEBOOK_SPECIMEN === '1')
        injectRoute({ pattern: '/specimen/', entrypoint: './tests/specimen/specimen.astro' })
    },
  },
}

/** Which line of which file each piece of a bundle comes from: `npm run coverage` asks for it, beside the site. */
const maps = process.env.CASEBOOK_MAPS
const keepMaps = {
  name: 'keep-maps',
  writeBundle({ dir }, bundle) {
    if (maps === undefined || dir === undefined) return
    mkdirSync(maps, { recursive: true })
    for (const file of Object.keys(bundle).filter((name) => name.endsWith('.map'))) {
      const code = file.slice(0, -4)
      copyFileSync(path.join(dir, code), path.join(maps, path.basename(code)))
      renameSync(path.join(dir, file), path.join(maps, path.basename(file)))
    }
  },
}

const bundle = process.env.CASEBOOK_BUNDLE

export default defineConfig({
  site: findSiteAddress().site,
  output: 'static',
  outDir: process.env.CASEBOOK_OUT ?? 'dist',
  cacheDir: `.cache/astro-${name}`,
  trailingSlash: 'always',
  build: { format: 'directory', inlineStylesheets: 'never' },
  compressHTML: true,
  devToolbar: { enabled: false },
  markdown: markdownSettings,
  // The build renders the pages by what is kept here.
  integrations: [mdx(), specimen, ...(bundle === undefined ? [] : [keepBundle(bundle)])],
  // No inline script, style or data address: the policy of every page forbids them.
  vite: {
    cacheDir: `.cache/vite-${name}`,
    plugins: [browserPlatform, keepMaps],
    build: {
      sourcemap: maps === undefined ? false : 'hidden',
      assetsInlineLimit: 0,
      rolldownOptions: {
        // Compiled texts carry a directive of Astro's; that it is dropped when bundled is meant.
        onwarn: (warning, warn) => (warning.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : warn(warning)),
      },
    },
  },
})
