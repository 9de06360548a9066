import { expect, test } from 'vitest'
import type { PageNode } from '../../../ports/browser/port.ts'
import { isSameNear, nearText, placesOf } from './surroundings.ts'

const add = { role: 'button', name: 'Add' }
const page = [
  [0, 'list', ''],
  [1, 'listitem', ''],
  [2, 'text', 'Blue lamp'],
  [2, 'button', 'Add'],
  [1, 'listitem', ''],
  [2, 'text', 'Red lamp'],
  [2, 'group', ''],
  [3, 'button', 'Add'],
  [2, 'text', '3 left'],
  [0, 'heading', 'Other'],
] as const
const nodes = page.map(([depth, role, name], at): PageNode => {
  return { ref: `e${at}`, depth, role, name, value: null, states: [], options: [] }
})

test('the largest part of the page that has no other one like it is near', () => {
  expect(placesOf(nodes, add).map((at) => nearText(nodes, at))).toEqual(['Blue lamp', 'Red lamp 3 left'])
})

test('of one without its like the item is near that it is in', () => {
  const one = nodes.filter((_, at) => at < 1 || at > 3)
  expect(placesOf(one, add).map((at) => nearText(one, at))).toEqual(['Red lamp 3 left'])
})

test('of what is alone, or next to its like, nothing is', () => {
  expect(nearText(nodes, 9)).toBe('')
  const flat = nodes.filter(({ role }) => role === 'button').map((node) => ({ ...node, depth: 0 }))
  expect(nearText(flat, 0)).toBe('')
})

test('numbers may change that the step does not name', () => {
  const [before, now] = ['Lamp 3 left, 12.50 €', 'Lamp 14 left 9 €']
  expect(isSameNear(before, now, 'Add the lamp')).toBe(true)
  expect(isSameNear(before, now, 'Add the lamp of 12.50 €')).toBe(false)
  expect(isSameNear('Blue lamp', 'Red lamp', 'Add the lamp')).toBe(false)
})
