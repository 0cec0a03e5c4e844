import { parseArgs } from 'node:util'

export type ReviewArguments = {
  patch: string
  commits: string[]
  message: string | null
  most: number
  form: 'text' | 'markdown' | 'json'
  site: string
  help: boolean
}

export const reviewHelp = `npm run review -- PATCH [options]

Prints what a patch does in the casebook's terms, its nearest precedents with their effect, interval, cost, outcome and
what reviewers objected, what its own text leaves unstated, and what tends to go wrong with its technique. Text of at
most 72 columns, to paste under a quote; a title, a Message-ID or an address alone on its line is not counted.

PATCH          a mail, a format-patch, an mbox with a series or a thread, the output of git show, a bare diff;
               git:<clone> with --commit; - for standard input
--commit ID    the commit of the clone (again for more)
--message ID   of several patches only the one with this Message-ID
--most N       precedents to print, from 1 to 20 (default 3)
--markdown     as Markdown        --json   as JSON, one array of reviews
--site URL     address of the site for links (default: SITE, else the homepage of package.json)
--help         this text

Of a patch in several versions the newest is reviewed; of a series, the patches that are about sharing cachelines.
Nothing leaves this machine. Exits 0 with a review, 1 where there is no patch or something could not be read, 2 on a
wrong call.`

/** The command line, checked. Throws an Error with what was expected. */
export function parseReviewArguments(list: string[], defaultSite: string): ReviewArguments {
  const { values, positionals } = parseArgs({
    args: list,
    allowPositionals: true,
    options: {
      commit: { type: 'string', multiple: true, default: [] },
      message: { type: 'string' },
      most: { type: 'string', default: '3' },
      markdown: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      site: { type: 'string', default: defaultSite },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const most = Number(values.most)
  if (!Number.isInteger(most) || most < 1 || most > 20)
    throw new Error(`--most: expected a number from 1 to 20, found ${JSON.stringify(values.most)}`)
  if (values.json && values.markdown) throw new Error('expected --json or --markdown, found both')
  if (!/^https?:\/\/[^\s<>"]+$/.test(values.site))
    throw new Error(`--site: expected an http or https address, found ${JSON.stringify(values.site)}`)
  if (positionals.length !== 1 && !values.help)
    throw new Error(`expected one PATCH (- for standard input), found ${positionals.length}`)
  const patch = positionals[0] ?? ''
  if (patch.startsWith('git:') && values.commit.length === 0) throw new Error('git:<clone> needs --commit ID')
  return {
    patch,
    commits: values.commit,
    message: values.message?.replace(/^<|>$/g, '') ?? null,
    most,
    form: values.json ? 'json' : values.markdown ? 'markdown' : 'text',
    site: values.site.replace(/\/*$/, '/'),
    help: values.help,
  }
}
