import type { Finding } from './finding.ts'
import { findMetrics } from './metric-direction.ts'
import { findLabelList, type Label, leadPhrase, phraseAfter, phraseBefore } from './prose-labels.ts'
import type { Reading } from './prose-reading.ts'
import { type Sentence, spanIn } from './sentences.ts'

const otherVerb =
  /[,;]\s(?:\w+\s)?(?:reduc|increas|improv|decreas|drop|lower|cut|sav|gain|rais|boost|fall|rise|go)\w*\b/i

const changeOf =
  /^\s(?:improvement|increase|decrease|reduction|drop|gain|speed-?up|regression|degradation|boost) (?:in|of|to) (?:the |overall |total |average )*$/i

/** `suite.test` names, not files. */
const dottedName = /\b[a-z][\w-]+\.(?![chS]\b)[a-z][\w./-]*[\w]\b/i

function metricNear(
  sentence: Sentence,
  start: number,
  end: number,
  bounds: { from: number; to: number },
): { metric: string; start: number; end: number } | null {
  let best: { metric: string; start: number; end: number; distance: number } | null = null
  for (const metric of findMetrics(sentence.text)) {
    const isInside = metric.start >= bounds.from && metric.end <= bounds.to
    const isBehind = metric.start >= end
    // "by 2%, reduces the sys time": another verb's metric
    if (isBehind && otherVerb.test(sentence.text.slice(end, metric.start))) continue
    if (metric.metric === 'contention' && /\bunder (?:[a-z]+ )?$/i.test(sentence.text.slice(0, metric.start))) continue
    const told = isBehind && changeOf.test(sentence.text.slice(end, metric.start)) // "60% improvement in throughput"
    const gap = Math.max(0, isBehind ? metric.start - end : start - metric.end)
    // a noun right behind ("5% throughput gain"), else what stands before it in its clause, else anything
    const isUnit = metric.start >= start && metric.end <= end && metric.metric.includes('/') // the values' own unit
    const distance = told ? 1 : gap + (isInside ? 0 : 300) + (isBehind && gap > 2 ? 60 : 0) + (isUnit ? 100 : 0)
    if (best === null || distance < best.distance) best = { ...metric, distance }
  }
  return best && best.distance < 460 ? best : null
}

function addLabel(finding: Finding, sentence: Sentence, label: Label | null, as: 'test' | 'variant' | 'metric'): void {
  if (!label) return
  const text = label.text
  if (finding[as] === null) finding[as] = text
  else if (!finding[as]?.includes(text)) finding[as] = `${finding[as]}, ${text}`
  finding.labels.push(spanIn(sentence, label.start, label.end))
}

/** "16 threads 2.7%": how many there were, right before the value. */
function countBefore(text: string, base: number): Label | null {
  const match =
    /(?:^|[\s,(])(\d{1,6}[ -](?:v?cpus?|l?cores?|threads?|tasks?|procs?|process(?:es)?|clients?|workers?|jobs?|streams?|flows?|connections?|groups?|instances?|producers?|consumers?|readers?|writers?|users?|sockets?|nodes?|queues?))\s?[:=(]?\s?$/i.exec(
      text,
    )
  if (!match?.[1]) return null
  const start = base + match.index + match[0].indexOf(match[1])
  return { text: match[1], start, end: start + match[1].length }
}

/** Names the finding after the words around its value. */
export function nameFinding(
  reading: Reading,
  finding: Finding,
  start: number,
  end: number,
  listLabel: Label | null,
  bounds: { from: number; to: number },
): void {
  const { sentence } = reading
  const metric = metricNear(sentence, start, end, bounds)
  const bullet = /^\s*[-*•]\s+([A-Z][A-Za-z\d /_-]{0,24}):\s/.exec(sentence.text)
  if (bullet?.[1]) {
    const at = bullet[0].indexOf(bullet[1])
    addLabel(finding, sentence, { text: bullet[1], start: at, end: at + bullet[1].length }, 'variant')
  }
  if (metric) addLabel(finding, sentence, { text: metric.metric, start: metric.start, end: metric.end }, 'metric')
  const counted = countBefore(sentence.text.slice(bounds.from, start), bounds.from)
  if (listLabel) addLabel(finding, sentence, listLabel, 'test')
  else {
    if (counted) addLabel(finding, sentence, counted, 'variant')
    const around = sentence.text.slice(bounds.from, bounds.to)
    const dotted = dottedName.exec(around)
    if (dotted) {
      const at = bounds.from + dotted.index
      addLabel(finding, sentence, { text: dotted[0], start: at, end: at + dotted[0].length }, 'test')
    }
    const compared =
      /^\s*(?:more|fewer|less|lower|higher|shorter|smaller|larger|greater) ([\w/-]+(?: [\w/-]+){0,3}?)(?= (?:and|with|on|for|in|at|when|than|under)\b|[,.;)]|$)/.exec(
        sentence.text.slice(end, bounds.to),
      )
    if (compared?.[1]) {
      const at = end + compared[0].length - compared[1].length
      finding.metric = null
      addLabel(finding, sentence, { text: compared[1], start: at, end: at + compared[1].length }, 'metric')
    }
    addLabel(
      finding,
      sentence,
      phraseAfter(
        sentence.text.slice(end, bounds.to).replace(/\[[^\]]*\]/g, (inside) => '_'.repeat(inside.length)),
        end,
      ),
      'test',
    )
    addLabel(
      finding,
      sentence,
      phraseBefore(sentence.text.slice(bounds.from, start), bounds.from),
      finding.test === null ? 'test' : 'variant',
    )
    if (finding.test === null) addLabel(finding, sentence, leadPhrase(sentence.text.slice(0, start)), 'test')
  }
}

/** The names that belong to the elements of a list of values: in the sentence, before or behind them. */
export function labelsFor(reading: Reading, from: number, to: number, count: number): Label[] | null {
  if (count < 2) return null
  const { text } = reading.sentence
  const saysSo = /\brespectively\b/i.test(text) || count > 2
  const ahead = findLabelList(
    text.slice(0, from).replace(/\d[\d.]*%/g, (m) => '_'.repeat(m.length)),
    0,
    count,
    'end',
  )
  const behind = findLabelList(text.slice(to), to, count, 'start')
  const clean = (labels: Label[] | null) => (labels?.some((label) => /_{2,}|\d%/.test(label.text)) ? null : labels)
  const one = clean(ahead)
  const two = clean(behind)
  if (two && /^\s*(?:\S+\s+){0,4}?(?:for|on|in|with|at|of|to|under)\s/i.test(text.slice(to))) return two
  if (one && saysSo) return one
  return two && saysSo ? two : one
}
