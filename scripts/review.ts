/** `npm run review`: precedents for a patch and what its text leaves unstated. */
import type { Problem } from '../src/model/problem.ts'
import { buildReview, type Review } from '../src/review/build-review.ts'
import { buildPrecedent } from '../src/review/precedent.ts'
import { renderReviewMarkdown } from '../src/review/review-markdown.ts'
import { renderReviewText } from '../src/review/review-text.ts'
import { type PatchUnderReview, readPatches } from '../src/review-pipeline.ts'
import { escapeHidden, showHidden } from '../src/text/visible-text.ts'
import { contentDir, readCases } from './read-content.ts'
import { readSources } from './read-sources.ts'
import { parseReviewArguments, type ReviewArguments, reviewHelp } from './review/arguments.ts'
import { findSiteAddress } from './site-address.ts'
import { formatSourceError, SourceError } from './sources/source-error.ts'

const MOST_BYTES = 64_000_000

async function readInput(): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  let total = 0
  for await (const piece of process.stdin) {
    if (!Buffer.isBuffer(piece)) continue
    total += piece.length
    if (total > MOST_BYTES)
      throw new SourceError('expected at most 64 MB on standard input, found more', 'Give a file.')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** Every patch of the input, with the problems of reading it. */
async function readAll(options: ReviewArguments): Promise<{ patches: PatchUnderReview[]; problems: Problem[] }> {
  if (options.patch === '-') {
    const read = await readPatches(await readInput(), 'standard input', options.message)
    return { patches: read.value, problems: read.problems }
  }
  const patches: PatchUnderReview[] = []
  const problems: Problem[] = []
  for await (const { file, bytes } of readSources(options.patch, { commits: options.commits })) {
    const read = await readPatches(bytes, file, options.message)
    patches.push(...read.value)
    problems.push(...read.problems)
  }
  return { patches, problems }
}

const renderers = {
  text: (reviews: readonly Review[], site: string) =>
    reviews.map((review) => renderReviewText(review, site)).join(`\n${'='.repeat(72)}\n\n`),
  markdown: (reviews: readonly Review[], site: string) =>
    reviews.map((review) => renderReviewMarkdown(review, site)).join('\n---\n\n'),
  json: (reviews: readonly Review[], site: string) =>
    `${JSON.stringify(
      reviews.map(({ precedents, own, ...rest }) => ({
        ...rest,
        own: own && { ...own, url: site + own.path },
        precedents: precedents.map(({ precedent, reasons }) => ({ ...precedent, url: site + precedent.path, reasons })),
      })),
      null,
      2,
    )}\n`,
}

/** Runs the command; gives back the exit code. */
export async function runReview(
  list: string[],
  print: (text: string) => void,
  warn: (line: string) => void,
): Promise<number> {
  let options: ReviewArguments
  try {
    options = parseReviewArguments(list, findSiteAddress().site)
  } catch (error) {
    warn(`review: ${error instanceof Error ? error.message : String(error)}; npm run review -- --help`)
    return 2
  }
  if (options.help) {
    print(`${reviewHelp}\n`)
    return 0
  }
  try {
    const { patches, problems } = await readAll(options)
    for (const { severity, where, message, whatToDo } of problems.filter(
      (one) => one.severity !== 'note' || one.code === 'left-out',
    ))
      warn(`review: ${severity}: ${where}: ${message}. ${whatToDo}`)
    if (patches.length === 0) {
      warn(`review: ${options.patch}: expected a patch, found none. Give a mail, a format-patch or a diff.`)
      return 1
    }
    const precedents = readCases(contentDir())
      .value.filter(({ frontMatter }) => frontMatter.leaveOut !== true)
      .map(({ record }) => buildPrecedent(record))
    if (options.site.startsWith('http://localhost') && !list.some((one) => one.startsWith('--site')))
      warn(`review: links begin with ${options.site}; --site URL or SITE sets the address`)
    const reviews = patches.map(({ facts }) => buildReview(facts, precedents, options.most))
    print((options.form === 'json' ? escapeHidden : showHidden)(renderers[options.form](reviews, options.site)))
    return 0
  } catch (error) {
    if (!(error instanceof Error)) throw error
    warn(`review: ${formatSourceError(error)}`)
    return 1
  }
}

if (import.meta.main)
  process.exitCode = await runReview(
    process.argv.slice(2),
    (text) => process.stdout.write(text),
    (line) => process.stderr.write(`${showHidden(line)}\n`),
  )
