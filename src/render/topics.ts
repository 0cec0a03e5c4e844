import type { CaseRecord } from '../model/case.ts'
import { projectPath, structName, structPath, subsystemPath, suitePath } from './topic-path.ts'

export type TopicKind = 'structs' | 'subsystems' | 'projects' | 'benchmarks'

/** What has a page that gathers its cases. */
export type Topic = {
  kind: TopicKind
  /** From the site's root, with both slashes. */
  path: string
  project: string | null
  name: string
  /** Every name that gives this path; more than one is a clash. */
  names: string[]
  /** In time order, the undated last. */
  records: CaseRecord[]
}
export type Topics = ReadonlyMap<string, Topic>

/** The date a case stands at in time: written, else posted, else committed; null where none is known. */
export const caseDate = (record: CaseRecord): string | null =>
  (record.authored ?? record.posted ?? record.committed)?.value ?? null

/** Oldest first, the undated last, then by title. */
export function sortByTime(records: readonly CaseRecord[]): CaseRecord[] {
  const moment = (record: CaseRecord): number => {
    const date = caseDate(record)
    return date === null ? Number.POSITIVE_INFINITY : Date.parse(date)
  }
  const keyed = records.map((record) => ({ record, at: moment(record) }))
  keyed.sort((a, b) => (a.at === b.at ? (a.record.title < b.record.title ? -1 : 1) : a.at < b.at ? -1 : 1))
  return keyed.map(({ record }) => record)
}

/** The structs a record names: of the patch, of its layouts and of its members. */
export function structsOf(record: CaseRecord): string[] {
  const named = [
    ...record.structs,
    ...record.layouts.map((layout) => layout.struct),
    ...record.members.flatMap(({ struct }) => (struct === null ? [] : [struct])),
  ]
  return [...new Set(named.map(structName).filter((name) => name !== null))]
}

function listTopics(record: CaseRecord): Pick<Topic, 'kind' | 'path' | 'project' | 'name'>[] {
  const { project, subsystem } = record
  const suites = new Set(record.benchmarks.map(({ suite }) => suite).filter((suite) => suite !== null))
  const under = subsystemPath(project, subsystem)
  return [
    ...structsOf(record).flatMap((name) => {
      const path = structPath(project, name)
      return path === null ? [] : [{ kind: 'structs' as const, path, project, name }]
    }),
    ...(under !== null && subsystem !== null
      ? [{ kind: 'subsystems' as const, path: under, project, name: subsystem }]
      : []),
    ...(project === null ? [] : [{ kind: 'projects' as const, path: projectPath(project), project, name: project }]),
    ...[...suites].map((name) => ({ kind: 'benchmarks' as const, path: suitePath(name), project: null, name })),
  ]
}

/** Every struct, subsystem, project and suite of the cases by the path of its page, once a build. */
export function buildTopics(records: readonly CaseRecord[]): Topics {
  const topics = new Map<string, Topic>()
  for (const record of sortByTime(records))
    for (const { kind, path, project, name } of listTopics(record)) {
      const known = topics.get(path)
      if (!known) topics.set(path, { kind, path, project, name, names: [name], records: [record] })
      else {
        if (!known.names.includes(name)) known.names.push(name)
        if (known.records.at(-1) !== record) known.records.push(record)
      }
    }
  return topics
}

/** Pages that two different names would share. */
export const findNameClashes = (topics: Topics): Topic[] => [...topics.values()].filter(({ names }) => names.length > 1)
