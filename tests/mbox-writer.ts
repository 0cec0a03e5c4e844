/** A mail as a test states it; what is left out gets a plain value. */
export type SampleMail = {
  id?: string
  from?: string
  subject: string
  date?: string
  inReplyTo?: string
  references?: string[]
  headers?: string[]
  body: string
}

/** One mboxrd text of several mails, in the order given; undated mails are a minute apart. */
export function writeMbox(mails: SampleMail[]): string {
  return mails
    .map((mail, index) => {
      const minute = String(index % 60).padStart(2, '0')
      const hour = String(Math.floor(index / 60) % 24).padStart(2, '0')
      const headers = [
        `From: ${mail.from ?? 'Ada Author <ada@example.org>'}`,
        `Subject: ${mail.subject}`,
        `Date: ${mail.date ?? `Mon, 3 Mar 2025 ${hour}:${minute}:00 +0000`}`,
        ...(mail.id === undefined ? [] : [`Message-ID: <${mail.id}>`]),
        ...(mail.inReplyTo === undefined ? [] : [`In-Reply-To: <${mail.inReplyTo}>`]),
        ...(mail.references === undefined ? [] : [`References: ${mail.references.map((id) => `<${id}>`).join('\n ')}`]),
        ...(mail.headers ?? []),
        'Content-Type: text/plain; charset=utf-8',
      ]
      const body = mail.body.replace(/^(>*From )/gm, '>$1')
      return `From mboxrd@z Thu Jan  1 00:00:00 1970\n${headers.join('\n')}\n\n${body.replace(/\n*$/, '\n')}\n`
    })
    .join('')
}

/** The bytes of the mbox, as `readMail` takes them. */
export function mboxBytes(mails: SampleMail[]): Uint8Array {
  return new TextEncoder().encode(writeMbox(mails))
}

/** A small patch body: one file, one hunk in a struct of an imagined ring buffer. */
export function samplePatch(
  options: { description?: string; notes?: string; file?: string; added?: string[]; start?: number } = {},
): string {
  const file = options.file ?? 'lib/ring.h'
  const added = options.added ?? ['\tspinlock_t lock ____cacheline_aligned;']
  const start = options.start ?? 10
  return [
    options.description ?? 'The lock shares a line with the counters. Move it away.',
    '',
    'Signed-off-by: Ada Author <ada@example.org>',
    '---',
    ...(options.notes === undefined ? [] : [options.notes, '']),
    ` ${file} | ${added.length + 1} ${'+'.repeat(added.length)}-`,
    ` 1 file changed, ${added.length} insertion(+), 1 deletion(-)`,
    '',
    `diff --git a/${file} b/${file}`,
    'index 1111111..2222222 100644',
    `--- a/${file}`,
    `+++ b/${file}`,
    `@@ -${start},5 +${start},${4 + added.length} @@ struct ring {`,
    ' \tunsigned long head;',
    ' \tunsigned long tail;',
    '-\tspinlock_t lock;',
    ...added.map((line) => `+${line}`),
    ' \tvoid *slots[64];',
    ' };',
    '-- ',
    '2.43.0',
    '',
  ].join('\n')
}
