import { describe, expect, test } from 'vitest'
import { isApproval, isCourtesy, isSignedName } from './courtesy.ts'
import { isCut, splitQuote } from './quoted-lines.ts'

describe('what is no comment', () => {
  test.each([
    ['Hi Ada,', true],
    ['Hello', true],
    ['Thanks!', true],
    ['Thank you very much.', true],
    ['Thanks, but this is wrong', false],
    ['Best regards,', true],
    ['Best to drop it.', false],
    ['Acked-by: Rey <rey@example.org>', true],
    ['Hi level code should not do this.', false],
    ['Why?', false],
  ])('isCourtesy: %s -> %s', (text, expected) => expect(isCourtesy(text)).toBe(expected))

  test.each([
    ['LGTM', true],
    ['Looks good to me.', true],
    ['Looks good but for the name.', false],
    ['Applied, thanks.', false],
    ['Nice!', true],
  ])('isApproval: %s -> %s', (text, expected) => expect(isApproval(text)).toBe(expected))

  test.each([
    ['Rey', true],
    ['-- Rey', true],
    ['Rey Reviewer', true],
    ['No', false],
    ['Re', false],
  ])('isSignedName: %s of Rey Reviewer -> %s', (text, expected) =>
    expect(isSignedName(text, 'Rey Reviewer')).toBe(expected),
  )

  test.each([
    ['[...]', true],
    ['...', true],
    ['[snip]', true],
    ['<snip>', true],
    ['[ 20 lines deleted ]', true],
    ['--- snip ---', true],
    ['...and then it fails', false],
    ['skip this check', false],
    ['cut it here', false],
    ['foo(...)', false],
  ])('isCut: %s -> %s', (text, expected) => expect(isCut(text)).toBe(expected))

  test.each([
    ['> +foo', 1, '+foo'],
    ['>+foo', 1, '+foo'],
    ['> > +foo', 2, '+foo'],
    ['>> +foo', 2, '+foo'],
    ['> | +foo', 2, '+foo'],
    ['| +foo', 1, '+foo'],
    [' > +foo', 1, '+foo'],
    ['>', 1, ''],
    ['>From 0123456789', 0, '>From 0123456789'],
    ['a | b', 0, 'a | b'],
    ['||', 0, '||'],
    ['+foo > bar', 0, '+foo > bar'],
  ])('splitQuote: %s -> %d deep', (line, depth, text) => expect(splitQuote(line)).toEqual({ depth, text }))
})
