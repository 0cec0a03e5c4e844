import { expect, test } from 'vitest'
import { buildKeys } from './term-keys.ts'

test('buildKeys: a Message-ID -> its whole and its parts, no tail that is an address', () => {
  const keys = buildKeys('20240102-git-send-email-ada.b@example.org').map(({ key }) => key)
  expect(keys).toContain('20240102-git-send-email-ada.b@example.org')
  expect(keys).toContain('email-ada.b')
  expect(keys.filter((key) => key.includes('@'))).toEqual(['20240102-git-send-email-ada.b@example.org'])
})

test('buildKeys: a member -> itself and its tails', () => {
  expect(buildKeys('j_state_lock').map(({ key }) => key)).toEqual(
    expect.arrayContaining(['j_state_lock', 'state_lock', 'lock', 'jstatelock']),
  )
})
