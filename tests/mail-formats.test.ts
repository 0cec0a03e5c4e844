import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const golden = 'src/mail/fixtures'
const sources = 'scripts/read-sources.test.ts'
const joins = 'src/series/joins.test.ts'
const histories = 'src/series/build-histories.test.ts'
const kinds = 'src/thread/message-kind.test.ts'
const trailers = 'src/series/reply-trailers.test.ts'

/**
 * What fails where the code of a format is taken away: fixtures with their golden file (names alone), or a test file and
 * words of the title of a test in it. Each was seen to fail without its code.
 */
const formats: Record<string, Record<string, (string | [file: string, title: string])[]>> = {
  sources: {
    mboxrd: ['mboxrd-quoted-from'],
    mboxo: ['mboxo-plain-separators', 'mboxo-from-lines-in-text'],
    'mboxcl, mboxcl2': ['mboxcl-content-length'],
    CRLF: ['crlf-line-ends', 'crlf-with-list-footer'],
    '.gz': ['gzip', 'gzip-two-members', 'gzip-cut'],
    '.zst': ['zstd'],
    'no final newline': ['no-final-newline', [sources, 'a mail that lacks its last newline']],
    'cut off mid-message': ['cut-in-a-header', 'cut-in-a-hunk', 'mime-not-closed', 'gzip-cut'],
    maildir: [[sources, 'maildir -> messages of cur and new']],
    '.eml': ['raw-mail', 'raw-mail-with-blank-start', 'plain-diff'],
    'format-patch': [
      'format-patch-two',
      'zero-commit',
      ['src/mail/git-oracle.test.ts', 'test(`readMail: format-patch '],
    ],
    'patches that are no mail': ['git-show', 'dep3-fields', 'header-runs-into-diff'],
    'archive page text': ['archive-page', 'archive-raw-list-header'],
    'public-inbox v2: m, d, epochs, thread': [
      [sources, 'public-inbox of two epochs'],
      [sources, 'ids in two spellings'],
    ],
    'git:<clone> by ids, --grep, --since': [[sources, 'git clone -> one patch a commit, chosen by id, words or date']],
    'lore:<Message-ID>': [[sources, 'lore:<id> -> the thread; a page for robots, an unknown id, no network']],
  },
  messages: {
    'wrong charset': ['charset-lie-utf8', 'charset-lie-latin1', 'charset-unknown'],
    'missing charset': ['charset-missing', 'header-8bit'],
    'RFC 2047 words split anywhere': ['encoded-words-split', 'encoded-words-base64-cut'],
    'format=flowed, DelSp': [
      'flowed-patch',
      'flowed-delsp',
      'flowed-declared-only',
      ['src/mail/git-oracle.test.ts', 'format=flowed'],
    ],
    'quoted-printable': ['quoted-printable', ['src/mail/git-oracle.test.ts', 'quoted-printable and base64']],
    base64: ['base64-body', 'base64-with-list-footer'],
    'patches as attachments': ['patch-attached', 'patch-attached-without-name', 'diff-as-octets'],
    'HTML-only': ['html-only', 'alternative'],
    'PGP/MIME': ['pgp-mime-signed', 'pgp-mime-signed-in-text', 'pgp-mime-encrypted', 'pgp-inline'],
    'list footers': ['list-footer', 'base64-with-list-footer', 'crlf-with-list-footer'],
    'forwarded messages': ['forwarded-inline', 'forwarded-as-attachment'],
  },
  'what follows a patch': {
    'trailers in replies': [[trailers, 'test(`findGivenTrailers: ']],
    'trailers in prose': [
      [trailers, 'Feel free to add my Acked-by'],
      [histories, 'quoted only: the patch is not here'],
    ],
    'tip-bot twice': [[histories, 'tip-bot: announced twice -> the later commit stands']],
    'stable, AUTOSEL': [
      [histories, 'backport: AUTOSEL of a patch with other context'],
      [kinds, 'a stable backport, its upstream commit in a paragraph of its own'],
      [kinds, 'AUTOSEL that names no upstream commit'],
      [kinds, 'a revert in a stable tree'],
    ],
    'pull series and requests': [
      [joins, 'a pull series: the same diff under the same title'],
      [joins, 'a pull request'],
    ],
    'applied notices with commits': [
      [kinds, 'a mail of a repository that prints its commit'],
      [histories, 'applied: a list of a series -> each patch its own commit'],
      [joins, 'an applied notice in a thread of its own'],
    ],
    'robot reports, robot builds': [
      [kinds, 'a robot that answers a patch with a build warning'],
      [joins, 'a robot on its build, whose links bear the title'],
      [histories, 'report: the robot answers the mailed patch -> joined by thread; its own commit is no merge'],
    ],
    'reverts and Fixes': [
      [joins, 'a stable revert, whose text names the upstream commit second'],
      [joins, 'a revert by its title'],
      [joins, 'a fix by Fixes:, by the title'],
    ],
    'joined by Message-ID, patch-id, title with author; each says how': [[joins, 'test(`joins: ']],
  },
}

for (const [group, table] of Object.entries(formats))
  describe(group, () => {
    for (const [format, proofs] of Object.entries(table))
      test(`mail formats: ${format} -> fixtures with golden files, or tests`, () => {
        for (const proof of proofs)
          if (typeof proof === 'string')
            expect(existsSync(path.join(root, golden, `${proof}.out.json`)), proof).toBe(true)
          else expect(readFileSync(path.join(root, proof[0]), 'utf8')).toContain(proof[1])
      })
  })
