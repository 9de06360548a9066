import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { collection } from './collection.ts'
import { readArchive } from './read-archive.ts'

const shelves = collection({
  name: 'shelves',
  after: [],
  row: Type.Object({ label: Type.String() }),
  key: ({ label }) => [label],
  import: async () => 0,
  async *export() {},
})

async function batchesOf(labels: readonly string[]): Promise<number[]> {
  const lines = labels.map((label) => `${JSON.stringify({ collection: 'shelves', row: { label } })}\n`)
  const sizes: number[] = []
  for await (const { rows } of readArchive(Readable.from(lines.map((line) => Buffer.from(line))), [
    shelves,
  ])) {
    sizes.push(rows.length)
  }
  return sizes
}

test('a batch has at most a thousand rows', async () => {
  expect(await batchesOf(Array.from({ length: 2_500 }, (_, n) => `s${n}`))).toEqual([1_000, 1_000, 500])
})

test('a batch has some megabytes at most, however few rows that are', async () => {
  const long = 'x'.repeat(5 * 1024 * 1024)
  expect(await batchesOf(Array.from({ length: 9 }, () => long))).toEqual([4, 4, 1])
})
