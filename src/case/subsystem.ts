import type { Message } from '../model/message.ts'

/** The subsystem as the title's prefix names it: `jbd2: …`, `net/mlx5: …`, `mm: page_counter: …` -> `mm`. */
export function findSubsystem(title: string): string | null {
  return /^\s*([A-Za-z0-9][\w.+/-]{0,60})(?:\s*,\s*[\w.+/-]{1,60})*\s*:/.exec(title)?.[1] ?? null
}

const languages: [RegExp, string][] = [
  [/\.(?:c|h|S)$/, 'C'],
  [/\.(?:cc|cpp|cxx|hpp|hh)$/, 'C++'],
  [/\.rs$/, 'Rust'],
  [/\.go$/, 'Go'],
  [/\.java$/, 'Java'],
  [/\.cs$/, 'C#'],
]

/** The language most of the files are written in, by their endings; null where none is known. */
export function findLanguage(files: readonly string[]): string | null {
  const counts = languages.map(([ending, name]) => ({ name, count: files.filter((file) => ending.test(file)).length }))
  const best = counts.reduce((a, b) => (b.count > a.count ? b : a))
  return best.count > 0 ? best.name : null
}

/** Hosts of mailing lists by project id: a patch is of the project whose list it was sent to. */
const listHosts: [RegExp, string][] = [
  [
    /@(?:[\w.-]+\.)?kernel\.org\b|@lists\.linux\.dev\b|@lists\.infradead\.org\b|@kvack\.org\b|@netfilter\.org\b/i,
    'linux',
  ],
  [/@dpdk\.org\b/i, 'dpdk'],
  [/@openvswitch\.org\b/i, 'openvswitch'],
  [/@lists\.fd\.io\b/i, 'vpp'],
]
const kernelPath =
  /^(?:arch|block|certs|crypto|drivers|fs|include\/(?:linux|net|uapi|asm-generic|trace)|init|io_uring|ipc|kernel|lib|mm|net|security|sound|virt)\//

/**
 * The project a mail belongs to, by the lists it went to, else by its files' top folders where they are the Linux
 * kernel's. Null where neither tells.
 */
export function findProject(message: Message, files: readonly string[]): string | null {
  const lists = [
    ...message.listIds.map((id) => `@${id}`),
    ...['to', 'cc', 'x-mailing-list', 'list-id'].map((name) => message.headers[name] ?? ''),
  ].join(' ')
  for (const [host, project] of listHosts) if (host.test(lists)) return project
  return files.length > 0 && files.every((file) => kernelPath.test(file)) ? 'linux' : null
}
