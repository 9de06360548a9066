import { expect, test } from 'vitest'
import { chooseLanguage, LANGUAGES, nameOf } from './languages.ts'
import { PHRASES } from './phrases.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['DE-at', 'de'],
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
  ['zh-Hant-TW', 'zh'],
  ['iw', 'he'],
  ['in-ID', 'id'],
  ['nb-NO', 'no'],
  ['nn', 'no'],
  ['fil, tl', 'en'],
  ['xx, yy;q=0.5', 'en'],
  ['xx, fr;q=0.1', 'fr'],
  ['en;q=0.5, es;q=0.9', 'es'],
  ['es;q=0.9, fr;q=0.9', 'es'],
  ['fr;q=0, de;q=0.1', 'de'],
  ['fr;q=0', 'en'],
  ['*', 'en'],
  ['*, de;q=0.3', 'de'],
  [' fr ; q = 0.7 , it', 'it'],
  ['fr;q=2, de;q=0.2', 'de'],
  ['fr;q=x', 'en'],
  ['fr;level=1', 'en'],
  ['<script>', 'en'],
  ['toString, __proto__, constructor', 'en'],
  [';;;,,,;q=1,', 'en'],
  ['frère', 'en'],
  [`${'xx,'.repeat(100)}de`, 'en'],
])('%s asks for %s', (header, language) => {
  expect(chooseLanguage(header)).toBe(language)
})

test('every language has a name', () => {
  expect(nameOf('he')).toBe('Hebrew')
  expect(new Set(LANGUAGES.map(nameOf)).size).toBe(LANGUAGES.length)
})

test.each(LANGUAGES)('what is said in %s fits where it goes', (language) => {
  const { searches, headlines, descriptions } = PHRASES[language]
  for (const search of searches) expect(search.split('{}')).toHaveLength(2)
  for (const headline of headlines) expect([...headline].length).toBeLessThanOrEqual(30)
  for (const description of descriptions) expect([...description].length).toBeLessThanOrEqual(90)
  expect([...headlines[0]].length).toBeLessThanOrEqual(15)
  expect([...descriptions[0]].length).toBeLessThanOrEqual(60)
  expect(new Set([...headlines, ...descriptions].map((text) => text.normalize('NFC'))).size).toBe(5)
})
