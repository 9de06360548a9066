import { expect, test } from 'vitest'
import { closestFirst } from './rules.ts'

test('whole names come first, then beginnings, words and the rest', () => {
  const things = ['reorder', 'Order', 'New order', 'Orders of today', 'order'].map((name) => ({
    type: 'workflow',
    name,
  }))
  expect(closestFirst(things, 'ORDER').map(({ name }) => name)).toEqual([
    'Order',
    'order',
    'Orders of today',
    'New order',
    'reorder',
  ])
})

test('a record is found by all of its number, and comes before what is only called so', () => {
  const things = [
    { type: 'member', name: '1024' },
    { type: 'record', name: 'Desk' },
    { type: 'app', name: '1024' },
  ]
  expect(closestFirst(things, '1024').map(({ type }) => type)).toEqual(['record', 'app', 'member'])
})
