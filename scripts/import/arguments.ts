import { parseArgs } from 'node:util'
import { slugSchema } from '../../src/model/case.ts'
import { isDay } from '../call-fault.ts'

export type ImportArguments = {
  sources: string[]
  out: string | null
  slug: string | null
  caseSlug: string | null
  before: string[]
  after: string[]
  machine: string | null
  kernel: string | null
  test: string | null
  title: string | null
  struct: string | null
  paired: boolean
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
npm run import -- --before FILE… --after FILE… --case SLUG [options]
npm run import -- layout BEFORE.o AFTER.o --struct NAME --case SLUG

Makes cases from mails and facts. No SOURCE: makes case.json and thread.json of every case again.

SOURCE     a file (mbox, .eml, format-patch, archive page text, .gz, .zst), a maildir or folder of such files, a
           public-inbox v2 archive, git:<clone>, lore:<Message-ID>, a catalogue (.jsonl), or a result file with
           --case SLUG (CSV or TSV with a header line, a saved robot table, pahole text, perf c2c report --stdio)
--commit ID, --grep TEXT, --since DATE   which commits of a clone (repeat --commit and --grep)
--known         of a clone: only the commits of cases that are here, as mail/commit.patch; nothing new is made
--thread ID     of an archive: only the thread that holds this Message-ID
--found FILE    what npm run find printed: imports those patches with their threads, from the sources it names
--slug NAME     the folder name of the one new case
--case SLUG     the case that a result file belongs to
--before X, --after Y   the two sides: files (repeat for several), or columns, systems or commands of the one SOURCE.
                Known by content: stress-ng --metrics text and YAML, fio JSON, perf stat -j and -x, hyperfine JSON,
                will-it-scale CSV, Phoronix Test Suite JSON and CSV, google-benchmark JSON, JMH JSON, criterion's
                estimates.json, CSV and TSV with a header line; pahole text and perf c2c report --stdio
--machine TEXT, --kernel TEXT, --test NAME   what the files do not say of themselves
--paired        run n of one side belongs to run n of the other
--title TEXT    makes the case of --case where it is not there yet: one without mail
layout          two objects (or two saved pahole texts): what pahole prints of --struct NAME, kept and drawn
--all           import every patch of the mails, not only those that are about sharing
--out DIR       write there, in the layout of content/ (else CASEBOOK_CONTENT, else content/)
--shard I/N     only the I-th of N parts (I from 1) of the cases, or of what is in SOURCE; with --out each part can be
                made elsewhere: all of them together are what one run makes
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
      before: { type: 'string', multiple: true, default: [] },
      after: { type: 'string', multiple: true, default: [] },
      machine: { type: 'string' },
      kernel: { type: 'string' },
      test: { type: 'string' },
      title: { type: 'string' },
      struct: { type: 'string' },
      paired: { type: 'boolean', default: false },
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
  // what git understands beside a day ("2 weeks ago") is left to git
  if (/^\d{4}-\d+-\d+$/.test(values.since ?? '') && !isDay(values.since ?? ''))
    throw new Error(`--since: expected a day as YYYY-MM-DD, found ${JSON.stringify(values.since)}`)
  if (values.known && positionals.length === 0) throw new Error('--known: expected git:<clone>, found no SOURCE')
  return {
    sources: positionals,
    out: values.out ?? null,
    slug: checkSlug(values.slug, '--slug'),
    caseSlug: checkSlug(values.case, '--case'),
    before: values.before,
    after: values.after,
    machine: checkWords(values.machine, '--machine', 400),
    kernel: checkWords(values.kernel, '--kernel', 200),
    test: checkWords(values.test, '--test', 200),
    title: checkWords(values.title, '--title', 200),
    struct: checkStruct(values.struct),
    paired: values.paired,
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

function checkWords(text: string | undefined, option: string, most: number): string | null {
  if (text === undefined) return null
  const words = text.replace(/\s+/g, ' ').trim()
  if (words !== '' && words.length <= most) return words
  throw new Error(`${option}: expected 1 to ${most} characters, found ${words.length}`)
}

function checkStruct(text: string | undefined): string | null {
  if (text === undefined) return null
  if (/^[A-Za-z_]\w{0,120}$/.test(text)) return text
  throw new Error(`--struct: expected the name of a struct, found ${JSON.stringify(text.slice(0, 120))}`)
}

function parseShard(text: string | undefined): ImportArguments['shard'] {
  if (text === undefined) return null
  const [index, count] = text.split('/').map(Number)
  const isPlain = /^\d{1,4}\/\d{1,4}$/.test(text)
  if (!isPlain || index === undefined || count === undefined || index < 1 || index > count)
    throw new Error(`--shard: expected I/N with 1 <= I <= N, found ${JSON.stringify(text.slice(0, 40))}`)
  return { index, count }
}
