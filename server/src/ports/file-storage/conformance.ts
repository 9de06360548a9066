/** What every file storage does, whichever it is; run by conformance.test.ts. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FileMissing, type FileStorage } from './port.ts'

export interface OpenedStorage {
  storage: FileStorage
  /** Whatever waits on disk for its end. */
  leftOvers(): Promise<string[]>
  close(): Promise<void>
}

export function fileStorageConformance(name: string, open: () => Promise<OpenedStorage>): void {
  describe(`files in ${name}`, () => {
    let opened: OpenedStorage
    let storage: FileStorage
    beforeEach(async () => {
      opened = await open()
      storage = opened.storage
    })
    afterEach(async () => {
      expect(await opened.leftOvers()).toEqual([])
      await opened.close()
    })

    test.each([0, 1, 70_000, 3 * 1024 * 1024])('keeps %i bytes as they were', async (size) => {
      const bytes = sample(size)
      expect(await storage.put('app_1/file', inChunks(bytes), 'image/png')).toEqual({ size })
      expect(await storage.size('app_1/file')).toBe(size)
      expect(Buffer.compare(await whole(storage.read('app_1/file')), bytes)).toBe(0)
    })

    test('reads parts', async () => {
      const bytes = sample(100_000)
      await storage.put('file', inChunks(bytes), 'text/plain')
      for (const [start, end] of [
        [0, 0],
        [0, 99_999],
        [500, 70_499],
        [99_999, 99_999],
      ] as const) {
        const part = await whole(storage.read('file', { start, end }))
        expect(Buffer.compare(part, bytes.subarray(start, end + 1))).toBe(0)
      }
    })

    test('replaces', async () => {
      await storage.put('file', inChunks(sample(10)), 'text/plain')
      await storage.put('file', inChunks(Buffer.from('new')), 'text/plain')
      expect((await whole(storage.read('file'))).toString()).toBe('new')
    })

    test('keeps nothing of a file that breaks off, and what was there before', async () => {
      await storage.put('file', inChunks(Buffer.from('old')), 'text/plain')
      await expect(storage.put('file', breakingOff(), 'text/plain')).rejects.toThrow('broke off')
      await expect(storage.put('other', breakingOff(), 'text/plain')).rejects.toThrow('broke off')
      expect((await whole(storage.read('file'))).toString()).toBe('old')
      expect(await storage.size('other')).toBeNull()
    })

    test('deletes, also what is not there', async () => {
      await storage.put('a/file', inChunks(sample(10)), 'text/plain')
      await storage.delete('a/file')
      await storage.delete('a/file')
      expect(await storage.size('a/file')).toBeNull()
      await expect(whole(storage.read('a/file'))).rejects.toBeInstanceOf(FileMissing)
      await expect(whole(storage.read('a/file', { start: 0, end: 1 }))).rejects.toBeInstanceOf(FileMissing)
    })

    test('takes many at once', async () => {
      const keys = Array.from({ length: 20 }, (_, i) => `many/${i}`)
      await Promise.all(keys.map((key, i) => storage.put(key, inChunks(sample(i * 1000)), 'text/plain')))
      expect(await Promise.all(keys.map((key) => storage.size(key)))).toEqual(keys.map((_, i) => i * 1000))
    })

    test('lets a reader stop early', async () => {
      await storage.put('file', inChunks(sample(2_000_000)), 'text/plain')
      for await (const chunk of storage.read('file')) {
        expect(chunk.length).toBeGreaterThan(0)
        break
      }
      expect(await storage.size('file')).toBe(2_000_000)
    })

    test.each(['', '../x', 'a/../x', '/etc/passwd', 'a//b', 'a/.', 'a\0b', 'ä', `a/${'x'.repeat(200)}`])(
      'takes no key %j',
      async (key) => {
        await expect(storage.put(key, inChunks(sample(1)), 'text/plain')).rejects.toThrow('cannot be the key')
        await expect(whole(storage.read(key))).rejects.toThrow('cannot be the key')
        await expect(storage.size(key)).rejects.toThrow('cannot be the key')
        await expect((async () => storage.delete(key))()).rejects.toThrow('cannot be the key')
      },
    )
  })
}

export function sample(size: number): Buffer {
  return Buffer.from(new Uint8Array(size).map((_, i) => (i * 31 + (i >> 8)) % 256))
}

export async function* inChunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 16_384) yield bytes.subarray(at, at + 16_384)
}

async function* breakingOff(): AsyncGenerator<Uint8Array> {
  yield sample(50_000)
  throw new Error('broke off')
}

export async function whole(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(bytes))
}
