import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCursors, pageOf } from './paging.ts'
import { createSecrets } from './secrets.ts'

const cursors = createCursors(createSecrets('a key for tests'))
const key = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.constant(null))
const position = fc.array(key, { maxLength: 4 })
const list = fc.string()

function refusal(work: () => unknown): unknown {
  try {
    return ['accepted', work()]
  } catch (error) {
    return (error as { detail: { type: string }[] }).detail[0]?.type
  }
}

describe('a cursor', () => {
  test('comes back as the position it was made of', () => {
    fc.assert(
      fc.property(list, position, (name, keys) => {
        expect(cursors.read(name, cursors.write(name, keys))).toEqual(keys)
      }),
    )
  })

  test('that is absent is the start', () => {
    expect(cursors.read('apps', undefined)).toBeUndefined()
  })

  test('of another list, workspace or filter is refused', () => {
    fc.assert(
      fc.property(list, list, position, (one, other, keys) => {
        fc.pre(one !== other)
        expect(refusal(() => cursors.read(other, cursors.write(one, keys)))).toBe('cursor_invalid')
      }),
    )
  })

  test('of another installation is refused', () => {
    const foreign = createCursors(createSecrets('another key')).write('apps', [1])
    expect(refusal(() => cursors.read('apps', foreign))).toBe('cursor_invalid')
  })

  test('cut anywhere is refused', () => {
    const whole = cursors.write('apps', ['2026-01-01T00:00:00Z', 'app_1'])
    for (let length = 0; length < whole.length; length++) {
      expect(refusal(() => cursors.read('apps', whole.slice(0, length)))).toBe('cursor_invalid')
    }
  })

  test('with any one character changed or added is refused', () => {
    const whole = cursors.write('apps', ['app_1', 7])
    fc.assert(
      fc.property(fc.nat(whole.length), fc.string({ minLength: 1, maxLength: 3 }), (at, text) => {
        const changed = whole.slice(0, at) + text + whole.slice(at + 1)
        fc.pre(changed !== whole)
        expect(refusal(() => cursors.read('apps', changed))).toBe('cursor_invalid')
      }),
    )
  })

  test('made up of anything is refused', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(refusal(() => cursors.read('apps', text))).toBe('cursor_invalid')
      }),
    )
    const forged = Buffer.from('["app_1"]').toString('base64url')
    for (const text of ['.', '..', `${forged}.`, `${forged}.AAAA`, `${forged}.${'A'.repeat(22)}`]) {
      expect(refusal(() => cursors.read('apps', text))).toBe('cursor_invalid')
    }
  })
})

describe('a page', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => index)

  test.each([
    [0, { items: [], next_cursor: null, has_more: false }],
    [3, { items: [0, 1, 2], next_cursor: null, has_more: false }],
    [4, { items: [0, 1, 2], next_cursor: 'after 2', has_more: true }],
  ])('of %i rows at a limit of 3', (count, page) => {
    expect(pageOf(rows(count), 3, (row) => `after ${row}`)).toEqual(page)
  })
})
