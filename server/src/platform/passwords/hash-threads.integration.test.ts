import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createHashThreads } from './hash-threads.ts'
import { hashPassword, hashPasswords } from './passwords.ts'

const PARAMETERS = {
  message: Buffer.from('password'),
  nonce: Buffer.from('somesalt'),
  ...{ memory: 65_536, passes: 2, parallelism: 1, tagLength: 32 },
}
const TAG = 'CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc='

function threadsWith(options: Parameters<typeof createHashThreads>[0]) {
  const made = createHashThreads(options)
  onTestFinished(() => made.close())
  return made
}
afterEach(() => vi.restoreAllMocks())

test('files are read while many passwords wait for their hash', { tags: 'slow' }, async () => {
  await hashPassword('the threads are there')
  let hashed = 0
  const hashes = Array.from({ length: 24 }, () => hashPassword('one of many').then(() => hashed++))
  for (let i = 0; i < 3; i++) await readFile(import.meta.filename)
  expect(hashed).toBeLessThan(12)
  await Promise.all(hashes)
})

describe('threads', () => {
  test('hash as the reference does, one after the other and at once', async () => {
    const { hash } = threadsWith({ threads: 2 })
    const tags = await Promise.all([hash(PARAMETERS), hash(PARAMETERS), hash(PARAMETERS)])
    expect(tags.map((tag) => tag.toString('base64'))).toEqual([TAG, TAG, TAG])
  })

  test('refuse when too many wait, and go on with those that do', { tags: 'slow' }, async () => {
    const { hash } = threadsWith({ threads: 1, mostWaiting: 2 })
    const taken = [hash(PARAMETERS), hash(PARAMETERS), hash(PARAMETERS)]
    expect(() => hash(PARAMETERS)).toThrow(expect.objectContaining({ code: 'server_busy', status: 503 }))
    expect(await Promise.all(taken)).toHaveLength(3)
    expect((await hash(PARAMETERS)).toString('base64')).toBe(TAG)
  })

  test('that fail are replaced', async () => {
    const { hash } = threadsWith({ threads: 1 })
    await expect(hash({ ...PARAMETERS, memory: -1 })).rejects.toThrow()
    expect((await hash(PARAMETERS)).toString('base64')).toBe(TAG)
  })

  test('that end leave nobody waiting', async () => {
    const { hash, close } = threadsWith({ threads: 1 })
    const hashing = hash(PARAMETERS)
    void close()
    await expect(hashing).rejects.toThrow('ended')
  })
})

test('many passwords of one archive never count as too many', async () => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage')
  const hashes = await hashPasswords([...Array(6).fill('one of many'), null])
  expect(posted).toHaveBeenCalledTimes(6)
  expect(hashes.at(-1)).toBeNull()
  expect(new Set(hashes).size).toBe(7)
})
