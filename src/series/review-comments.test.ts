import { describe, expect, test } from 'vitest'
import { mboxBytes, type SampleMail } from '../../tests/mbox-writer.ts'
import { readMail } from '../mail/read-mail.ts'
import { buildThreads } from '../thread/build-threads.ts'
import { buildHistories } from './build-histories.ts'

const diff = `diff --git a/lib/ring.h b/lib/ring.h
index 1111111..2222222 100644
--- a/lib/ring.h
+++ b/lib/ring.h
@@ -10,6 +10,8 @@ struct ring {
 	unsigned long head;
 	unsigned long tail;
-	spinlock_t lock;
+	spinlock_t lock ____cacheline_aligned;
+	/* Written by every producer, so it gets a line of its own, away from the read-mostly members above. */
+	unsigned long produced;
 	void *slots[64];
 
 	int cpu;
@@ -40,4 +42,5 @@ static inline void ring_push(struct ring *ring, void *item)
 {
 	spin_lock(&ring->lock);
+	ring->produced++;
 	ring->slots[ring->head] = item;
 }
diff --git a/lib/ring.c b/lib/ring.c
index 1111111..2222222 100644
--- a/lib/ring.c
+++ b/lib/ring.c
@@ -5,3 +5,4 @@
 	int count = 0;
 
+	count += ring->produced;
 	return count;
`
const patch: SampleMail = {
  id: 'p@example.org',
  subject: '[PATCH v2] ring: move the lock',
  body: `The lock shares a line.\n\nSigned-off-by: Ada Author <ada@example.org>\n---\n lib/ring.h | 5 +++--\n lib/ring.c | 1 +\n\n${diff}-- \n2.43.0\n`,
}

async function commentsOn(...answers: (string | SampleMail)[]) {
  const mails = answers.map(
    (answer, index): SampleMail =>
      typeof answer === 'string'
        ? {
            id: `r${index}@example.org`,
            from: 'Rey Reviewer <rey@example.org>',
            subject: `Re: ${patch.subject}`,
            inReplyTo: 'p@example.org',
            body: answer,
          }
        : answer,
  )
  const { value } = await readMail(mboxBytes([patch, ...mails]), '1.mbox')
  const histories = buildHistories(buildThreads(value).value)
  const comments = histories.value[0]?.comments ?? []
  return {
    comments,
    problems: histories.problems,
    places: comments.map(({ file, side, line }) => `${file} ${side} ${line}`),
  }
}

const quote = (from: string, to: string, mark = '> '): string => {
  const lines = diff.split('\n')
  const first = lines.findIndex((line) => line.includes(from))
  const last = lines.findIndex((line, index) => index >= first && line.includes(to))
  return lines
    .slice(first, last + 1)
    .map((line) => `${mark}${line}`)
    .join('\n')
}

