const normal = (text: string | null): string => (text ?? '').toLowerCase().trim()

/** Words that hold many subsystems: alike in one of these alone is alike in little. */
export const widePlaces: ReadonlySet<string> = new Set([
  'fs',
  'mm',
  'net',
  'drivers',
  'driver',
  'kernel',
  'lib',
  'arch',
  'core',
  'src',
])
const few = new Set([
  'client',
  'server',
  'common',
  'util',
  'utils',
  'base',
  'internal',
  'api',
  'c',
  'include',
  'linux',
  'main',
  'cpp',
  'java',
  'test',
])

/** `fs/jbd2`, `jbd2: …` and `fs/jbd2/journal.c` all name jbd2: the words of a subsystem, of a title, of the folders. */
export function findPlaces(subsystem: string | null, title: string, files: readonly string[]): string[] {
  const prefixes = title.slice(0, 200).split(':').slice(0, -1).slice(0, 3)
  const folders = files.slice(0, 20).flatMap((file) => file.split('/').slice(0, -1).slice(0, 3))
  const words = [
    ...normal(subsystem).split(/[/:, ()]+/),
    ...prefixes.flatMap((prefix) =>
      normal(prefix)
        .split(/[/, ]+/)
        .slice(0, 4),
    ),
    ...folders,
  ]
  return [...new Set(words.map(normal).filter((word) => word.length > 1 && !few.has(word)))]
}
