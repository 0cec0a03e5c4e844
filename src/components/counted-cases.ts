import { getCollection } from 'astro:content'
import type { CaseRecord } from '../model/case.ts'

/** The cases that counts, lists and aggregate figures are made of: all but those a person left out (demonstrations). */
export async function readCountedCases(): Promise<CaseRecord[]> {
  const entries = await getCollection('cases')
  return entries.filter(({ data }) => !data.frontMatter.leaveOut).map(({ data }) => data.record)
}
