import type { Message, Thread, ThreadMessage } from '../model/message.ts'
import type { Problem, Result } from '../model/problem.ts'
import { buildKnownIds, type KnownIds, resolveIds } from './known-ids.ts'
import { messageKind } from './message-kind.ts'
import { compareMessages } from './message-order.ts'
import { placeOf, referenceChain } from './message-references.ts'
import { dropRepeats } from './repeated-messages.ts'
import { subjectParents } from './subject-parents.ts'

/** A place in the tree: a message, or a ghost where `message` is null. */
type Container = { id: string; message: Message | null; parent: Container | null; children: Set<Container> }

/** Deepest chain of ancestors that is followed; a longer one is cut there. */
const maxDepth = 20_000

/** True where `candidate` stands above `container`. A container without children stands above nothing. */
function isAbove(candidate: Container, container: Container): boolean {
  if (candidate.children.size === 0) return false
  let above: Container | null = container
  for (let steps = 0; above !== null && steps < maxDepth; steps += 1) {
    if (above === candidate) return true
    above = above.parent
  }
  return above !== null
}

/** Hangs `child` below `parent` unless that would close a loop; says whether it did. */
function attach(child: Container, parent: Container): boolean {
  if (child.parent === parent) return true
  if (child === parent || isAbove(child, parent)) return false
  child.parent?.children.delete(child)
  child.parent = parent
  parent.children.add(child)
  return true
}

function loopProblem(message: Message, id: string): Problem {
  return {
    code: 'reference-loop',
    severity: 'warning',
    where: placeOf(message),
    message: `its references make <${id}> stand both above and below it`,
    whatToDo: 'Nothing: the reference that closes the loop is left out.',
  }
}

function noteGhost(ghosts: Map<string, string[]>, id: string, by: string): void {
  const referencedBy = ghosts.get(id)
  if (referencedBy === undefined) ghosts.set(id, [by])
  else referencedBy.push(by)
}

/** The containers of all messages and of all ids they refer to, linked by JWZ's rules (jwz.org/doc/threading.html). */
function linkContainers(
  messages: Message[],
  known: KnownIds,
): {
  containers: Map<string, Container>
  ghosts: Map<string, string[]>
  problems: Problem[]
} {
  const containers = new Map<string, Container>()
  const ghosts = new Map<string, string[]>()
  const problems: Problem[] = []
  for (const message of messages)
    containers.set(message.id, { id: message.id, message, parent: null, children: new Set() })
  const containerOf = (id: string): Container => {
    const found = containers.get(id) ?? { id, message: null, parent: null, children: new Set() }
    containers.set(id, found)
    return found
  }
  for (const message of messages) {
    const { chain, problems: chainProblems } = referenceChain(message, known)
    problems.push(...chainProblems)
    let above: Container | null = null
    for (const id of chain) {
      if (!known.has(id)) noteGhost(ghosts, id, message.id)
      const container = containerOf(id)
      // A link that another message's own headers made is never replaced by hearsay.
      if (above !== null && container.parent === null && container.message === null) attach(container, above)
      above = container
    }
    const own = containers.get(message.id)
    if (own === undefined || above === null) continue
    if (!attach(own, above)) problems.push(loopProblem(message, above.id))
  }
  return { containers, ghosts, problems }
}

/** Messages below a root in reading order: parents first, siblings by date. A stack, for depth is the sender's choice. */
function readInOrder(root: Container, inferred: ReadonlySet<string>): ThreadMessage[] {
  const order: ThreadMessage[] = []
  const stack: { container: Container; depth: number }[] = [{ container: root, depth: 0 }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { container, depth } = next
    if (container.message !== null)
      order.push({
        message: container.message,
        kind: messageKind(container.message),
        parentId: container.parent?.id ?? null,
        depth,
        parentIsInferred: inferred.has(container.id),
      })
    const below = container.message === null ? depth : depth + 1
    for (const child of sortedChildren(container).reverse()) stack.push({ container: child, depth: below })
  }
  return order
}

/** The first message at or below a container, for sorting ghosts among messages. */
function firstMessage(container: Container): Message | null {
  let current: Container | undefined = container
  for (let steps = 0; current !== undefined && steps < maxDepth; steps += 1) {
    if (current.message !== null) return current.message
    current = current.children.values().next().value
  }
  return null
}

function compareContainers(a: Container, b: Container): number {
  const first = firstMessage(a)
  const second = firstMessage(b)
  if (first === null || second === null) return first === second ? 0 : first === null ? 1 : -1
  return compareMessages(first, second)
}

function sortedChildren(container: Container): Container[] {
  return [...container.children].sort(compareContainers)
}

/** The ghosts of one thread in reading order, each with the messages that name it. */
function collectGhosts(root: Container, ghosts: ReadonlyMap<string, string[]>): Thread['ghosts'] {
  const found: Thread['ghosts'] = []
  const stack = [root]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const referencedBy = ghosts.get(next.id)
    if (next.message === null && referencedBy !== undefined) found.push({ id: next.id, referencedBy })
    for (const child of sortedChildren(next).reverse()) stack.push(child)
  }
  return found
}

/**
 * Threads of a set of messages, oldest first: JWZ with ghosts and a loop guard, each message with its kind. Messages
 * without any reference are placed below the patch that their subject answers, marked inferred. References spell ids
 * as the messages that are here do. The outcome does not depend on the order of the input. Problems: `repeated-message-id`, `bad-reference`, `reference-loop`.
 */
export function buildThreads(messages: Message[]): Result<Thread[]> {
  const { value: distinct, problems } = dropRepeats(messages)
  const known = buildKnownIds(distinct)
  const resolved = distinct.map((message) => resolveIds(message, known))
  const { containers, ghosts, problems: linkProblems } = linkContainers(resolved, known)
  const inferred = new Set<string>()
  for (const { child, parent } of subjectParents(resolved)) {
    const below = containers.get(child)
    const above = containers.get(parent)
    if (below !== undefined && above !== undefined && below.parent === null && attach(below, above)) inferred.add(child)
  }
  const roots = [...containers.values()].filter((container) => container.parent === null)
  roots.sort(compareContainers)
  const threads = roots.map((root) => ({
    rootId: root.id,
    messages: readInOrder(root, inferred),
    ghosts: collectGhosts(root, ghosts),
  }))
  return { value: threads.filter((thread) => thread.messages.length > 0), problems: [...problems, ...linkProblems] }
}
