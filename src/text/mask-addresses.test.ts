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
  ['"bob" says "ada b"@example.org', '"bob" says <…>                '],
  ['to "ada"@home', 'to <…>       '],
  ['ada@localhost, ada@LOCALHOST', '<…>          , <…>          '],
  ['Signed-off-by: Ada ada@laptop', 'Signed-off-by: Ada <…>       '],
  ['ada@[192.0.2.1] ada@192.0.2.1 ada@[IPv6:2001:db8::1]', '<…>             <…>           <…>                   '],
  ['ada=40example.org', '<…>              '],
  ['ada%40example.org', '<…>              '],
  ['ada&#64;example.org ada&commat;example.org', '<…>                 <…>                   '],
  ['ak@linux.example.org libc@gcc.example.org', '<…>                  <…>                 '],
  ['ada＠example.org', '<…>            '],
  ['ada@\u200bexample.org ad\u00ada@example.org', '<…>              <…>             '],
  ['ada AT example DOT org', '<…>                   '],
  ['ada at example dot org', '<…>                   '],
  ['ada (at) example (dot) co (dot) uk.', '<…>                               .'],
  ['ada[at]example.org ada at example[.]org', '<…>                <…>                 '],
  ['ada_at_example_dot_org', '<…>                   '],
  ['ada AT example.org', '<…>               '],
  ['ada @ example.org', '<…>              '],
  ['From: ada at example.org (Ada B)', 'From: <…>                (Ada B)'],
  ['From ada at example.org  Mon Jan  6 10:00:00 2025', 'From <…>                 Mon Jan  6 10:00:00 2025'],
  ['Reported-by: syzbot+ba8947364367f96fe16b@example.com', 'Reported-by: <…>                                    '],
  ['write to jean-luc.x.de-la-tour_1.b@example.org', 'write to <…>                                  '],
  ['my mail id: bob@example.org', 'my mail id: <…>            '],
  [
    'In-Reply-To: Message from Ada <ada@example.org> of Monday',
    'In-Reply-To: Message from Ada <…>               of Monday',
  ],
  ['joe@xn--bcher-kva.xn--p1ai joe@under_score.example', '<…>                        <…>                    '],
  [' * Copyright (C) 2020 Ada <ada@example.org>', ' * Copyright (C) 2020 Ada <…>              '],
  ['MODULE_AUTHOR("Ada <ada@example.org>");', 'MODULE_AUTHOR("Ada <…>              ");'],
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
  '  call 400430 <memcpy@plt>; lea sym@GOTPCREL(%rip), <f@@GLIBC_2.2.5> <malloc@GLIBC_2.2.5>',
  'git show HEAD@{1} main@{upstream} @{u}  foo@bar: x  git describe v6.1@next',
  '@Contended @sun.misc.Contended @Override private@Nullable',
  '[root@localhost ~]# ls; root@localhost:/src$ make; root@localhost# id; ada@host$ cat',
  'Intel(R) Xeon(R) CPU E5-2680 @ 2.70GHz, 2 nodes @ 10 ms',
  '.section .note.GNU-stack,"",@progbits; memory@80000000 <uart@fe201000> <&cpu@0>',
  'we look at kernel.org and at https://example.org/x, at once. look at the dot product',
  'CONFIG_NR_CPUS=4096 x=40 y=40ms z=40.5 %40d printf("%40s.c")',
  'lock_at_node.next  f(at) g.next  LOOK AT sched.c',
  '["a", "@media", {"name": "@astrojs/mdx"}]',
  '@@ -1,3 +1,4 @@ struct a.b',
  'https://lore.kernel.org/r/ada%40example.org/',
  '{"dependencies": {"astro": "astro@7.3.5"}}',
]
for (const line of kept)
  test(`maskAddresses: ${line} -> as it is`, () => {
    expect(maskAddresses(line)).toBe(line)
  })

test('maskAddresses: an id that is known -> stays, whatever it looks like', () => {
  const ids = new Set(['ada.b@example.org'])
  expect(maskAddresses('see <ada.b@example.org>, ada.b@example.org and ada.c@example.org', { ids })).toBe(
    'see <ada.b@example.org>, ada.b@example.org and <…>              ',
  )
})

test('maskAddresses: a text without columns -> no blanks added', () => {
  expect(maskAddresses('to ada@example.org: hello', { keepColumns: false })).toBe('to <…>: hello')
})

test('maskAddresses: a megabyte of @ and of letters -> same length, in one pass', () => {
  for (const line of [
    '@'.repeat(1e6),
    `${'a'.repeat(1e6)}@${'b.'.repeat(5e5)}cc`,
    'a@b.cc'.repeat(1e5),
    ' at '.repeat(2e5),
    '%40a'.repeat(2e5),
    '"a"@'.repeat(2e5),
    'a at b dot '.repeat(1e5),
  ])
    expect(maskAddresses(line)).toHaveLength(line.length)
})
