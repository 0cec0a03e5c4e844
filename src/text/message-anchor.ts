import { sha1 } from './sha1.ts'

/** The anchor of a message without `#`: `m-<first 12 of sha1 of the id>`; a derived id (`x` + 11 digits) as it is. */
export function messageAnchor(id: string, idIsDerived: boolean): string {
  return idIsDerived ? `m-${id}` : `m-${sha1(id).slice(0, 12)}`
}

/** The anchor of a line (from 1) of a message's part (from 0): `m-…-L7`, or `m-…-p1L7` in a later part. */
export function lineAnchor(id: string, idIsDerived: boolean, part: number, line: number): string {
  return `${messageAnchor(id, idIsDerived)}-${part > 0 ? `p${part}` : ''}L${line}`
}
