import type { Message } from '../model/message.ts'
import type { Source } from '../model/source.ts'
import { findPatchText, sourceIn } from './patch-text.ts'
import { splitSentences } from './prose-sentences.ts'

/** Build options, debug options and machines that a layout is looked at on beside the one that was measured. */
const configuration =
  /\b(?:CONFIG_[A-Z0-9_]{3,60}|lockdep|PREEMPT_RT|defconfig|allmodconfig|allyesconfig|i[36]86|(?:32|64)-bit|arm(?:32|64)?|aarch64|ppc64(?:le)?|powerpc|s390x?|riscv(?:64)?|loongarch)\b/gi
/** What is said of the layout on it. */
const layout =
  /\b(?:layouts?|offsets?|sizeof|pahole|holes?|paddings?|sizes? of|struct(?:ure)? sizes?|cache ?lines? (?:stay|count|assert)\w*)\b/i
const unsure = /\b(?:if|may|might|could|would|should|whether)\b/i
const MOST_CHECKS = 3

/**
 * Sentences of a patch's own words that say how the layout comes out on other builds: "Compiled layout checks with
 * lockdep and i386 keep the offsets". One that only wonders, or names one option and no layout, is none.
 */
export function findConfigurationChecks(message: Message): Source[] {
  const blocks = findPatchText(message).filter((block) => block.where !== 'title' && block.where !== 'comment')
  return blocks
    .flatMap((block) => splitSentences(block))
    .flatMap((sentence) => {
      const { text, start, block } = sentence
      if (unsure.test(text) || !layout.test(text)) return []
      const names = [...text.matchAll(configuration)]
      const [first] = names
      const last = names.at(-1)
      if (!first || !last) return []
      const source = sourceIn(message, block, start + first.index, start + last.index + last[0].length, 'value')
      return source ? [source] : []
    })
    .slice(0, MOST_CHECKS)
}
