/** Benchmarks by the words that name them in mails (lower case), and the suite's name as it is shown. */
const suites: [string, RegExp][] = [
  ['will-it-scale', /\bwill[-_ ]?it[-_ ]?scale\b|\bwis\b/i],
  ['stress-ng', /\bstress[-_]ng\b/i],
  ['unixbench', /\bunix[-_ ]?bench\b/i],
  ['aim7', /\b(?:re)?aim[-_ ]?[79]\b/i],
  ['netperf', /\b(?:super[-_ ])?netperf\b/i],
  ['iperf3', /\biperf[23]?\b/i],
  ['hackbench', /\bhackbench\b/i],
  ['tbench', /\btbench\b/i],
  ['dbench', /\bdbench\b/i],
  ['fio', /\bfio\b/i],
  ['sysbench', /\bsysbench\b|\bsysbench[-_]oltp\b/i],
  ['redis-benchmark', /\bredis[-_ ]benchmark\b/i],
  ['memtier_benchmark', /\bmemtier(?:[-_ ]benchmark)?\b/i],
  ['memcached', /\bmemcached\b|\bmutilate\b/i],
  ['wrk', /\bwrk2?\b/],
  ['ab', /\bApacheBench\b|\bab -/],
  ['nginx', /\bnginx\b/i],
  ['pgbench', /\bpgbench\b/i],
  ['kernbench', /\bkernbench\b|\bkernel (?:build|compile|compilation)\b/i],
  ['fxmark', /\bfxmark\b/i],
  ['filebench', /\bfilebench\b/i],
  ['fs_mark', /\bfs_?mark\b/i],
  ['fsmark', /\bfsmark\b/i],
  ['lmbench', /\blmbench3?\b|\blat_[a-z]+\b|\bbw_[a-z]+\b/i],
  ['perf bench', /\bperf bench\b|\bsched[-_ ]messaging\b|\bsched[-_ ]pipe\b/i],
  ['schbench', /\bschbench\b/i],
  ['ebizzy', /\bebizzy\b/i],
  ['vm-scalability', /\bvm-scalability\b|\busemem\b/i],
  ['pktgen', /\bpktgen\b/i],
  ['udpflood', /\budpflood\b/i],
  ['tcp_rr', /\btcp_(?:rr|crr|stream)\b/i],
  ['neper', /\bneper\b/i],
  ['xdp-bench', /\bxdp[-_]bench\b|\bxdp_rxq_info\b|\bxdpsock\b/i],
  ['sockperf', /\bsockperf\b/i],
  ['ior', /\bIOR\b/],
  ['iozone', /\biozone\b/i],
  ['db_bench', /\bdb_?bench\b|\breadwhilewriting\b/i],
  ['ycsb', /\bycsb\b/i],
  ['tpc-c', /\btpc-?[ch]\b/i],
  ['hammerdb', /\bhammerdb\b/i],
  ['specjbb', /\bspecjbb(?:20\d\d)?\b/i],
  ['speccpu', /\bspec ?cpu(?:20\d\d)?\b/i],
  ['stream', /\bSTREAM (?:copy|triad|add|scale|benchmark)\b/],
  ['phoronix', /\bpts\/|\bphoronix\b/i],
  ['locktorture', /\blocktorture\b|\brcuscale\b|\brcutorture\b/i],
  ['futex', /\bperf bench futex\b/i],
  ['mmtests', /\bmmtests\b/i],
  ['page_bench', /\bpage_bench\d*\b/i],
  ['sembench', /\bsembench\b/i],
  ['mosbench', /\bmosbench\b/i],
  ['cyclictest', /\bcyclictest\b/i],
  ['rt-app', /\brt-app\b/i],
  ['postmark', /\bpostmark\b/i],
  ['bonnie', /\bbonnie(?:\+\+)?\b/i],
  ['compilebench', /\bcompilebench\b/i],
  ['oltp', /\boltp\b/i],
  ['swingbench', /\bswingbench\b/i],
  ['spdk', /\bspdk\b/i],
  ['t_open', /\bt\/io_uring\b/i],
  ['ltp', /\bltp\b/i],
  ['testpmd', /\btestpmd\b|\bl[23]fwd\b/i],
]
const anySuite = new RegExp(suites.map(([, pattern]) => pattern.source).join('|'), 'i')

/** The benchmark that a text names: its suite and where in the text; the last one before `before`, else the first. */
export function findSuite(text: string): { suite: string; start: number; end: number } | null {
  if (!anySuite.test(text)) return null
  let first: { suite: string; start: number; end: number } | null = null
  for (const [suite, pattern] of suites) {
    const match = pattern.exec(text)
    if (match && (first === null || match.index < first.start))
      first = { suite, start: match.index, end: match.index + match[0].length }
  }
  return first
}

const testNames =
  /\b(?:TCP|UDP|SCTP|LOCAL)_(?:STREAM|RR|CRR|SENDFILE|MAERTS)\b|\b(?:tcp|udp)_(?:stream|rr|crr)\b|\b(?:page_fault|fallocate|open|mmap|munmap|brk|malloc|futex|getppid|lseek|pread|pwrite|read|write|readseek|writeseek|sched_yield|signal|poll|pipe|eventfd|unix|context_switch|dup|fstat|stat|lock|pthread_mutex|tlb_flush|unlink|posix_semaphore|context|rename|symlink|unshare|fork)\d(?:_(?:processes|threads))?\b|\b(?:rand|seq)?-?(?:read|write|rw)\b(?= (?:test|workload|job|throughput|bandwidth|iops))|\brand(?:read|write|rw)\b|\b(?:disk_(?:rd|wrt|rr|rw|cp|src)|page_test|brk_test|signal_test|exec_test|fork_test|sync_disk_rw)\b|\b(?:oltp_(?:read_only|read_write|write_only|point_select|insert|update_index))\b|\bsched[ -](?:pipe|messaging)\b|\bfutex[ -](?:hash|wake|wake-parallel|requeue|lock-pi)\b|\b(?:readwhilewriting|readrandom|fillseq|fillrandom)\b|\b(?:lat_[a-z]{2,12}|bw_[a-z]{2,12})\b|\b(?:execl|fstime|fsdisk|fsbuffer|dhry2reg|whetstone|spawn|shell[18]|syscall|context1)\b/

/** A test name of a known suite in a text (`TCP_RR`, `page_fault1`), or null. */
export function findTestName(text: string): { test: string; start: number } | null {
  const slashed = findSlashedTest(text)
  if (slashed) return slashed
  const match = testNames.exec(text)
  return match ? { test: match[0], start: match.index } : null
}

/** "UnixBench/File Copy Loop case": several words with capitals, closed by what they are. */
const namedCase = /^\/([A-Z][\w+-]{1,40}(?: [A-Z\d][\w+-]{0,40}){1,5}) (?:case|test|benchmark|workload)s?\b/

/** `AIM7/creat-clo`, `will-it-scale/page_fault1`: the test after its suite's name; a path is none. */
function findSlashedTest(text: string): { test: string; start: number } | null {
  const suite = findSuite(text)
  if (!suite || text.charAt(suite.start - 1) === '/') return null
  const rest = text.slice(suite.end, suite.end + 160)
  const match = namedCase.exec(rest) ?? /^\/([A-Za-z][\w+-]{1,40})(?![\w/+-]|\.\w)/.exec(rest.slice(0, 60))
  return match?.[1] ? { test: match[1], start: suite.end + 1 } : null
}
