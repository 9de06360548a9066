import { describe, expect, test } from 'vitest'
import { fill, fillWith } from './fill.ts'
import { languageOf } from './language.ts'

describe('the language on screen', () => {
  test.each([
    [['de-AT', 'en'], 'de', 'de'],
    [['fr', 'de'], 'de', 'de'],
    [['en-GB', 'de'], 'de', 'en'],
    [['DE'], 'fr de', 'de'],
    [['fr'], 'de', 'en'],
    [[], 'de', 'en'],
    // The page is not translated as a whole.
    [['de'], undefined, 'en'],
    [['de'], '', 'en'],
  ])('of a browser that wants %j on a page that speaks %j is %s', (wanted, spoken, expected) => {
    expect(languageOf(wanted, spoken)).toBe(expected)
  })
})

test('a text is filled with texts, or with elements', () => {
  expect(fill('{name} has {count} of {count}', { name: 'Ada', count: 3 })).toBe('Ada has 3 of 3')
  expect(fill('nothing to fill', {})).toBe('nothing to fill')
  expect(fillWith('to {email}.', { email: 'x' })).toMatchObject({ props: { children: ['to ', 'x', '.'] } })
})
