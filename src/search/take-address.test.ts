import { describe, expect, test } from 'vitest'
import { takeFromAddress } from './take-address.ts'

describe('takeFromAddress', () => {
  test.each([
    ['https://lore.example.org/all/20260101.1-2-a@example.org/', '20260101.1-2-a@example.org'],
    ['https://lore.example.org/list/20260101.1@example.org/T/#u', '20260101.1@example.org'],
    ['lore.example.org/all/20260101.1@example.org', '20260101.1@example.org'],
    ['https://lore.example.org/all/20260101.1%40example.org/raw', '20260101.1@example.org'],
    ['https://git.example.org/c/0123456789ab', '0123456789ab'],
    ['https://git.example.org/linux.git/commit/?id=0123456789abcdef', '0123456789abcdef'],
    ['https://bugs.example.org/issue/25203/', 'bugs.example.org/issue/25203'],
    [
      'https://source.example.org/linux/v6.1/source/fs/toy/super.c#L90',
      'source.example.org/linux/v6.1/source/fs/toy/super.c',
    ],
    ['https://git.example.org/tree/fs/toy/super.c?h=v6.1#n12', 'git.example.org/tree/fs/toy/super.c'],
    ['fs/toy/super.c', 'fs/toy/super.c'],
    ['20260101.1@example.org', '20260101.1@example.org'],
  ])('takeFromAddress: %s -> what it is about', (text, expected) => {
    expect(takeFromAddress(text)).toBe(expected)
  })
})
