import { breakableCode, el, esc } from './markup.ts'
import { structPath, subsystemPath } from './topic-path.ts'
import { caseDate, structsOf, type Topic, type Topics } from './topics.ts'

/** `1 case`, `12 cases`. */
export const countCases = (count: number): string => `${count} ${count === 1 ? 'case' : 'cases'}`

/** `from 2007 to 2024` of the dates that are known; '' where none is. */
export function timeSpan(topic: Topic): string {
  const years = topic.records.map((record) => caseDate(record)?.slice(0, 4)).filter((year) => year !== undefined)
  const [first, last] = [years[0], years.at(-1)]
  if (first === undefined || last === undefined) return ''
  return first === last ? ` of ${first}` : ` from ${first} to ${last}`
}

/** A name shorter than this (`x86`, `p`, `net`) does not say what it is. */
const TELLING_NAME = 6

/** Where a struct of a short name is from: the subsystem that all its cases name; '' where they name several or none. */
function renderHome({ kind, name, records }: Topic): string {
  if (kind !== 'structs' || name.length >= TELLING_NAME) return ''
  const homes = new Set(records.map(({ subsystem }) => subsystem))
  const [home] = homes
  return homes.size === 1 && home ? renderNote(home) : ''
}
const renderNote = (words: string): string => ` ${el('span', { class: 'quiet' }, esc(words))}`

/** Topics as a list of links with counts; in a list over several projects each with the name that `projectOf` gives. */
export function renderTopicList(
  topics: readonly Topic[],
  isCode: boolean,
  projectOf?: (topic: Topic) => string,
): string {
  const items = topics.map((topic) =>
    el(
      'li',
      {},
      el(
        'span',
        { class: 'topic-name' },
        el('a', { href: topic.path }, isCode ? breakableCode(topic.name) : esc(topic.name)),
        projectOf ? renderNote(projectOf(topic)) : renderHome(topic),
      ),
      el('span', { class: 'quiet' }, String(topic.records.length)),
    ),
  )
  return el('ul', { class: 'topics' }, items)
}

/** Most cases first, then by name. */
export const byCases = (topics: readonly Topic[]): Topic[] =>
  [...topics].sort((a, b) => b.records.length - a.records.length || (a.name < b.name ? -1 : 1))

/** The structs that the cases of a topic touch, most cases first. */
export function structsUnder(topic: Topic, topics: Topics): Topic[] {
  const counts = new Map<Topic, number>()
  for (const record of topic.records)
    for (const name of structsOf(record, () => true)) {
      const found = topics.get(structPath(record.project, name) ?? '')
      if (found) counts.set(found, (counts.get(found) ?? 0) + 1)
    }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a.name < b.name ? -1 : 1)).map(([one]) => one)
}

/** The subsystems of a project, most cases first. */
export function subsystemsUnder(topic: Topic, topics: Topics): Topic[] {
  const paths = new Set(topic.records.map(({ project, subsystem }) => subsystemPath(project, subsystem)))
  return byCases([...paths].flatMap((path) => topics.get(path ?? '') ?? []))
}
