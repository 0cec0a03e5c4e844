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

/** Every name of a struct in a record, as written: of the patch, of its layouts and of its members. */
const structTexts = (record: CaseRecord): string[] => [
  ...record.structs,
  ...record.layouts.map((layout) => layout.struct),
  ...record.members.flatMap(({ struct }) => (struct === null ? [] : [struct])),
]
/** `vmlinux (total dec)`, `pond (32-bit)`: a name with a remark, which may stand for something that is no struct. */
const hasRemark = (text: string): boolean => text.trimEnd().endsWith(')')

/**
 * The structs a record names: of the patch, of its layouts and of its members. A name with a remark counts only where
 * `isKnown` says that a case names the struct without one, as this record may itself.
 */
export function structsOf(record: CaseRecord, isKnown: (name: string) => boolean = () => false): string[] {
  const texts = structTexts(record)
  const bare = new Set(texts.filter((text) => !hasRemark(text)).map(structName))
  const names = texts.map((text) => ({ name: structName(text), isBare: !hasRemark(text) }))
  return [
    ...new Set(
      names.flatMap(({ name, isBare }) => (name !== null && (isBare || bare.has(name) || isKnown(name)) ? [name] : [])),
    ),
  ]
}

/** Whether any case of a project names a struct without a remark. */
function findBareStructs(records: readonly CaseRecord[]): (project: string | null, name: string) => boolean {
  const bare = new Set(records.flatMap((record) => structsOf(record).map((name) => `${record.project}\n${name}`)))
  return (project, name) => bare.has(`${project}\n${name}`)
}

function listTopics(
  record: CaseRecord,
  isKnown: (name: string) => boolean,
): Pick<Topic, 'kind' | 'path' | 'project' | 'name'>[] {
  const { project, subsystem } = record
  const suites = new Set(record.benchmarks.map(({ suite }) => suite).filter((suite) => suite !== null))
  const under = subsystemPath(project, subsystem)
  return [
    ...structsOf(record, isKnown).flatMap((name) => {
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
  const isBare = findBareStructs(records)
  for (const record of sortByTime(records))
    for (const { kind, path, project, name } of listTopics(record, (struct) => isBare(record.project, struct))) {
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
