import { type CaseRecord, caseSchema } from '../model/case.ts'

/** Why a value of a case without mail is a placeholder: an override takes its place and contradicts nothing. */
export const nothingRead = 'no patch was read: only result files and layouts are here'

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
