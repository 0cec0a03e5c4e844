import { describe, expect, test } from 'vitest'
import { findLanguage, type Language } from './diff-line.ts'
import { parseMembers } from './member-declaration.ts'

const shown = (code: string, language: Language = 'c'): string[] =>
  parseMembers(code, language).map(({ name, type, attributes, arrayOf }) =>
    [name, type, attributes.join(' '), arrayOf ?? ''].join('|'),
  )

describe('members of a line', () => {
  test.each<[string, string[], Language?]>([
    ['unsigned long eggs, nests[4];', ['eggs|unsigned long||', 'nests|unsigned long||[4]']],
    ['int * first, * last;', ['first|int *||', 'last|int *||']],
    ['struct duck *duck ____cacheline_aligned_in_smp;', ['duck|struct duck *|____cacheline_aligned_in_smp|']],
    ['int (*quack)(struct duck *);', ['quack|int (*)()||']],
    ['DECLARE_BITMAP(ponds, 64);', ['ponds|DECLARE_BITMAP||']],
    ['std::map<int, long> eggs;', ['eggs|std::map<int, long>||']],
    ['unsigned int wet : 1;', ['wet|unsigned int||']],
    ['unsigned int wet:1, deep : 2;', ['wet|unsigned int||', 'deep|unsigned int||']],
    ['std::atomic<int> eggs;', ['eggs|std::atomic<int>||']],
    ['return eggs;', []],
    ['eggs = nests;', []],
    ['quack(duck);', []],
    ['', []],
    ['eggs, nests uint64', ['eggs|uint64||', 'nests|uint64||'], 'go'],
    ['_ cpu.CacheLinePad', ['_|cpu.CacheLinePad|cpu.CacheLinePad|'], 'go'],
    ['nests [8]uint64', ['nests|[8]uint64||[8]uint64'], 'go'],
    ['return eggs', [], 'go'],
    ['pub(crate) eggs: CachePadded<AtomicU64>,', ['eggs|CachePadded<AtomicU64>|CachePadded|'], 'rust'],
    ['nests: u64', ['nests|u64||'], 'rust'],
    ['let eggs: u64', [], 'rust'],
  ])('%s -> its names, types, attributes', (code, expected, language) => {
    expect(shown(code, language)).toEqual(expected)
  })
})

test('language of a file -> by its ending or name; C where it tells nothing', () => {
  const names = ['a/b.c', 'A.java', 'a.go', 'a.rs', 'a.S', 'a.py', 'x/Makefile', 'README', 'doc/a.rst', 'a.hpp.in', 'b']
  expect(names.map(findLanguage)).toEqual([
    ...['c', 'java', 'go', 'rust', 'asm', 'script', 'script', 'text', 'text', 'c', 'c'],
  ])
})
