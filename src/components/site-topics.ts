import { getCollection } from 'astro:content'
import type { Project } from '../model/project.ts'
import { buildLineageEdges } from '../render/lineage-edges.ts'
import { buildTopics, type Topic, type TopicKind, type Topics } from '../render/topics.ts'
import { readCountedCases } from './counted-cases.ts'

export type SiteTopics = {
  topics: Topics
  edges: ReturnType<typeof buildLineageEdges>
  projects: ReadonlyMap<string, Project>
}
let known: Promise<SiteTopics> | null = null

async function read(): Promise<SiteTopics> {
  const records = await readCountedCases()
  const projects = await getCollection('projects')
  return {
    topics: buildTopics(records),
    edges: buildLineageEdges(records),
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
