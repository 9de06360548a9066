import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMarkBlocks } from './mark-blocks.ts'

const sizeOf = (...marks: string[]) => {
  const blocks = createMarkBlocks()
  for (const mark of marks) blocks.add('app', mark)
  return blocks.rows().length
}
const counted = (prefix: string, from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}${from + n}`)

describe('marks that count up', () => {
  test('share a block of 128', () => {
    expect(sizeOf(...counted('a-', 0, 128))).toBe(1)
    expect(sizeOf(...counted('a-', 0, 129))).toBe(2)
    expect(sizeOf(...counted('a-', 100, 100))).toBe(2)
    expect(sizeOf(...counted('', 0, 100))).toBe(1)
    expect(sizeOf(...counted('a-', 999_999_872, 128))).toBe(1)
    expect(sizeOf(...counted('a-', 999_999_999, 2))).toBe(2)
  })

  test('share none with those of another prefix or app, nor with other marks', () => {
    expect(sizeOf('a-1', 'b-1')).toBe(2)
    expect(sizeOf('a', 'a-', 'a-0')).toBe(3)
    expect(sizeOf('4f0e9c53-6c4b', '4f0e9c53-6c4d')).toBe(2)
    const blocks = createMarkBlocks()
    expect([blocks.add('a', '1'), blocks.add('b', '1'), blocks.add('a', '1')]).toEqual([true, true, false])
  })

  test('are distinguished from those with noughts in front', () => {
    const blocks = createMarkBlocks()
    for (const mark of ['a7', 'a07', 'a007', 'a', 'a0', 'a00', 'a000000007', 'a0000000007']) {
      expect(blocks.add('app', mark)).toBe(true)
      expect(blocks.add('app', mark)).toBe(false)
    }
  })
})

const Mark = fc.oneof(
  fc.stringMatching(/^[ab-]{0,2}0{0,3}[0-9]{0,3}$/),
  fc.stringMatching(/^a[0-9]{8,14}$/),
  fc.string({ minLength: 1, maxLength: 6 }),
)

test('a mark is there when it was added, also after it has been stored', () => {
  fc.assert(
    fc.property(fc.array(Mark, { maxLength: 40 }), fc.array(Mark, { maxLength: 40 }), (before, after) => {
      const model = new Set<string>()
      const isNew = (mark: string) => !model.has(mark) && model.add(mark) !== null
      const first = createMarkBlocks()
      for (const mark of before) expect(first.add('app', mark)).toBe(isNew(mark))
      const second = createMarkBlocks(first.rows())
      for (const mark of after) expect(second.add('app', mark)).toBe(isNew(mark))
    }),
  )
})
