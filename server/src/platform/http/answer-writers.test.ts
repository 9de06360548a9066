import { Type as t } from 'typebox'
import { describe, expect, test } from 'vitest'
import { listWriterOf } from './answer-writers.ts'

const THING = t.Object({ id: t.String(), size: t.Optional(t.Number()) })
const THINGS = t.Array(THING)
const PAGE = t.Object({ items: THINGS, next_cursor: t.Union([t.String(), t.Null()]), has_more: t.Boolean() })
const BARE_PAGE = t.Object({ items: THINGS })

const things = (count: number, id = '') =>
  Array.from({ length: count }, (_, n) => ({ id: `${id}${n}`, ...(n % 2 && { size: n }) }))
const read = (written: string | Buffer) => JSON.parse(String(written))

describe('a list', () => {
  test.each([
    ['bare', THINGS, (items: object[]) => items],
    ['on a page', PAGE, (items: object[]) => ({ items, next_cursor: 'more', has_more: true })],
    ['on the last page', PAGE, (items: object[]) => ({ items, next_cursor: null, has_more: false })],
    ['alone on a page', BARE_PAGE, (items: object[]) => ({ items })],
  ])('%s is written whole, however long it is', async (_, schema, answerWith) => {
    const write = listWriterOf(schema)
    for (const items of [[], things(1), things(3), things(5, 'ä😀'.repeat(50_000))])
      expect(read((await write?.(answerWith(items))) ?? '')).toEqual(answerWith(items))
  })

  test('shows nothing that its description does not have', async () => {
    const secret = { id: '1', secret: 'x' }
    const page = { items: [secret], next_cursor: null, has_more: false, secret: 'x' }
    expect(read((await listWriterOf(THINGS)?.([secret])) ?? '')).toEqual([{ id: '1' }])
    expect(read((await listWriterOf(PAGE)?.(page)) ?? '')).toEqual({
      ...page,
      items: [{ id: '1' }],
      secret: undefined,
    })
  })

  test('is not written without what its page requires', () => {
    expect(() => listWriterOf(PAGE)?.({ items: [], next_cursor: null })).toThrow('"has_more" is required')
  })

  test('that is long lets others have their turn', async () => {
    let turns = 0
    let isOver = false
    const others = () => {
      if (isOver) return
      turns++
      setImmediate(others)
    }
    setImmediate(others)
    await listWriterOf(THINGS)?.(things(8, 'x'.repeat(1_000_000)))
    isOver = true
    expect(turns).toBeGreaterThanOrEqual(8)
  })
})

test('any other answer is left to the usual writer', () => {
  expect(listWriterOf(THING)).toBeNull()
  expect(listWriterOf(t.Object({ items: THING }))).toBeNull()
  expect(listWriterOf(t.String())).toBeNull()
})
