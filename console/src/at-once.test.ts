import { expect, test } from 'vitest'
import { queryClient } from './api.ts'
import { showAtOnce, withFields, withoutRows } from './at-once.ts'

const KEY = ['things', 'app_1', 'list']
const page = (...names: string[]) => ({ items: names.map((id) => ({ id, isOn: false })), next_cursor: null })
const turnOn = {
  within: ['things', 'app_1'],
  change: (data: unknown, id: string) => withFields(data, id, { isOn: true }),
}

test.each([
  ['a page', { items: [{ id: 'a' }, { id: 'b' }] }, { items: [{ id: 'a', isOn: true }, { id: 'b' }] }],
  ['a list', [{ id: 'b' }, { id: 'a' }], [{ id: 'b' }, { id: 'a', isOn: true }]],
  ['the thing itself', { id: 'a', name: 'x' }, { id: 'a', name: 'x', isOn: true }],
])('the fields of one are changed in %s', (_, before, after) => {
  expect(withFields(before, 'a', { isOn: true })).toEqual(after)
})

test.each([[undefined], [null], [{ items: [{ id: 'b' }] }], [[{ id: 'b' }]], [{ id: 'b' }], ['text']])(
  'where it is not, %j stays the same',
  (data) => {
    expect(withFields(data, 'a', { isOn: true })).toBe(data)
    expect(withoutRows(data, ({ id }) => id === 'a')).toBe(data)
  },
)

test('a row leaves a page and a list', () => {
  const isGone = ({ id }: Readonly<Record<string, unknown>>) => id === 'a'
  expect(withoutRows({ items: [{ id: 'a' }, { id: 'b' }], total: 2 }, isGone)).toEqual({
    items: [{ id: 'b' }],
    total: 2,
  })
  expect(withoutRows([{ id: 'a' }], isGone)).toEqual([])
})

test('what is shown at once is taken back, in the queries of its area alone', async () => {
  queryClient.setQueryData(KEY, page('a', 'b'))
  queryClient.setQueryData(['things', 'app_2', 'list'], page('a'))
  const takeBack = await showAtOnce(turnOn, 'a')
  expect(queryClient.getQueryData(KEY)).toMatchObject({ items: [{ isOn: true }, { isOn: false }] })
  expect(queryClient.getQueryData(['things', 'app_2', 'list'])).toEqual(page('a'))
  takeBack()
  expect(queryClient.getQueryData(KEY)).toEqual(page('a', 'b'))
  queryClient.clear()
})

test('what was read since is not taken back', async () => {
  queryClient.setQueryData(KEY, page('a'))
  const takeBack = await showAtOnce(turnOn, 'a')
  const newer = { ...page('a', 'c'), next_cursor: 'more' }
  queryClient.setQueryData(KEY, newer)
  takeBack()
  expect(queryClient.getQueryData(KEY)).toEqual(newer)
  queryClient.clear()
})
