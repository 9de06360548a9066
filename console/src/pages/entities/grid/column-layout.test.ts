import { expect, test } from 'vitest'
import type { RecordColumn } from '../values/record-columns.ts'
import {
  changedLayout,
  type LayoutChange,
  layoutOf,
  NARROWEST,
  placedColumns,
  settingsOf,
} from './column-layout.ts'

const column = (name: string): RecordColumn => ({
  name,
  property: {},
  width: 10,
  isRight: false,
  canSort: true,
})
const columns = ['a', 'b', 'c', 'd'].map(column)
const shown = (layout: Parameters<typeof placedColumns>[1]) =>
  placedColumns(columns, layout, 3).map(({ name, isPinned, left }) => `${name}${isPinned ? left : ''}`)
const after = (...changes: LayoutChange[]) =>
  changes.reduce<Parameters<typeof changedLayout>[1]>(
    (layout, one) => changedLayout(columns, layout, one),
    [],
  )

test('without settings the schema decides, and the first column stays in sight', () => {
  expect(shown([])).toEqual(['a3', 'b', 'c', 'd'])
})

test.each<[string, LayoutChange[], string[]]>([
  ['hidden', [{ does: 'hide', field: 'b' }], ['a3', 'c', 'd']],
  [
    'shown again',
    [
      { does: 'hide', field: 'b' },
      { does: 'show', field: 'b' },
    ],
    ['a3', 'b', 'c', 'd'],
  ],
  ['pinned', [{ does: 'pin', field: 'c' }], ['a3', 'c13', 'b', 'd']],
  ['not pinned any more', [{ does: 'unpin', field: 'a' }], ['a', 'b', 'c', 'd']],
  ['moved to the right', [{ does: 'move', field: 'b', to: 'd' }], ['a3', 'c', 'd', 'b']],
  ['moved to the left', [{ does: 'move', field: 'd', to: 'b' }], ['a3', 'd', 'b', 'c']],
  ['moved between the pinned ones', [{ does: 'move', field: 'c', to: 'a' }], ['c3', 'a13', 'b', 'd']],
  ['moved away from the pinned ones', [{ does: 'move', field: 'a', to: 'c' }], ['b', 'c', 'a', 'd']],
])('a column is %s', (_, changes, expected) => {
  expect(shown(after(...changes))).toEqual(expected)
})

test('a width stays between bounds', () => {
  const widthAfter = (...changes: LayoutChange[]) => placedColumns(columns, after(...changes), 3)[0]?.width
  expect(widthAfter({ does: 'widen', field: 'a' })).toBe(11)
  expect(widthAfter({ does: 'resize', field: 'a', width: -5 })).toBe(NARROWEST)
})

test('a field that is declared later has its place, one that is gone leaves none', () => {
  const layout = [{ field: 'd' }, { field: 'gone' }, { field: 'a', hidden: true }, { field: 'c' }]
  expect(settingsOf(columns, layout).map(({ field }) => field)).toEqual(['d', 'a', 'b', 'c'])
})

test('of what is stored only settings count', () => {
  expect(layoutOf('x')).toEqual([])
  expect(layoutOf([null, { field: 1 }, { field: 'a', width: 1e9, hidden: 'yes', pinned: true }])).toEqual([
    { field: 'a', width: 60, pinned: true },
  ])
})
