import type { CaseContext } from './case-context.ts'
import { link } from './markup.ts'

/** A link to a message in its project's list archive; '' where the project has none or the id is no one's but ours. */
export function archiveLink(messageId: string, { project }: CaseContext, label = 'in the list archive'): string {
  if (!project?.messageUrl || !messageId.includes('@')) return ''
  return link(project.messageUrl.replace('{id}', encodeURIComponent(messageId).replace(/%40/g, '@')), label)
}
