/** Metrics whose direction is known by name. The first table that fits decides. */
const lower =
  /\b(?:latency|latencies|elapsed|runtime|run time|run-time|execution time|duration|real|user|sys|sys time|system time|cpu time|user time|wall|wall-clock|response time|completion time|time|delay|overhead|cost|cycles?|ns\/op|ns\/call|us\/op|ms\/op|usecs?|nsecs?|msecs?|misses|miss rate|cache-misses|context switches|contention|wait|waits?|p99|p95|p999|p50|cpu usage|cpu utilization|cpu utilisation|cpu consumption|instructions|faults|drops|errors|retries|jitter|footprint|migrations|penalty|stalls?|seconds|secs|[mnuµ]s|s)\b/i
const higher =
  /\b(?:throughput|bandwidth|bw|ops|ops\/s(?:ec)?|bogo|bogo-?ops|iops|qps|tps|rps|pps|mpps|kpps|[mg]bps|[mgk]bits?\/s(?:ec)?|[kmg]i?b\/s(?:ec)?|bytes\/s(?:ec)?|requests?(?: per |\/)s(?:ec(?:ond)?)?|req\/s|transactions?(?: per |\/)s(?:ec(?:ond)?)?|trans\/s|jobs(?:[-/ ]per)?[-/ ]min(?:ute)?|score|index|performance|scalability|rate|speed|per second|\/s(?:ec(?:ond)?)?|loops|workload|works\/sec|events|operations|speedup|packets|messages)\b/i
const lowerWins =
  /\b(?:miss rate|error rate|drop rate|wait rate|failure rate|overhead|cost|misses|latency|latencies|(?:cpu|task)-clock|allocs|allocations|(?:ns|us|ms|sec|[kmg]?i?b|bytes|allocs|cycles)\/(?:op|iter|call))\b/i

/**
 * Which way a metric is better, by the table of known names: of the metric's words and its unit.
 * null where the table does not know it.
 */
export function knownDirection(metric: string | null, unit: string | null): boolean | null {
  const name = metric === null ? null : metric.replaceAll('_', ' ')
  const text = `${name ?? ''} ${unit ?? ''}`.trim()
  if (text === '') return null
  if (lowerWins.test(text)) return false
  if (name !== null) {
    if (higher.test(name)) return true
    if (lower.test(name)) return false
  }
  if (unit === null) return null
  if (/\/(?:s|sec|second|min)\b|per[- ](?:s|sec|second|min)/i.test(unit) || higher.test(unit)) return true
  if (/^sec$/i.test(unit)) return false // "sec" alone: in a metric's name it may stand behind "per"
  if (/\/(?:op|call|fault|event|iter|loop|packet|pkt)\b/i.test(unit) || lower.test(unit)) return false
  return null
}

const timed = /^(?:hackbench|kernbench|ebizzy time)$/
const rated =
  /^(?:tbench|dbench|netperf|iperf3|pgbench|sysbench|will-it-scale|redis-benchmark|memtier_benchmark|memcached|wrk|aim7|vm-scalability|fxmark|specjbb|stream|pktgen|testpmd|neper|tcp_rr)$/

/**
 * Which way a suite's own measure is better: unixbench scores whatever the test is called; others where nothing else
 * says what was measured (`isBare`). null for any other suite.
 */
export function suiteDirection(suite: string | null, isBare: boolean): boolean | null {
  if (suite === null) return null
  if (suite === 'unixbench') return true
  if (!isBare) return null
  return timed.test(suite) ? false : rated.test(suite) ? true : null
}

/** What a text says outright: "higher is better", "lower is better", "(less is better)", "bigger the better". */
export function statedDirection(text: string): boolean | null {
  const match = /\b(higher|larger|bigger|more|greater|lower|smaller|less|fewer)(?: is|:| the)? better\b/i.exec(text)
  if (!match) return null
  return !/lower|smaller|less|fewer/i.test(match[1] ?? '')
}

const metricWords =
  /\b(?:(?:average|avg|mean|median|total|overall|peak|aggregate|max(?:imum)?|min(?:imum)?|tail|system|sys|user|elapsed|real|wall(?:-clock)?|CPU|network|packet|request|transaction|read|write|p\d{2,3}|\d{2}th[- ]percentile)[ -])?(?:throughput|latency|bandwidth|performance(?! counters?\b)|scalability|runtime(?! speed)|run[- ]time(?! speed)|execution time|elapsed time|response time|completion time|system time|sys time|user time|cpu time|time|duration|delay|overhead|cost|score|rate|IOPS|QPS|TPS|RPS|PPS|bogo[- ]ops(?:\/s)?|jobs-per-min|jobs per minute|jobs\/min|cycles|cache[- ]misses|context switches|utilization|utilisation|usage|speed|contention|instructions|operations per second|transactions per second|requests per second|packets per second|ops\/s(?:ec)?|operations\/sec|footprint|misses|efficiency)\b(?: per [a-z]{2,12}\b)?/gi

/** The metrics that a text names, in order, with their places. */
export function findMetrics(text: string): { metric: string; start: number; end: number }[] {
  metricWords.lastIndex = 0
  const found = []
  for (let match = metricWords.exec(text); match && found.length < 50; match = metricWords.exec(text))
    found.push({ metric: match[0], start: match.index, end: metricWords.lastIndex })
  return found
}
