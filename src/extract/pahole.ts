import type { Message } from '../model/message.ts'
import type { StructLayout } from '../model/struct-layout.ts'

/**
 * The layouts that pahole output in a mail states: one for each struct, `before` and `after` where two listings of
 * one struct follow each other or stand as a unified diff; a lone listing is the side its words name, else `before`.
 */
export function findPaholeLayouts(_message: Message): StructLayout[] {
  return []
}
