import type { Benchmark, RobotReport } from '../model/benchmark.ts'
import type { CaseRecord } from '../model/case.ts'
import type { Judgement } from '../model/judgement.ts'
import type { MessageKind } from '../model/names.ts'
import type { Source } from '../model/source.ts'
import type { C2c, C2cLine, StructLayout } from '../model/struct-layout.ts'

/** What `extract` reads in one message, before anything is joined. */
export type MessageFacts = {
  messageId: string
  kind: MessageKind
  judgement: Judgement | null
  /** Results that the message's own text states; a robot report's stand here too. */
  benchmarks: Benchmark[]
  report: RobotReport | null
  c2c: C2c[]
  c2cLines: C2cLine[]
  layouts: StructLayout[]
  layoutNotes: { text: string; sources: Source[] }[]
  cost: Omit<NonNullable<CaseRecord['cost']>, 'from'> | null
  machines: {
    text: string
    cpus: number | null
    sockets: number | null
    conditions?: { text: string; sources: Source[] }[]
    sources: Source[]
  }[]
  kernel: { value: string; sources: Source[] } | null
  /** Commits that the prose names ("commit 0123456789ab"), as printed. */
  relatedCommits: string[]
}

/** Facts by Message-ID. */
export type FactsByMessage = ReadonlyMap<string, MessageFacts>
