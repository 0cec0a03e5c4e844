import { describe, expect, test } from 'vitest'
import { buildAddress, parseRepository } from './pages.ts'

describe('address of the pages', () => {
  test.each([
    ['https://github.com/someone/false-sharing-casebook.git', 'someone/false-sharing-casebook'],
    ['git@github.com:someone/casebook', 'someone/casebook'],
    ['https://example.org/someone/casebook', undefined],
    ['', undefined],
  ])('remote: %s -> %s', (remote, repository) => {
    expect(parseRepository(remote)).toBe(repository)
  })
  test.each([
    ['a repository -> under its name', 'Some-One/Casebook', 'https://some-one.github.io/Casebook/'],
    ["the owner's own site -> the root", 'someone/someone.github.io', 'https://someone.github.io/'],
  ])('%s', (_, repository, address) => {
    expect(buildAddress(repository)).toBe(address)
  })
})
