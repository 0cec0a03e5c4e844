import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'

/** Whether a path is a folder or below it. */
export function isWithin(folder: string, file: string): boolean {
  const relative = path.relative(folder, file)
  return relative === '' || !(relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative))
}

/** Why a folder is not written over: it is neither absent, nor empty, nor a site that was built before. Else null. */
export function findTargetFault(outDir: string): string | null {
  if (!existsSync(outDir) || readdirSync(outDir).length === 0 || existsSync(path.join(outDir, 'index.html')))
    return null
  return `CASEBOOK_OUT: ${outDir}: expected an empty folder or a built site, found other files; name another folder`
}

/** Moves a built site over another folder, also one of another file system, where renaming is refused. */
export function moveSite(from: string, outDir: string): void {
  rmSync(outDir, { recursive: true, force: true })
  mkdirSync(path.dirname(outDir), { recursive: true })
  try {
    renameSync(from, outDir)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EXDEV') throw error
    cpSync(from, outDir, { recursive: true })
    rmSync(from, { recursive: true })
  }
}
