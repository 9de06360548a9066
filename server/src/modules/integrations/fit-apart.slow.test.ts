import { expect, test } from 'vitest'
import { createFitter } from './fit-apart.ts'

const schema = { type: 'object', properties: { a: { type: 'string' } } }
const csv = (content: string) => ({
  name: 'x.csv',
  content_type: 'text/csv',
  bytes: Buffer.from(content),
  schema,
})

test('a process is used again, also after a file that cannot be read', async () => {
  const fit = createFitter({ atOnce: 1 })
  expect(await fit(csv('a\nx'))).toEqual({ output: [{ a: 'x' }] })
  expect(await fit(csv('a\n"x'))).toMatchObject({ complaint: expect.stringContaining('CSV') })
  const began = performance.now()
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => fit(csv(`a\n${i}`))))
  expect(answers).toEqual(Array.from({ length: 20 }, (_, i) => ({ output: [{ a: String(i) }] })))
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('what takes too long is given up on, and the next file gets a process of its own', async () => {
  const fit = createFitter({ longestMs: 1, atOnce: 1 })
  await expect(fit(csv('a\nx'))).rejects.toThrow('too long')
  await expect(fit(csv('a\nx'))).rejects.toThrow('too long')
})

test('what takes too much memory is given up on', async () => {
  const fit = createFitter({ mostMib: 40, longestMs: 60_000 })
  const many = { ...csv(`[${'{"a":{}},'.repeat(500_000)}{}]`), name: 'x.json' }
  await expect(fit(many)).rejects.toThrow('too large')
  expect(await fit(csv('a\nx'))).toEqual({ output: [{ a: 'x' }] })
}, 60_000)
