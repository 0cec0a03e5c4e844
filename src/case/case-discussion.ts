import type { PatchHistory, PatchVersion } from '../model/series.ts'
import { primaryVersion } from './primary-message.ts'

/** Versions with their postings, and the subject's numbers of the latest. */
export function buildVersions(history: PatchHistory) {
  if (history.patchIsQuoted) return buildQuoted(history)
  const latest = primaryVersion(history)
  const numbers = [...new Set(history.versions.map((version) => version.version))].sort((a, b) => a - b)
  return {
    postings: history.versions.map((version) => version.messageId),
    subject: latest ? buildSubject(latest) : null,
    versions: numbers.map((number) => buildVersion(history.versions.filter((version) => version.version === number))),
  }
}

/** Only quoted: its posting is the message that the quoting reply answers, where that is named. */
function buildQuoted(history: PatchHistory) {
  const latest = primaryVersion(history)
  const reply = latest?.message ?? history.messages[0]?.message
  const id = reply?.inReplyTo ?? null
  const postings = id !== null && history.missing.some((missing) => missing.messageId === id) ? [id] : []
  const version = latest ? [{ ...buildVersion([latest]), posted: null, messageIds: postings }] : []
  return { postings, subject: latest ? buildSubject(latest) : null, versions: version }
}

function buildSubject(latest: PatchVersion) {
  const isSeries = latest.total > 1
  return {
    index: isSeries ? latest.index : null,
    total: isSeries ? latest.total : null,
    version: latest.version,
    rfc: latest.rfc,
  }
}

function buildVersion(postings: PatchVersion[]) {
  const last = postings.at(-1)
  return {
    version: last?.version ?? 1,
    versionIsInferred: last?.versionIsInferred ?? true,
    rfc: last?.rfc ?? false,
    index: last?.index ?? 1,
    total: last?.total ?? 1,
    posted: postings[0]?.message.date ?? null,
    messageIds: postings.map((posting) => posting.messageId),
    changelog: last?.changelog ?? null,
  }
}

/** Joins, what is missing, review comments, trailers, and what trailers link to. */
export function buildDiscussion(history: PatchHistory) {
  const trailers = history.trailers.map(({ name, person, value, messageId, part, line, prose }) => ({
    name,
    person,
    value,
    messageId,
    part,
    line,
    prose,
  }))
  const valuesOf = (pattern: RegExp): string[] =>
    trailers.filter((trailer) => pattern.test(trailer.name)).map((trailer) => trailer.value)
  return {
    joins: history.joins.map(({ messageId, by, how, inferred }) => ({ messageId, by, how, inferred })),
    missing: history.missing.map(({ messageId, why }) => ({ messageId, why })),
    trailers,
    fixes: unique(valuesOf(/^fixes$/i).flatMap((value) => /\b[0-9a-f]{7,40}\b/.exec(value)?.[0] ?? [])),
    links: unique(
      valuesOf(/^(?:link|closes|url|bugzilla)$/i).flatMap((value) => /^https?:\/\/[^\s<>"]+/.exec(value)?.[0] ?? []),
    ),
    reviewComments: history.comments.map(({ source, patchMessageId: _, ...comment }) => ({
      ...comment,
      part: source.part,
      startLine: source.startLine,
      endLine: source.endLine,
    })),
  }
}

const unique = (list: string[]): string[] => [...new Set(list)]
