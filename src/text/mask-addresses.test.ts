import { expect, test } from 'vitest'
import { maskAddresses } from './mask-addresses.ts'

const hidden: [string, string][] = [
  ['Signed-off-by: A B <ab@example.org>', 'Signed-off-by: A B <…>             '],
  ['see bob.smith+x@mail.example.org, or', 'see <…>                         , or'],
  ['On Monday <a@b> wrote:', 'On Monday <…>   wrote:'],
  ['mailto:joe@example.org.', 'mailto:<…>            .'],
  ['<a@b.cc> and <c@d.ee>', '<…>      and <…>     '],
  ['To: zoë@exämple.org', 'To: <…>            '],
  ['574235421@qq.example 15901234567@163.example', '<…>                  <…>                    '],
  ['John19850101@example.org', '<…>                     '],
  ['https://example.org/?to=bob@example.net', 'https://example.org/?to=<…>            '],
  ['https://example.org/users/bob@example.net', 'https://example.org/users/<…>            '],
  ['a@b.cc@d.ee', '<…>   @d.ee'],
]
for (const [line, expected] of hidden)
  test(`maskAddresses: ${line} -> hidden, columns kept`, () => {
    expect(maskAddresses(line)).toBe(expected)
    expect(maskAddresses(line)).toHaveLength(line.length)
    expect(maskAddresses(expected)).toBe(expected)
  })

const kept = [
  '#include <linux/slab.h>',
  'Link: https://lore.kernel.org/r/bob@example.org/',
  'Link: https://lore.kernel.org/all/20260903021836.962624-1-someone@example.org/T/#u',
  'https://lkml.kernel.org/r/CAGudoHFgtM8Px4mRNM_fsmi3=vAyCMPC3FBCzk5uE7ma7fdbdQ@mail.example.com',
  'Message-ID: <bob@example.org>',
  '> In-Reply-To: <bob@example.org>',
  'References: <a@b.cc> <c@d.ee>',
  'in <1508772444-27879-1-git-send-email-kim@example.org> you said',
  '<e2953a84-31d1-fdd2-faf8-62967a9f29c6@example.org>',
  '<87h7x0abcd.fsf@example.org> <ZQx2Vc5R8agB3Jk9@host.example.org>',
  '<164622001212.16921.1234567890123456789.tip-bot2@tip-bot2>',
  '202611040245.a26ace73-lkp@intel.com',
  '20240102-foo-bar-v1-1-abcdef123456@example.org',
  'msgid:<bob@example.org>',
  'From: A B <ab@xxxxxxxxxxx>',
  'serial@12340000 {  memcpy@@GLIBC_2.14  root@host:~# @param: x',
]
for (const line of kept)
  test(`maskAddresses: ${line} -> as it is`, () => {
    expect(maskAddresses(line)).toBe(line)
  })

test('maskAddresses: a megabyte of @ and of letters -> same length, in one pass', () => {
  for (const line of ['@'.repeat(1e6), `${'a'.repeat(1e6)}@${'b.'.repeat(5e5)}cc`, 'a@b.cc'.repeat(1e5)])
    expect(maskAddresses(line)).toHaveLength(line.length)
})
