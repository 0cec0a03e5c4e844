import { type Column, caseColumns, resultColumns } from './data-tables.ts'

/** Words about the data set that README.txt and the page both print. */
export const dataWords = {
  licence:
    'Written text and curated facts: CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/). A quote stays its author’s; it is short, it is the evidence for a number, and it can be removed. Name the False Sharing Casebook and the address of the case.',
  method: [
    'Facts are read from mails, result files and a catalogue by programs; a person may override one.',
    'Precedence: a person, the mail with its quote, the catalogue, what is inferred. Where two differ, both are in cases.json ("but").',
    'A verdict needs an interval of the change, stated or computed from at least three runs a side (Welch’s t on the log ratio, paired t where runs are paired): improvement and regression exclude no change, no-evidence-of-change holds it. robot-headline is the one metric that a report headlines, listed-by-robot a further row of its table, claim a change without variance.',
  ],
  caveats: [
    'Empty means not stated. It never means zero or no.',
    'The cases are what was documented and found, no sample: most publish no number, and those that do may be the better ones.',
    'Numbers of one case are not independent. Do not average unlike metrics.',
    'changePercent has the source’s sign; higherIsBetter says which side is better and is empty where nobody says it. betterRatio is after ÷ before where higher is better, else before ÷ after.',
    'An interval covers the runs, not boots, builds or machines.',
    'Threads are not CPUs: both columns hold only what is stated.',
  ],
  csv: 'UTF-8, comma, LF, header line (RFC 4180). A text that a spreadsheet would take for a formula begins with an apostrophe, and so does one that begins with an apostrophe: take the first one off.',
}

/** Breaks words into lines of at most 78 characters, indented. */
function wrap(text: string, indent = ''): string {
  const lines: string[] = []
  let line = indent
  for (const word of text.split(' ')) {
    if (line.length + word.length + 1 > 78 && line.trim() !== '') {
      lines.push(line.trimEnd())
      line = ' '.repeat(indent.length)
    }
    line += `${word} `
  }
  return [...lines, line.trimEnd()].join('\n')
}

function listColumns<Row>(columns: readonly Column<Row>[]): string {
  return columns.map(({ name, says }) => `  ${name.padEnd(20)} ${says}`).join('\n')
}

/** README.txt of the data set: licence, method, caveats, columns. */
export function renderDataReadme(caseCount: number, resultCount: number, site: string): string {
  const items = (lines: readonly string[]): string => lines.map((line) => wrap(line, '- ')).join('\n')
  return [
    'False Sharing Casebook: the data, version 1',
    `${site}data/`,
    '',
    `cases.json    the whole record of each of ${caseCount} cases, as schema.json describes it`,
    `cases.csv     a line a case`,
    `results.csv   a line for each of ${resultCount} results, with the address of the line that states it`,
    'schema.json   JSON Schema 2020-12 of cases.json; $defs/case is one case',
    '',
    'Version 1 keeps its meaning: columns and keys may be added, none changes. Files under',
    '/data/v1/ stay; those under /data/ are the newest version.',
    '',
    'LICENCE',
    wrap(dataWords.licence),
    '',
    'METHOD',
    items(dataWords.method),
    '',
    'CAVEATS',
    items(dataWords.caveats),
    '',
    'CSV',
    wrap(dataWords.csv),
    '',
    'COLUMNS OF cases.csv',
    listColumns(caseColumns),
    '',
    'COLUMNS OF results.csv',
    listColumns(resultColumns),
    '',
  ].join('\n')
}
