import { execFileSync } from 'node:child_process'
import { isPaholeText } from '../../src/extract/layout-files.ts'

/** What went wrong, and what to do. */
export class LayoutError extends Error {
  readonly hint: string
  constructor(message: string, hint: string) {
    super(message)
    this.hint = hint
  }
}

const isObject = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x7f && bytes[1] === 0x45 && bytes[2] === 0x4c && bytes[3] === 0x46

/**
 * What pahole prints of a struct of an object file; a saved pahole text comes back as it is. Throws a LayoutError where
 * pahole is not installed, the file is neither, or the object does not hold the struct.
 */
export function readListing(file: string, bytes: Uint8Array, struct: string): Uint8Array {
  if (!isObject(bytes)) {
    const text = new TextDecoder().decode(bytes)
    if (!isPaholeText(text))
      throw new LayoutError('expected an ELF object or what pahole printed, found neither', 'compile with gcc -g -c')
    if (!new RegExp(`\\b(?:struct|union|class)\\s+${struct}\\b`).test(text))
      throw new LayoutError(`expected struct ${struct}, found none of that name`, 'check --struct; names are exact')
    return bytes
  }
  const printed = runPahole(file, struct)
  if (!isPaholeText(printed))
    throw new LayoutError(
      `expected struct ${struct} in the object, found none of that name`,
      'check --struct, and that the object was compiled with -g (debug information)',
    )
  return new TextEncoder().encode(printed)
}

function runPahole(file: string, struct: string): string {
  try {
    return execFileSync('pahole', ['-C', struct, file], {
      encoding: 'utf8',
      maxBuffer: 64_000_000,
      timeout: 300_000,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new LayoutError(
        'expected the command pahole, found none',
        'install it (Debian, Ubuntu and Fedora: the package dwarves; Arch: pahole), or give what it printed elsewhere',
      )
    return '' // pahole ends with an error where the struct is not there, too: the caller says so
  }
}
