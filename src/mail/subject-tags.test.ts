import { expect, test } from 'vitest'
import { emptyTags, type SubjectTags } from '../model/message.ts'
import { parseSubject } from './subject-tags.ts'

const cases: [string, Partial<SubjectTags>][] = [
  ['[PATCH] imag: x', { title: 'imag: x', isPatch: true }],
  ['[PATCH v3 2/5] x', { title: 'x', isPatch: true, version: 3, index: 2, total: 5 }],
  [
    '[RFC PATCH net-next v4 7/9] x',
    { title: 'x', isPatch: true, rfc: true, version: 4, index: 7, total: 9, tags: ['net-next'] },
  ],
  ['[PATCH v0] x', { title: 'x', isPatch: true }],
  ['[PATCH RESEND] x', { title: 'x', isPatch: true, resend: true }],
  ['[RESEND PATCH v2] x', { title: 'x', isPatch: true, resend: true, version: 2 }],
  ['[Imag-wired] [PATCH iwl-next] x', { title: 'x', isPatch: true, tags: ['Imag-wired', 'iwl-next'] }],
  ['PATCH1/8 x', { title: 'x', isPatch: true, index: 1, total: 8 }],
  ['[PATCH] 6/6 x', { title: 'x', isPatch: true, index: 6, total: 6 }],
  ['[PATCH] 9/6 x', { title: '9/6 x', isPatch: true }],
  ['[PATCH1/8] x', { title: 'x', isPatch: true, index: 1, total: 8 }],
  ['PATCH v2 3/5: x', { title: 'x', isPatch: true, version: 2, index: 3, total: 5 }],
  ['[PATCHv2 0/3] x', { title: 'x', isPatch: true, version: 2, index: 0, total: 3 }],
  ['[PATCH,v2] x', { title: 'x', isPatch: true, version: 2 }],
  ['[RFC/PATCH] x', { title: 'x', isPatch: true, rfc: true }],
  ['[RFCv2 1/2] x', { title: 'x', isPatch: true, rfc: true, version: 2, index: 1, total: 2 }],
  ['[PATCH 2 / 5] x', { title: 'x', isPatch: true, index: 2, total: 5 }],
  ['  Re: [PATCH] x', { title: 'x', isPatch: true, isReply: true }],
  ['RE: Re: AW: x', { title: 'x', isReply: true }],
  ['Fwd: [PATCH] x', { title: 'x', isPatch: true, isForward: true }],
  ['[tip: x86/mm] x', { title: 'x', tags: ['tip: x86/mm'] }],
  ['[PATCH AUTOSEL 5.3 49/99] x', { title: 'x', isPatch: true, index: 49, total: 99, tags: ['AUTOSEL', '5.3'] }],
  ['[linus:master] [imag] 0123456789: y 5% up', { title: '0123456789: y 5% up', tags: ['linus:master', 'imag'] }],
  ['[PATCH] imag: [v2] in a title', { title: 'imag: [v2] in a title', isPatch: true }],
  ['[PATCH]', { title: '[PATCH]' }],
  ['reply: x', { title: 'reply: x' }],
  ['PATCHes welcome', { title: 'PATCHes welcome' }],
  ['', {}],
]
for (const [subject, expected] of cases)
  test(`parseSubject: "${subject}" -> ${JSON.stringify(expected)}`, () => {
    expect(parseSubject(subject)).toEqual({ ...emptyTags(), ...expected })
  })
