import { expect, test } from 'vitest'
import { chooseSiteAddress } from './site-address.ts'

test.each([
  ['https://someone.github.io/x', 'https://example.org/y/', 'https://someone.github.io/x/', '/x/'],
  [undefined, 'https://example.org/y', 'https://example.org/y/', '/'],
  ['', 'https://example.org/', 'https://example.org/', '/'],
  [undefined, undefined, 'http://localhost:4321/', '/'],
])('site address: SITE %s, homepage %s -> cites %s, served under %s', (stated, homepage, site, base) => {
  expect(chooseSiteAddress(stated, homepage)).toEqual({ site, base })
})
