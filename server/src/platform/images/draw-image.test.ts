import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawImage } from './draw-image.ts'

/** The bytes of the lines, each with its filter before it. */
function linesOf(png: Buffer): Buffer {
  const data = png.indexOf('IDAT')
  return inflateSync(png.subarray(data + 4, data + 4 + png.readUInt32BE(data - 4)))
}

test.each([
  [512, 512],
  [1200, 628],
  [1, 1],
])('a picture of %i × %i has as many pixels', async (width, height) => {
  const png = await drawImage('A lighthouse', { width, height })
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, height])
  expect(linesOf(png)).toHaveLength(height * (width * 3 + 1))
})

test('the same words give the same pixels, in every release', async () => {
  const size = { width: 64, height: 32 }
  const lines = linesOf(await drawImage('A lighthouse', size))
  expect(linesOf(await drawImage('  a LIGHTHOUSE ', size)).equals(lines)).toBe(true)
  expect(linesOf(await drawImage('A cat', size)).equals(lines)).toBe(false)
  expect(createHash('sha256').update(lines).digest('hex')).toBe(
    '3f403b4815e349139aa937645ec24331b51a25527db847ecbe32362c8fa26d2e',
  )
})

test('others have their turn while it is drawn', async () => {
  let turns = 0
  let isDrawn = false
  const drawing = drawImage('A lighthouse', { width: 1200, height: 1200 }).then(() => {
    isDrawn = true
  })
  while (!isDrawn) {
    await nextTurn()
    turns++
  }
  await drawing
  expect(turns).toBeGreaterThan(20)
})
