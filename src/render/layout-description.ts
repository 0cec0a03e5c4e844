import type { StructLayout } from '../model/struct-layout.ts'
import type { LayoutPlan, SideName } from './layout-plan.ts'

/** The figure in words, for who does not see it: shared lines, and where its members stand, before and after. */
export function describeLayout(plan: Omit<LayoutPlan, 'description'>, layout: StructLayout): string {
  const sentence = (side: SideName): string => {
    const rows = plan[side].rows.filter((row) => row.kind === 'line')
    const places = rows.flatMap(({ members, line }) =>
      members.map(({ name, offsetBytes }) => (offsetBytes === null ? name : `${name} at ${offsetBytes}, line ${line}`)),
    )
    return `${side === 'before' ? 'Before' : 'After'}: ${plan[side].count.words}; ${places.slice(0, 24).join('; ')}.`
  }
  const unknown = layout.base.alignment === 'unknown' ? ' Where the object starts within a cacheline is not known.' : ''
  return `${sentence('before')} ${sentence('after')}${unknown}`
}
