import type { AstroComponentFactory } from 'astro/runtime/server/index.js'
import NotThere from './NotThere.astro'

const modules = import.meta.glob<{ default: AstroComponentFactory }>('./*.astro', { eager: true })
const byName = new Map(
  Object.entries(modules).map(([file, module]) => [file.slice('./'.length, -'.astro'.length), module.default]),
)

/** The components that a body of MDX names, by their file's name; a name without a file draws nothing and says so. */
export function componentsFor(body: string): Record<string, AstroComponentFactory> {
  const names = new Set([...body.matchAll(/<([A-Z]\w*)[\s/>]/g)].map((match) => match[1] ?? ''))
  return Object.fromEntries([...names].map((name) => [name, byName.get(name) ?? NotThere]))
}
