import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanThemes, plainText } from './clean-themes.ts'
import { namesOneOf, platformNames } from './platform-names.ts'

const clean = (...themes: string[]) => cleanThemes(themes, ['Atrium', 'App Forge', 'ads'])

describe('a theme', () => {
  test.each([
    ['  custom   cakes\n', 'custom cakes'],
    ['cakes!', 'cakes'],
    ['(best) cakes, {new} <b>', 'best cakes new b'],
    ['ｃａｋｅｓ！', 'cakes'],
    ['ca\u200bkes', 'cakes'],
    ['ca\u00adkes', 'cakes'],
    ['cakes\u202e', 'cakes'],
    ['cakes \ud800 and\u0000pies', 'cakes and pies'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['C++ & C# café', 'C++ & C# café'],
    ['mother’s day', 'mother’s day'],
  ])('%j reads %j', (theme, expected) => {
    expect(clean(theme)).toEqual([expected])
  })

  test.each(['', '   ', '!!!', '---', '\u200b', '🎂'])('%j is none', (theme) => {
    expect(clean(theme)).toEqual([])
  })

  test('has at most 80 characters, counted as people do', () => {
    expect(clean('x'.repeat(80))).toHaveLength(1)
    expect(clean('x'.repeat(81))).toEqual([])
    expect(clean('𝒙'.normalize('NFC').repeat(80))).toHaveLength(1)
    const [hebrew, emoji] = ['ש'.repeat(80), `a${'🎂'.repeat(79)}`]
    expect(clean(hebrew, emoji)).toEqual([hebrew, emoji])
    expect(clean(`a${'🎂'.repeat(80)}`)).toEqual([])
  })

  test('has at most ten words', () => {
    expect(clean('1 2 3 4 5 6 7 8 9 10')).toHaveLength(1)
    expect(clean('1 2 3 4 5 6 7 8 9 10 11')).toEqual([])
  })

  test('comes once, and ten at most come, in their order', () => {
    expect(clean('Cakes', 'cakes!', 'CAKES', 'pies')).toEqual(['Cakes', 'pies'])
    const many = Array.from({ length: 15 }, (_, i) => `theme ${i}`)
    expect(clean('!', ...many)).toEqual(many.slice(0, 10))
  })
})

describe('the platform', () => {
  test.each([
    'Atrium',
    'atrium apps',
    'ATRIUM-shop',
    'a trium',
    'átrium',
    'myatriumapp',
    'app forge',
    'AppForge reviews',
    'app-forge',
    'appforge.app',
    'ads',
    'best ads online',
    'a d s',
  ])('is named by %s', (theme) => {
    expect(clean(theme, 'cakes')).toEqual(['cakes'])
  })

  test.each(['pads for sale', 'apple forge', 'forge app', 'roads'])('is not named by %s', (theme) => {
    expect(clean(theme)).toEqual([theme])
  })

  test('has the names of its product, its domain and the ad platform; an address without a name adds none', () => {
    expect(platformNames('https://apps.appforge.com', ['Forge It'])).toEqual(
      expect.arrayContaining(['Atrium', 'Google', 'Forge It', 'appforge']),
    )
    expect(platformNames('https://apps.forge.co.uk', []).at(-1)).toBe('forge')
    expect(platformNames('https://forge.uk', []).at(-1)).toBe('forge')
    for (const address of ['http://127.0.0.1:8787', 'http://[::1]:8787', 'http://localhost:8787', 'nonsense'])
      expect(platformNames(address, [])).toEqual(platformNames('', []))
  })

  test('a name of two letters names nothing', () => {
    expect(namesOneOf('go to bed', ['go', '?', ''])).toBe(false)
  })
})

test('whatever comes in, what goes out fits a campaign', () => {
  const word = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom('Atrium', 'app forge', 'ads', 'cakes', 'CAKES', ' ', '\u0301', '\u00a8', '！', '\ud800'),
  )
  const theme = fc.oneof(
    fc.array(word, { maxLength: 14 }).map((words) => words.join(' ')),
    fc.string({ unit: 'binary', maxLength: 100 }),
  )
  const names = ['Atrium', 'App Forge', 'ads']
  fc.assert(
    fc.property(fc.array(theme, { maxLength: 20 }), (themes) => {
      const cleaned = cleanThemes(themes, names)
      expect(cleaned.length).toBeLessThanOrEqual(10)
      expect(new Set(cleaned.map((one) => one.toLowerCase())).size).toBe(cleaned.length)
      for (const one of cleaned) {
        expect([...one].length).toBeGreaterThan(0)
        expect([...one].length).toBeLessThanOrEqual(80)
        expect(one.split(/\s+/).length).toBeLessThanOrEqual(10)
        expect(one).not.toMatch(/[!@%,*()[\]{}<>~\p{Cc}]/u)
        expect(one.isWellFormed()).toBe(true)
        expect(plainText(one)).toBe(one)
        expect(namesOneOf(one, names)).toBe(false)
      }
      // What is clean stays as it is.
      expect(cleanThemes(cleaned, names)).toEqual(cleaned)
    }),
    { numRuns: 1_000 },
  )
})
