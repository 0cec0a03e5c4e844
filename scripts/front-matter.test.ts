import { describe, expect, test } from 'vitest'
import { isPlainProse, parseStoryFile } from './front-matter.ts'

describe('front matter', () => {
  test('a title and prose -> both, the body trimmed', () => {
    const { value, problems } = parseStoryFile('a/index.mdx', '---\ntitle: A\n---\n\nProse.\n')
    expect(problems).toEqual([])
    expect(value?.frontMatter.title).toBe('A')
    expect(value?.body).toBe('Prose.')
  })
  test('a wrong key -> the file, the key and what to do', () => {
    const { value, problems } = parseStoryFile('a/index.mdx', '---\ntitle: A\ntechnik: pad\n---\n')
    expect(value).toBeNull()
    expect(problems[0]).toMatchObject({ file: 'a/index.mdx', message: 'no such key: technik' })
    expect(problems[0]?.whatToDo).toContain('CONTRIBUTING')
  })
  test('a wrong value -> its key path', () => {
    const { problems } = parseStoryFile('a/index.mdx', '---\ntitle: A\noverrides:\n  kind: wrong\n---\n')
    expect(problems[0]?.key).toBe('overrides.kind')
  })
  test('no YAML -> the line', () => {
    const { problems } = parseStoryFile('a/index.mdx', '---\ntitle: A\nsays: b: c\n---\n')
    expect(problems[0]?.file).toBe('a/index.mdx:3')
  })
  test.each([
    'schema: 1\ntitle: "a # b: {c} &d *e"',
    'title: ""',
    'title: "a"\nleaveOut: true',
    'title: "a"\ntitle: "b"',
  ])('plain pairs %j -> what YAML reads', (pairs) => {
    const read = (text: string) => parseStoryFile('a/index.mdx', `---\n${text}\n---\n`).value
    expect(read(pairs)).toEqual(read(`# a comment, which is YAML\n${pairs}`))
  })
  test('an alias -> refused, not unfolded', () => {
    const { value, problems } = parseStoryFile('a/index.mdx', '---\na: &a [1]\ntitle: *a\n---\n')
    expect(value).toBeNull()
    expect(problems[0]?.message).toContain('aliases')
  })
})

describe('plain prose', () => {
  test.each([
    ['words and a code span with a tag', 'Uses `<linux/slab.h>` and `{}`.', true],
    ['a fence with braces', '```c\nstruct a { int b; };\n```\n', true],
    ['a component', '<Note>x</Note>', false],
    ['an expression', 'The sum is {1 + 1}.', false],
    ['an import', "import A from './a.ts'\n", false],
    ['less than, as words have it', 'x < 3 and 3 > x', true],
  ])('%s -> %s', (_, body, expected) => {
    expect(isPlainProse(body)).toBe(expected)
  })
})
