import { getCollection } from 'astro:content'
import type { Project } from '../model/project.ts'
import { buildSiteContext } from '../render/site-context.ts'
import { buildTopics, type Topic, type TopicKind, type Topics } from '../render/topics.ts'
import { readCountedCases } from './counted-cases.ts'
import { readSiteCases } from './site-cases.ts'

export type SiteTopics = { topics: Topics; projects: ReadonlyMap<string, Project> }
let known: Promise<SiteTopics> | null = null

async function read(): Promise<SiteTopics> {
  const projects = await getCollection('projects')
  return {
    topics: buildTopics(readCountedCases()),
    projects: new Map(projects.map((entry) => [entry.id, entry.data])),
  }
}

/** What has a page that gathers its cases, and the projects; made once a build. */
export function readTopics(): Promise<SiteTopics> {
  known ??= read()
  return known
}

/** The topics of one kind. */
export const ofKind = (topics: Topics, kind: TopicKind): Topic[] =>
  [...topics.values()].filter((topic) => topic.kind === kind)

let context: Promise<ReturnType<typeof buildSiteContext>> | null = null

async function makeContext(siteUrl: string): Promise<ReturnType<typeof buildSiteContext>> {
  const { projects } = await readTopics()
  return buildSiteContext({
    siteUrl,
    records: readSiteCases().map(({ record }) => record),
    counted: readCountedCases(),
    projects,
    techniques: new Set((await getCollection('techniques')).map((entry) => entry.id)),
  })
}

/** The contexts of case pages; made once a build, where a case needs the generator at all. */
export function readSiteContext(siteUrl: string): Promise<ReturnType<typeof buildSiteContext>> {
  context ??= makeContext(siteUrl)
  return context
}
