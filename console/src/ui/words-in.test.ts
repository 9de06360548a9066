import { expect, test } from 'vitest'
import { withWords, wordsIn } from './words-in.ts'

test('words are separated by commas or lines', () => {
  expect(wordsIn(' oak  table, chairs\n\nbench ,')).toEqual(['oak table', 'chairs', 'bench'])
})

test('each is taken once, as many and as long as may be; the rest is handed back', () => {
  const bounds = { most: 3, longest: 5 }
  expect(withWords(['oak'], ['Oak', 'table', 'benches', 'ash', 'elm'], bounds)).toEqual({
    words: ['oak', 'table', 'ash'],
    left: ['benches', 'elm'],
  })
})
