import { describe, expect, it, test } from 'vitest'
import { readPattern } from '../../../platform/patterns/pattern-reader.ts'
import { judgeCost } from './pattern-cost.ts'

const judge = (source: string) => () => judgeCost(readPattern(source, false))

describe('a pattern is refused where each character makes PostgreSQL think again', () => {
  test.each([
    '(a|b)*a(a|b){17}c',
    '(a|b)*a(a|b){4}c',
    'a.{17}c',
    'a[ab]{4}b[ab]{4}a[ab]{4}c',
    'a[ab]{5}c|b[ab]{6}d|ab[ab]{7}e',
    // Written out instead of counted.
    `a${'(a|b)'.repeat(20)}c`,
    '^(a|b)*a(a|b){17}c',
    // Few states, each of many places.
    '(a|b){200}c',
    '(a|b){255}',
    '^.{10,200}$',
  ])('%s', (source) => {
    expect(judge(source)).toThrow('too long')
  })

  test('and where repeats multiply', () => {
    expect(judge('((a{50}){50}){50}')).toThrow('multiply to too many')
  })
})

describe('what people look for is not', () => {
  test.each([
    'abc',
    '^abc',
    'foo|bar|baz|qux',
    'foo.*bar.*baz',
    '\\d{4}-\\d{2}-\\d{2}',
    '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,6})?)?Z$',
    '[\\w.+-]+@[\\w-]+\\.[\\w.-]+',
    '^[A-Z]{2}\\d{2}( ?[A-Z0-9]{4}){3,7}$',
    '^.{10,100}$',
    '^\\w{100}$',
    'a.{0,50}c',
    'https?://[^/ ]+/.*',
    '(mon|tues|wednes|thurs|fri|satur|sun)day',
    'Some sentence that stands in a text, as long as it may be; '.repeat(3),
    '(a+)+$',
    '',
  ])('%s', (source) => {
    expect(judge(source)).not.toThrow()
  })

  it('in either case', () => {
    expect(() => judgeCost(readPattern('straße des 17. juni', true))).not.toThrow()
  })
})

test('so are hundreds of different characters, which would take us long to judge', () => {
  const letters = [...Array(250).keys()].map((i) => String.fromCodePoint(0x4e00 + 2 * i))
  expect(judge(letters.join('.'))).toThrow('too long')
  expect(judge(letters.slice(0, 160).join('.*'))).toThrow('too long')
})
