import type { CaseMember } from '../model/case.ts'
import type { StructLayout } from '../model/struct-layout.ts'
import { judgeLine, type LineMember, type LineVerdict } from './layout-conflicts.ts'

/** What the record knows of a member's role beside the layout. */
export type RoleSource = Pick<CaseMember, 'struct' | 'name' | 'role' | 'roleFrom' | 'roleNote'>

/** The role of each member of a layout: the layout's own, else the record's; the record's note always. */
export function findRoles(layout: StructLayout, members: readonly RoleSource[]): LineMember[] {
  return layout.members.map((member) => {
    const known = members.find(
      ({ struct, name }) => name === member.name && (struct === null || struct === layout.struct),
    )
    const own = member.role !== 'unknown'
    const better = known && known.role !== 'unknown' && (!own || known.roleFrom === 'editor')
    return {
      name: member.name,
      role: better ? known.role : member.role,
      roleFrom: better ? known.roleFrom : member.roleFrom,
      roleNote: known?.roleNote ?? null,
    }
  })
}

/** The verdict on the members of one row. */
export function sharedOn(
  pieces: readonly { key: number }[],
  roles: readonly LineMember[],
  layout: StructLayout,
  side: 'before' | 'after',
): LineVerdict {
  const members = pieces.map(({ key }) => roles[key]).filter((member): member is LineMember => member !== undefined)
  const stated = layout.statedShared.filter((each) => each.side === side).flatMap((each) => each.members)
  return judgeLine(members, stated)
}

/** A layout whose members carry the roles that will be drawn. */
export function withRoles(layout: StructLayout, members: readonly RoleSource[]): StructLayout {
  const roles = findRoles(layout, members)
  return {
    ...layout,
    members: layout.members.map((member, at) => ({ ...member, ...pick(roles[at], member) })),
  }
}
function pick(role: LineMember | undefined, member: StructLayout['members'][number]) {
  return { role: role?.role ?? member.role, roleFrom: role?.roleFrom ?? member.roleFrom }
}
