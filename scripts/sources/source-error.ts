/** A source that cannot be read: what was expected and found, and in `hint` what to do. */
export class SourceError extends Error {
  readonly hint: string
  constructor(message: string, hint: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'SourceError'
    this.hint = hint
  }
}

/** A file as a source names it: ours to keep in `mail/` under another name. */
export type NamedFile = { file: string; bytes: Uint8Array }

/** An error as one line; that of a source says what to do. */
export function formatSourceError(error: Error): string {
  return error instanceof SourceError ? `${error.message.replace(/\.$/, '')}. ${error.hint}` : error.message
}