describe('findReviewComments', () => {
  const table: [string, string, string[]][] = [
    ['below an added line', `${quote('diff --git a/lib/ring.h', 'aligned;')}\n\nWhy?\n`, ['lib/ring.h new 12']],
    [
      'below a removed line',
      `${quote('diff --git a/lib/ring.h', '-\tspinlock_t lock;')}\n\nGood riddance.\n`,
      ['lib/ring.h old 12'],
    ],
    ['below a context line', `${quote('diff --git a/lib/ring.h', 'slots[64]')}\n\nBig.\n`, ['lib/ring.h new 15']],
    [
      'two comments in two hunks',
      `${quote('diff --git a/lib/ring.h', 'aligned;')}\n\nWhy?\n\n${quote('/* Written', 'produced++')}\n\nUse local_inc().\n`,
      ['lib/ring.h new 12', 'lib/ring.h new 44'],
    ],
    ['the second file', `${quote('diff --git a/lib/ring.h', '+	count')}\n\nOverflow?\n`, ['lib/ring.c new 7']],
    ['no headers, the hunk cut out', `> [...]\n> +	ring->produced++;\n\nUse local_inc().\n`, ['lib/ring.h new 44']],
    [
      '[snip] between',
      `${quote('diff --git a/lib/ring.h', 'unsigned long tail')}\n[snip]\n> +	unsigned long produced;\n\nName it better.\n`,
      ['lib/ring.h new 14'],
    ],
    [
      'quoted without a blank after the mark',
      `${quote('diff --git a/lib/ring.h', 'aligned;', '>')}\nWhy?\n`,
      ['lib/ring.h new 12'],
    ],
    ['quoted with |', `${quote('diff --git a/lib/ring.h', 'aligned;', '| ')}\n\nWhy?\n`, ['lib/ring.h new 12']],
    [
      'tabs became blanks',
      `${quote('diff --git a/lib/ring.h', 'aligned;').replace(/\t/g, '        ')}\n\nWhy?\n`,
      ['lib/ring.h new 12'],
    ],
    [
      'a long line wrapped, both pieces quoted',
      `${quote('diff --git a/lib/ring.h', 'aligned;')}\n> +	/* Written by every producer, so it gets a line of its own, away from\n> the read-mostly members above. */\n\nDo not comment so much.\n`,
      ['lib/ring.h new 13'],
    ],
    [
      'a long line wrapped, the rest without a mark',
      `${quote('diff --git a/lib/ring.h', 'aligned;')}\n> +	/* Written by every producer, so it gets a line of its own, away from\nthe read-mostly members above. */\n\nDo not comment so much.\n`,
      ['lib/ring.h new 13'],
    ],
    [
      'a rebased hunk',
      `${quote('diff --git a/lib/ring.h', 'aligned;').replace('@@ -10,6 +10,8 @@', '@@ -110,6 +110,8 @@')}\n\nWhy?\n`,
      ['lib/ring.h new 12'],
    ],
    [
      'blank quoted lines above the comment',
      `${quote('diff --git a/lib/ring.h', 'aligned;')}\n> \n>\n\nWhy?\n`,
      ['lib/ring.h new 12'],
    ],
    ['the description quoted', '> The lock shares a line.\n\nWhich one?\n', []],
    [
      'the trailers quoted, a tag given',
      '> Signed-off-by: Ada Author <ada@example.org>\n\nAcked-by: Rey Reviewer <rey@example.org>\n',
      [],
    ],
    [
      'all quoted, thanks and a tag below',
      `${quote('diff --git a/lib/ring.h', 'return count')}\n\nThanks,\nReviewed-by: Rey Reviewer <rey@example.org>\n\nRey\n`,
      [],
    ],
    ['words on top of the quote', `Looks fine.\n\n${quote('diff --git a/lib/ring.h', 'return count')}\n`, []],
    ['a signature below the quote', `${quote('diff --git a/lib/ring.h', 'aligned;')}\n-- \nRey Reviewer\n`, []],
    [
      'a diff line of another version',
      `${quote('diff --git a/lib/ring.h', 'unsigned long tail')}\n> +	seqlock_t lock;\n\nA seqlock?\n`,
      ['null null null'],
    ],
    [
      'a hunk header alone',
      '> diff --git a/lib/ring.h b/lib/ring.h\n> @@ -40,4 +42,5 @@ static inline void ring_push(struct ring *ring, void *item)\n\nInline?\n',
      ['lib/ring.h new 42'],
    ],
  ]
  for (const [what, body, expected] of table)
    test(`findReviewComments: ${what} -> ${expected.join(', ') || 'no comment'}`, async () => {
      expect((await commentsOn(body)).places).toEqual(expected)
    })

  test('findReviewComments: not in the patch -> a problem, the text is kept', async () => {
    const { comments, problems } = await commentsOn(
      `${quote('diff --git a/lib/ring.h', 'unsigned long tail')}\n> +	seqlock_t lock;\n\nA seqlock?\n`,
    )
    expect(comments[0]?.text).toBe('A seqlock?')
    expect(problems.map(({ code }) => code)).toContain('unplaced-comment')
  })

  test('findReviewComments: a rebased hunk -> says that text matched it', async () => {
    const { comments } = await commentsOn(
      `${quote('diff --git a/lib/ring.h', 'aligned;').replace('@@ -10,6 +10,8 @@', '@@ -110,6 +110,8 @@')}\n\nWhy?\n`,
    )
    expect(comments[0]?.how).toBe('matched by text in a rebased hunk')
  })

  test('findReviewComments: a robot that grades -> severity', async () => {
    const { comments } = await commentsOn(
      `Found 1 issue:\n- [High] It is slow\n--\n\ncommit 0123456789ab\nAuthor: Ada\n\n${quote('diff --git a/lib/ring.h', 'aligned;')}\n\n[Severity: High]\nIs it aligned everywhere?\n\n-- \nrobot\n`,
    )
    expect(comments).toMatchObject([
      { severity: 'High', line: 12, text: '[Severity: High]\nIs it aligned everywhere?' },
    ])
  })

  test('findReviewComments: answers to answers -> the same line, each below the comment it answers', async () => {
    const first = `${quote('diff --git a/lib/ring.h', 'aligned;')}\n\nWhy not pad?\n`
    const second: SampleMail = {
      id: 's@example.org',
      subject: `Re: ${patch.subject}`,
      inReplyTo: 'r0@example.org',
      body: `On Monday, Rey wrote:\n${first.replace(/^/gm, '> ').replace(/^> > /gm, '>> ')}\nPadding costs more.\n`,
    }
    const third: SampleMail = {
      id: 't@example.org',
      from: 'Rey Reviewer <rey@example.org>',
      subject: `Re: ${patch.subject}`,
      inReplyTo: 's@example.org',
      body: '> > Why not pad?\n>\n> Padding costs more.\n\nFine.\n',
    }
    const { comments } = await commentsOn(first, second, third)
    expect(comments.map(({ messageId, line, parentMessageId }) => `${messageId} ${line} ${parentMessageId}`)).toEqual([
      'r0@example.org 12 null',
      's@example.org 12 r0@example.org',
      't@example.org 12 s@example.org',
    ])
  })

  test('findReviewComments: an answer on another line of the patch, quoted two deep -> that line', async () => {
    const first = `${quote('diff --git a/lib/ring.h', 'aligned;')}\n\nWhy not pad?\n`
    const second: SampleMail = {
      id: 's@example.org',
      subject: `Re: ${patch.subject}`,
      inReplyTo: 'r0@example.org',
      body: `${quote('diff --git a/lib/ring.h', 'aligned;', '> > ')}\n> \n> Why not pad?\n\nCosts more.\n\n${quote('/* Written', 'produced;', '> > ')}\n\nI also see that this wants a better name.\n`,
    }
    const { places } = await commentsOn(first, second)
    expect(places).toEqual(['lib/ring.h new 12', 'lib/ring.h new 12', 'lib/ring.h new 14'])
  })

  test('findReviewComments: the source -> the lines of the comment', async () => {
    const { comments } = await commentsOn(`${quote('diff --git a/lib/ring.h', 'aligned;')}\n\nWhy?\nReally.\n`)
    expect(comments[0]?.source).toEqual({ part: 0, startLine: 11, endLine: 12 })
  })
})
