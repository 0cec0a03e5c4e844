/**
 * The closed lists of the record. Techniques grow by appending only: each is a URL.
 */
export const techniques = [
  'align-member',
  'align-struct',
  'align-global',
  'pad',
  'reorder-members',
  'split-struct',
  'group-read-mostly',
  'leave-read-mostly',
  'per-cpu',
  'check-before-write',
  'batch-updates',
  'remove-shared-write',
  'remove-shared-read',
  'split-lock',
  'lockless-read',
  'slab-align',
  'numa-local',
  'other',
] as const
export type Technique = (typeof techniques)[number]

/** The mechanism as the diff shows it. */
export const kinds = ['false-sharing', 'contention', 'mixed', 'layout', 'infrastructure'] as const
export type Kind = (typeof kinds)[number]

export const outcomes = ['merged', 'pending', 'superseded', 'rejected', 'reverted', 'unknown'] as const
export type OutcomeName = (typeof outcomes)[number]

export const roles = ['read-mostly', 'write-hot', 'lock', 'counter', 'flags', 'unknown'] as const
export type Role = (typeof roles)[number]

/** What a message is, in the words of the design. */
export const messageKinds = [
  'patch',
  'cover',
  'reply',
  'patch-in-reply',
  'lkp-report',
  'robot-build',
  'tip-bot',
  'stable-backport',
  'notification',
  'other',
] as const
export type MessageKind = (typeof messageKinds)[number]

/** How a result reads: an interval decides the first three, the others carry none. */
export const verdicts = [
  'improvement',
  'regression',
  'no-evidence-of-change',
  'robot-headline',
  'listed-by-robot',
  'claim',
] as const
export type Verdict = (typeof verdicts)[number]

/** The items a reviewer looks for, in the order the page lists them. */
export const evidenceItems = [
  'offsets before',
  'offsets after',
  'struct size',
  'cacheline contention',
  'machine',
  'kernel',
  'number of runs',
  'variance or interval',
  'memory cost',
  'other configurations',
  'independent confirmation',
  'base commit',
] as const
export type EvidenceItem = (typeof evidenceItems)[number]

/** Texts of the record that a person's front matter may override, beside the facts that state their origin. */
export const editorTexts = ['project', 'subsystem', 'language', 'outcomeNote', 'summary', 'structs'] as const
export type EditorText = (typeof editorTexts)[number]
