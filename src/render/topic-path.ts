import { slug } from '../text/slug.ts'

/**
 * The name of a struct as its page has it: `struct foo` and `foo (32-bit)` are `foo`. Null where the text describes
 * something else: `(global)`, `bytes needed by a walk`.
 */
export function structName(text: string): string | null {
  const name = text
    .replace(/^(?:struct|class|union|enum)\s+/, '')
    .replace(/\s*\([^()]*\)$/, '')
    .trim()
  return name === '' || name.startsWith('(') || /\s/.test(name.replace(/<[^<>]*>/g, '')) ? null : name
}

/** `/structs/linux/page-counter/`; null where no page can stand for it. */
export function structPath(project: string | null, struct: string): string | null {
  const name = structName(struct)
  return project === null || name === null ? null : `/structs/${project}/${slug(name)}/`
}

/** `/subsystems/linux/mm-memcg/`; null where project or subsystem is not known. */
export const subsystemPath = (project: string | null, subsystem: string | null): string | null =>
  project === null || subsystem === null ? null : `/subsystems/${project}/${slug(subsystem)}/`

/** `/benchmarks/will-it-scale/` */
export const suitePath = (suite: string): string => `/benchmarks/${slug(suite)}/`

/** `/projects/linux/` */
export const projectPath = (project: string): string => `/projects/${project}/`
