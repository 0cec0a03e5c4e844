import { parseArgs } from 'node:util'
import { slugSchema } from '../../src/model/case.ts'

export type ImportArguments = {
  sources: string[]
  out: string | null
  slug: string | null
  caseSlug: string | null
  shard: { index: number; count: number } | null
  all: boolean
  known: boolean
  commits: string[]
  grep: string[]
  since: string | null
  thread: string | null
  found: string | null
  dryRun: boolean
  check: boolean
  migrate: boolean
  help: boolean
}

export const importHelp = `npm run import -- [SOURCE…] [options]

Makes cases from mails and facts. No SOURCE: makes case.json and thread.json of every case again.

SOURCE     a file (mbox, .eml, format-patch, archive page text, .gz, .zst), a maildir or folder of such files, a
           public-inbox v2 archive, git:<clone>, lore:<Message-ID>, a catalogue (.jsonl), or a result file (.csv,
           .tsv) with --case SLUG
--commit ID, --grep TEXT, --since DATE   which commits of a clone (repeat --commit and --grep)
--known         of a clone: only the commits of cases that are here, as mail/commit.patch; nothing new is made
--thread ID     of an archive: only the thread that holds this Message-ID
--found FILE    what npm run find printed: imports those patches with their threads, from the sources it names
--slug NAME     the folder name of the one new case
--case SLUG     the case that a result file belongs to
--all           import every patch of the mails, not only those that are about sharing
--out DIR       write there, in the layout of content/
--shard I/N     with no SOURCE: only the I-th of N parts of the cases (I from 1)
--check         write nothing; fail where a file would change or was edited by hand
--dry-run       write nothing; say what would be written
--migrate       bring case folders of an older schema to the present one (there is none yet: makes them again)
--help          this text

Exits 0 when everything was understood, 1 otherwise; each message says where, what was expected and what to do.`

/** The command line, checked. Throws an Error with what was expected. */
export function parseImportArguments(list: string[]): ImportArguments {
  const { values, positionals } = parseArgs({
    args: list,
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      slug: { type: 'string' },
      case: { type: 'string' },
      commit: { type: 'string', multiple: true, default: [] },
      grep: { type: 'string', multiple: true, default: [] },
      since: { type: 'string' },
      thread: { type: 'string' },
      found: { type: 'string' },
      shard: { type: 'string' },
      all: { type: 'boolean', default: false },
      known: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      migrate: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.known && positionals.length === 0) throw new Error('--known: expected git:<clone>, found no SOURCE')
  return {
    sources: positionals,
    out: values.out ?? null,
    slug: checkSlug(values.slug, '--slug'),
    caseSlug: checkSlug(values.case, '--case'),
    shard: parseShard(values.shard),
    all: values.all,
    known: values.known,
    commits: values.commit,
    grep: values.grep,
    since: values.since ?? null,
    thread: values.thread?.replace(/^<|>$/g, '') ?? null,
    found: values.found ?? null,
    dryRun: values['dry-run'],
    check: values.check,
    migrate: values.migrate,
    help: values.help,
  }
}

function checkSlug(text: string | undefined, option: string): string | null {
  if (text === undefined) return null
  if (slugSchema.safeParse(text).success) return text
  throw new Error(`${option}: expected lower-case words joined by hyphens, found ${JSON.stringify(text.slice(0, 120))}`)
}

function parseShard(text: string | undefined): ImportArguments['shard'] {
  if (text === undefined) return null
  const [index, count] = text.split('/').map(Number)
  const isPlain = /^\d{1,4}\/\d{1,4}$/.test(text)
  if (!isPlain || index === undefined || count === undefined || index < 1 || index > count)
    throw new Error(`--shard: expected I/N with 1 <= I <= N, found ${JSON.stringify(text.slice(0, 40))}`)
  return { index, count }
}
