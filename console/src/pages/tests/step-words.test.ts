import { expect, test } from 'vitest'
import { countSteps, describeParams, describeTarget } from './step-words.ts'

const BUTTON = { role: 'button', name: 'Add to cart' }

test.each([
  [BUTTON, 'button “Add to cart”'],
  [{ role: 'row', nth: 1 }, 'row (number 2)'],
  [{ label: 'Email' }, 'the field “Email”'],
  [{ placeholder: 'Search' }, 'the field with “Search” in it'],
  [{ text: 'Thank you' }, '“Thank you”'],
  [{ test_id: 'total' }, 'the test id total'],
  [{ css: '.total' }, '.total'],
  [{}, 'something'],
])('%o is %s', (target, words) => {
  expect(describeTarget(target)).toBe(words)
})

test.each([
  ['navigate', { path: '/cart' }, 'Open /cart'],
  ['act', { action: 'click', target: BUTTON }, 'Click button “Add to cart”'],
  [
    'act',
    { action: 'fill', target: { label: 'Email' }, value: 'a@b.c' },
    'Type “a@b.c” into the field “Email”',
  ],
  ['act', { action: 'press', value: 'Enter' }, 'Press Enter'],
  ['assert', { target: { text: 'Lamp' } }, '“Lamp” is seen'],
  ['assert', { expect: 'hidden', target: BUTTON }, 'Button “Add to cart” is not seen'],
  ['assert', { expect: 'url', value: '/cart' }, 'The address is “/cart”'],
  ['assert', { expect: 'count', count: 2, target: { role: 'row' } }, 'There are 2 of row'],
  [
    'extract',
    { target: { test_id: 'total' }, as: 'total' },
    'Remember the text of the test id total as {{total}}',
  ],
  ['wait', { milliseconds: 500 }, 'Wait 500 ms'],
  ['wait', { target: { text: 'Ready' } }, 'Wait for “Ready”'],
] as const)('%s %o is said as: %s', (kind, params, words) => {
  expect(describeParams(kind, params)).toBe(words)
})

test('one step is not several', () => {
  expect([[], ['Click'], ['Click', 'See']].map(countSteps)).toEqual(['0 steps', '1 step', '2 steps'])
})
