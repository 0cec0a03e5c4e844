import { type CaseRecord, caseSchema } from '../model/case.ts'

/** Why a value of a case without mail is a placeholder: an override takes its place and contradicts nothing. */
const nothingRead = 'no patch was read: only result files and layouts are here'

/** Why kind and technique of a case are placeholders whose mails neither hold nor quote its diff. */
export const noDiff = 'the diff is not here'
/** True for a value that stands in the place of one: what another source says contradicts nothing. */
export const isPlaceholder = (stated: object): boolean =>
  'how' in stated && (stated.how === nothingRead || stated.how === noDiff)

/** A case without a mail: what result files hold is added to it, the rest is for a person's front matter to say. */
export function buildMeasuredCase(slug: string, title: string): CaseRecord {
  const how = nothingRead
  return caseSchema.parse({
    schema: 1,
    slug,
    title,
    author: null,
    kind: { value: 'layout', inferred: true, how },
    technique: { value: 'other', inferred: true, how },
    outcome: { value: 'unknown', inferred: true, how },
  })
}
