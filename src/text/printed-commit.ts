type Printed = { file: string; headers: object; idIsDerived: boolean; patchCommit: string | null }

/** The commit that a mail was made from (`mail/commit.patch` of a clone, or what `git show` printed); null of a posting. */
export function findPrintedCommit({ file, headers, idIsDerived, patchCommit }: Printed): string | null {
  if (patchCommit === null || !/^[0-9a-f]{7,64}$/.test(patchCommit)) return null
  const isPrinted = idIsDerived && Object.keys(headers).length === 0
  return isPrinted || /(?:^|\/)commit\.patch$/.test(file) ? patchCommit : null
}
