import { expect, test } from 'vitest'
import { judgeRuns, MAX_RUNS } from './judge-runs.ts'
import { type Pattern, readPattern } from './pattern-reader.ts'
import { isMadeOf, readWholePattern, type WholePattern } from './whole-pattern.ts'

test.each([
  ['', 'begin with "^"'],
  ['abc', 'begin with "^"'],
  ['^abc', 'begin with "^"'],
  ['abc$', 'begin with "^"'],
  ['^abc\\$', 'begin with "^"'],
  ['^a|b$', 'begin with "^"'],
  ['(^a$)', 'begin with "^"'],
  ['^a$|^b$', 'begin with "^"'],
  ['^a^b$', 'only at the ends'],
  ['^(a$|b)$', 'only at the ends'],
  ['^(?=a)a$', 'not understood'],
  ['^(?!a)b$', 'not understood'],
  ['^(?<=a)b$', 'not understood'],
  ['^(?<x>a)$', 'not understood'],
  ['^(a)\\1$', 'not understood'],
  ['^\\bword$', 'not understood'],
  ['^\\p{L}+$', 'not understood'],
  ['^a*?$', 'not understood'],
  ['^a**$', 'not understood'],
  ['^(a$', 'missing'],
  ['^[a-z$', 'missing'],
  ['^[z-a]$', 'wrong way round'],
  ['^a{300}$', 'at most 255'],
  ['^(a*)*$', 'empty'],
  ['^(a?){3}$', 'empty'],
  ['^(|a)+$', 'empty'],
])('refuses %s', (source, why) => {
  expect(readWholePattern(source)).toContain(why)
})

test.each([
  '^(a+)+$',
  '^(a|a)+$',
  '^(a|ab|b)+$',
  '^([ab]|b)+$',
  '^([a-z]+-?)+$',
  '^a+a+a+$',
  '^.*.*$',
  '^[a-z]*[a-z0-9]*$',
  '^(.+)@(.+)\\.(.+)$',
  '^([a-z]{1,9}){1,9}$',
  '^(a{1,60}){1,60}$',
  '^((a{1,60}){1,60}){1,60}$',
])('refuses %s, for which an engine may go back without end', (source) => {
  expect(readWholePattern(source)).toMatch(/too long|too many/)
})

test.each([
  ['^[a-z0-9][a-z0-9\\-]{0,61}$', 1],
  ['^[a-z0-9]([a-z0-9\\-]{0,61}[a-z0-9])?$', 2],
  ['^([a-z0-9\\-]+\\.)+com$', 2],
  ['^(eu|us|ap)$', 1],
  ['^[a-z.]+\\.example\\.com$', 3],
])('takes %s, with at most %d runs at once', (source, runs) => {
  const { pattern } = whole(source)
  expect(judgeRuns(pattern)).toBe(runs)
})

test('counts runs as an engine that goes back would follow them', () => {
  const texts = ['a', '-', '.', 'ab', 'a-b.com', 'a'.repeat(30), 'a-'.repeat(20), 'a.com'.repeat(5)]
  for (const source of ['^([a-z\\-]+\\.)+com$', '^[a-z]([a-z\\-]{0,40}[a-z])?$', '^[a-z.]+\\.com(\\.a)?$']) {
    const { pattern } = whole(source)
    for (const text of texts) {
      expect(stepsFor(pattern, text)).toBeLessThanOrEqual((text.length + 1) * MAX_RUNS)
    }
  }
  // The measure itself sees what it is there for.
  expect(stepsFor(readPattern('(a+)+', false), `${'a'.repeat(12)}!`)).toBeGreaterThan(1_000)
})

test.each([
  ['^[a-z0-9\\-]+$', true],
  ['^(a|b)c?$', true],
  ['^[a-z.]+$', false],
  ['^[^/]+$', false],
  ['^\\S+$', false],
  ['^.$', false],
  ['^a/b$', false],
  ['^[a-\u00e9]$', false],
])('knows whether %s is made of small letters, digits and dashes: %s', (source, expected) => {
  const ranges = [
    ['a', 'z'],
    ['0', '9'],
    ['-', '-'],
  ] as const
  expect(isMadeOf(whole(source).pattern, ranges)).toBe(expected)
})

test('a value fits as a whole', () => {
  const { test: fits } = whole('^[a-z]+$')
  expect(['acme', 'acme\n', '\nacme', 'a b', ''].map((value) => fits(value))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})

function whole(source: string): WholePattern {
  const read = readWholePattern(source)
  if (typeof read === 'string') throw new Error(read)
  return read
}

type Continue = (at: number) => number

/** How many characters an engine reads that tries every way through the pattern and fails at the end. */
function stepsFor(pattern: Pattern, text: string): number {
  const follow = (part: Pattern, at: number, go: Continue): number => {
    switch (part.is) {
      case 'one_of': {
        const character = text[at]
        const isHeld =
          character !== undefined &&
          part.ranges.some(([first, last]) => first <= character && character <= last) !== part.isOutside
        return isHeld ? 1 + go(at + 1) : 0
      }
      case 'start':
      case 'end':
        return go(at)
      case 'sequence': {
        const [head, ...rest] = part.parts
        return head ? follow(head, at, (next) => follow({ is: 'sequence', parts: rest }, next, go)) : go(at)
      }
      case 'choice':
        return part.parts.reduce((steps, one) => steps + follow(one, at, go), 0)
      case 'repeat':
        return again(part, 0, at, go)
    }
  }
  const again = (repeat: Repeat, times: number, at: number, go: Continue): number => {
    const more =
      times < repeat.most ? follow(repeat.part, at, (next) => again(repeat, times + 1, next, go)) : 0
    return more + (times >= repeat.least ? go(at) : 0)
  }
  return follow(pattern, 0, () => 0)
}

type Repeat = Extract<Pattern, { is: 'repeat' }>
