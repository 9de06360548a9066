import { expect, test } from 'vitest'
import { unlessAborted } from './abortable.ts'

const never = new Promise<never>(() => {})
const reason = new Error('enough')

test('work that ends first is what counts, also when it fails', async () => {
  const { signal } = new AbortController()
  expect(await unlessAborted(signal, Promise.resolve(1))).toBe(1)
  await expect(unlessAborted(signal, Promise.reject(reason))).rejects.toBe(reason)
})

test('an abort is not kept waiting by work that goes on, nor one that came before it', async () => {
  const control = new AbortController()
  const waiting = unlessAborted(control.signal, never)
  control.abort(reason)
  await expect(waiting).rejects.toBe(reason)
  await expect(unlessAborted(control.signal, never)).rejects.toBe(reason)
  await expect(unlessAborted(control.signal, Promise.reject(new Error('late')))).rejects.toBe(reason)
})
