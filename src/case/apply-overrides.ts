import type { CaseMember, CaseRecord } from '../model/case.ts'
import type { FrontMatter } from '../model/front-matter.ts'
import { editorTexts } from '../model/names.ts'
import type { Problem, Result } from '../model/problem.ts'
import type { Stated } from '../model/source.ts'
import type { StructLayout } from '../model/struct-layout.ts'
import { mergeStated } from './contradiction.ts'
import { isPlaceholder } from './measured-case.ts'

/**
 * A person's front matter over the record: every override is the editor's, what it replaces stays as `but` and is
 * reported; roles and base alignments are set on members and layouts.
 */
export function applyOverrides(record: CaseRecord, front: FrontMatter): Result<CaseRecord> {
  const overrides = front.overrides
  const problems: Problem[] = []
  const where = `${record.slug}/index.mdx`
  const set = <T>(field: string, old: Stated<T>, value: T | undefined): Stated<T> =>
    value === undefined
      ? old
      : isPlaceholder(old)
        ? { value, from: 'editor' }
        : (mergeStated({ value, from: 'editor' }, old, { where, field, problems }) ?? old)
  const byEditor = editorTexts.filter((name) => overrides[name] !== undefined)
  const value: CaseRecord = {
    ...record,
    ...(byEditor.length > 0 ? { byEditor } : {}),
    title: front.title,
    project: overrides.project ?? record.project,
    subsystem: overrides.subsystem ?? record.subsystem,
    language: overrides.language ?? record.language,
    kind: set('kind', record.kind, overrides.kind),
    technique: set('technique', record.technique, overrides.technique),
    outcome: set('outcome', record.outcome, overrides.outcome),
    outcomeNote: overrides.outcomeNote ?? record.outcomeNote,
    summary: overrides.summary ?? record.summary,
    structs: overrides.structs ?? record.structs,
    members: overrideRoles(record.members, overrides.roles ?? []),
    related: [...new Set([...record.related, ...front.related])],
    problems: [...record.problems, ...problems],
  }
  const layouts = overrideBases(record.layouts, overrides.baseAlignment ?? [])
  return { value: { ...value, layouts: spreadRoles(layouts, value.members) }, problems }
}

type RoleOverrides = NonNullable<FrontMatter['overrides']['roles']>
type BaseOverrides = NonNullable<FrontMatter['overrides']['baseAlignment']>

function overrideRoles(members: readonly CaseMember[], roles: RoleOverrides): CaseMember[] {
  const isMeant = (member: CaseMember, role: RoleOverrides[number]): boolean =>
    member.name === role.member && (member.struct === null || member.struct === role.struct)
  const changed = members.map((member) => {
    const role = roles.find((candidate) => isMeant(member, candidate))
    if (!role) return member
    const roleNote = role.note ?? member.roleNote
    return { ...member, struct: role.struct, role: role.role, roleNote, roleFrom: 'editor' as const }
  })
  const added = roles.filter((role) => !members.some((member) => isMeant(member, role)))
  return [
    ...changed,
    ...added.map((role) => ({
      struct: role.struct,
      name: role.member,
      role: role.role,
      roleNote: role.note ?? null,
      roleFrom: 'editor' as const,
      from: 'editor' as const,
      sources: [],
    })),
  ]
}

function overrideBases(layouts: readonly StructLayout[], bases: BaseOverrides): StructLayout[] {
  return layouts.map((layout) => {
    const base = bases.find((candidate) => candidate.struct === layout.struct)
    if (!base) return layout
    return { ...layout, base: { ...layout.base, alignment: base.alignment, how: `${base.how} (editor)` } }
  })
}

/** The roles known of members, set on the layouts that draw them; a role a layout states itself stays. */
export function spreadRoles(layouts: readonly StructLayout[], members: readonly CaseMember[]): StructLayout[] {
  const known = members.filter((member) => member.role !== 'unknown')
  return layouts.map((layout) => ({
    ...layout,
    members: layout.members.map((drawn) => {
      const member = known.find(
        (candidate) => candidate.name === drawn.name && (!candidate.struct || candidate.struct === layout.struct),
      )
      const isStated = drawn.role !== 'unknown' && drawn.roleFrom === 'stated'
      if (!member || (isStated && member.roleFrom !== 'editor')) return drawn
      return { ...drawn, role: member.role, roleFrom: member.roleFrom }
    }),
  }))
}
