import { describe, expect, it, test } from 'vitest'
import { cpuTime } from '../../../../test/cpu-time.ts'
import { readPattern } from '../../../platform/patterns/pattern-reader.ts'
import { Effort, TooMuchEffort } from './effort.ts'
import { judgeCost, MAX_PATTERN_EFFORT } from './pattern-cost.ts'

const judge = (source: string) => () => judgeCost(readPattern(source, false), new Effort())

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
    expect(() => judgeCost(readPattern('straße des 17. juni', true), new Effort())).not.toThrow()
  })
})

test('so are hundreds of different characters, which would take us long to judge', () => {
  const letters = [...Array(250).keys()].map((i) => String.fromCodePoint(0x4e00 + 2 * i))
  expect(judge(letters.join('.'))).toThrow('too long')
  expect(judge(letters.slice(0, 160).join('.*'))).toThrow('too long')
})

describe('a costly pattern is given up after a bounded number of steps', () => {
  const others = [...Array(120).keys()].map((i) => `[^${String.fromCodePoint(0x4e00 + 2 * i)}]`)
  test.each([
    // One class, hundreds of ranges, thousands of places.
    ['classes', `(?:[${'!-~'.repeat(150)}]{255}){10}`, true],
    ['empty repeats', '(?:(?:(?:){255}){255}){255}', false],
    ['negated classes', others.join(''), false],
    ['places', '(?:\\w{255}){19}', false],
  ])('of %s', (_name, source, ignoreCase) => {
    const effort = new Effort(Number.POSITIVE_INFINITY)
    const used = cpuTime()
    expect(() => judgeCost(readPattern(source, ignoreCase), effort)).toThrow(/too long|too many/)
    expect(effort.spent).toBeLessThan(2 * MAX_PATTERN_EFFORT)
    expect(used()).toBeLessThan(200)
  })

  test('and as soon as the filter as a whole takes too much', () => {
    const effort = new Effort(1_000)
    expect(() => judgeCost(readPattern('^\\w{100}$', false), effort)).toThrow(TooMuchEffort)
  })
})
