import type { CaseRecord } from '../model/case.ts'
import { readSiteCases } from './site-cases.ts'

/** The cases that counts, lists and aggregate figures are made of: all but those a person left out (demonstrations). */
export function readCountedCases(): CaseRecord[] {
  return readSiteCases()
    .filter(({ leaveOut }) => !leaveOut)
    .map(({ record }) => record)
}
