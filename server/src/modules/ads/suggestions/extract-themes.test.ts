import { describe, expect, test } from 'vitest'
import { cpuTime } from '../../../../test/cpu-time.ts'
import { cleanThemes } from './clean-themes.ts'
import { extractThemes, phrasesOf } from './extract-themes.ts'
import type { Language } from './languages.ts'

const themes = (
  { name = '', about = '', page = '' }: { name?: string; about?: string; page?: string },
  language: Language = 'en',
) =>
  cleanThemes(
    extractThemes({ business_name: name, business_description: about, landing_page_url: page }, language),
    [],
  )

const BAKERY = `Artisan sourdough bakery. We bake custom birthday cakes and gluten free pastries for your family.
  Gluten free pastries are what we're known for!`

test('the name comes first, then the phrases that say the most', () => {
  expect(themes({ name: 'Crumb & Co', about: BAKERY })).toEqual([
    'crumb & co',
    'gluten free pastries',
    'artisan sourdough bakery',
    'bake custom birthday cakes',
    'family',
    'known',
  ])
})

test('the same text gives the same themes', () => {
  expect(themes({ about: BAKERY })).toEqual(themes({ about: BAKERY }))
})

test('joining words of the language of the text part phrases, whatever language is asked for', () => {
  expect(
    phrasesOf('Wir bieten Dachsanierung und moderne Badsanierung für Ihr Haus in München', 'en'),
  ).toEqual(['moderne badsanierung', 'dachsanierung', 'haus', 'münchen'])
  expect(phrasesOf('Chaussures en cuir et sacs à main pour l’atelier', 'de')).toEqual([
    'chaussures',
    'cuir',
    'sacs',
    'main',
    'atelier',
  ])
})

test('languages without blanks have words too', () => {
  expect(phrasesOf('当店は手作りの和菓子と抹茶ケーキです。', 'ja')).toEqual([
    '抹茶ケーキ',
    '手作り',
    '和菓子',
  ])
})

test('apostrophes, hyphens and dots inside a word part nothing', () => {
  expect(phrasesOf("It's a node.js shop, e-commerce and the bakery's pies", 'en')).toEqual([
    'node.js shop',
    'e-commerce',
    'bakery pies',
  ])
})

test('what stands in a better phrase does not come again', () => {
  expect(themes({ name: 'Birthday Cakes', about: 'Custom wedding cakes. Cakes.' })).toEqual([
    'birthday cakes',
    'custom wedding cakes',
    'birthday cakes online',
    'custom wedding cakes online',
  ])
})

describe('with little to go on', () => {
  test('people’s additions fill up to four, in the language asked for', () => {
    expect(themes({ name: 'Joe' })).toEqual(['joe', 'joe online', 'joe near me', 'best joe'])
    expect(themes({ name: 'Joe' }, 'fr')).toEqual(['joe', 'joe en ligne', 'joe près de moi', 'meilleur joe'])
    expect(themes({ name: '$& $1' })).toContain('$& $1 online')
  })

  test('nothing gives nothing', () => {
    expect(themes({})).toEqual([])
    expect(themes({ name: ' ', about: '\n', page: 'https://example.com/' })).toEqual([])
  })

  test('the words of the address count, never its host', () => {
    expect(themes({ page: 'https://joes.example.com/en/shop/winter-coats/index.html?q=secret' })).toEqual([
      'winter coats',
      'winter coats online',
      'winter coats near me',
      'best winter coats',
    ])
    expect(themes({ page: 'https://example.com/k%C3%A4se-platten' })[0]).toBe('käse platten')
    for (const page of ['winter-coats', 'https://example.com/%ff', 'javascript:alert(1)'])
      expect(themes({ page }).join()).not.toMatch(/winter|ff/)
  })
})

test('a long text is read in no time', () => {
  const used = cpuTime()
  themes({ about: 'word-'.repeat(5_000) })
  themes({ about: `${'a'.repeat(10_000)}` })
  themes({ about: "l'".repeat(5_000) })
  expect(used()).toBeLessThan(1_000)
})
