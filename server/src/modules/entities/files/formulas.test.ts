import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { guardedJson, guardedText, plainText } from './formulas.ts'

/** Any cell that begins as a formula, whichever separator and quote the program takes. */
const RUNS = /(^|[,;|"\t\r\n])[ \u00a0]*[=+\-@＝＋－＠]/u
const PIECES = ["'", '"', ',', ';', '|', '\t', '\n', '\r', ' ', '=', '-', '＝', '@', 'a', '\\', '1']
const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((all) => all.join(''))

describe('a guarded text', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['a;=1+1', "a;'=1+1"],
    ['a, @x', "a, '@x"],
    ['"=1"', `"'=1"`],
    ['a\n-b', "a\n'-b"],
    ["'=1", "''=1"],
    ["it's '-x", "it's ''-x"],
    ['\t=1', "'\t'=1"],
    ['a-b; c=d', 'a-b; c=d'],
  ])('%j is %j', (text, guarded) => {
    expect(guardedText(text)).toBe(guarded)
  })

  test('begins no formula at any place, and reads back as it was', () => {
    fc.assert(
      fc.property(pieces, (text) => {
        const guarded = guardedText(text)
        expect(guarded).not.toMatch(RUNS)
        expect(plainText(guarded)).toBe(text)
      }),
      { numRuns: 2_000 },
    )
  })

  test('costs time in proportion to its length', () => {
    for (const part of ["'", ' ', ';', '"  ', "' "]) {
      const long = part.repeat(200_000)
      const started = process.cpuUsage()
      expect(plainText(guardedText(long)).length).toBe(long.length)
      guardedJson([long])
      const { user, system } = process.cpuUsage(started)
      expect((user + system) / 1000).toBeLessThan(4_000)
    }
  })
})

test('a text from elsewhere keeps its apostrophes in the middle', () => {
  expect(plainText("rock'-n-roll")).toBe("rock'-n-roll")
})

test('guarded JSON begins no formula within its texts, and is the same value', () => {
  fc.assert(
    fc.property(fc.dictionary(pieces, fc.oneof(pieces, fc.integer(), fc.array(pieces))), (value) => {
      const json = guardedJson(value)
      expect(JSON.parse(json)).toEqual(value)
      // What remains behind a separator is a number.
      expect(json.replaceAll('\\"', '"')).not.toMatch(/[,;|"][ \u00a0]*(?:[=+@＝＋－＠]|-(?!\d+[,\]}]))/u)
    }),
    { numRuns: 2_000 },
  )
})
