import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inChunks, sample, whole } from './conformance.ts'
import type { FileStorage } from './port.ts'
import { s3Storage } from './s3.ts'
import { S3_ACCOUNT, startS3Server } from './test/s3-server.ts'

let server: Awaited<ReturnType<typeof startS3Server>>
let folder: string
let storage: FileStorage
const open = (changes: Partial<typeof S3_ACCOUNT> = {}) =>
  s3Storage({
    ...S3_ACCOUNT,
    ...changes,
    endpoint: server.endpoint,
    spoolFolder: folder,
    caFile: null,
    timeoutMs: 15_000,
    pausesMs: [1, 1],
  })

beforeEach(async () => {
  server = await startS3Server()
  folder = mkdtempSync(join(tmpdir(), 'atrium-s3-'))
  storage = open()
})
afterEach(async () => {
  await storage.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

test('puts files into the bucket by path, with length, type and hash', async () => {
  await storage.put('app_1/file', inChunks(sample(70_000)), 'image/png')
  expect(server.objects.get('app_1/file')?.type).toBe('image/png')
  const [call] = server.calls
  expect(call).toMatchObject({ method: 'PUT', url: '/test-files/app_1/file' })
  expect(call?.headers).toMatchObject({
    'content-length': '70000',
    'x-amz-content-sha256': expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(call?.headers['transfer-encoding']).toBeUndefined()
  expect(readdirSync(folder)).toEqual([])
})

test.each([
  [{ secretAccessKey: 'another' }, 'SignatureDoesNotMatch'],
  [{ accessKeyId: 'another' }, 'InvalidAccessKeyId'],
  [{ region: 'elsewhere' }, 'AuthorizationHeaderMalformed'],
])('with %j every call is refused, and says why without the secret', async (changes, code) => {
  const wrong = open(changes)
  const calls = [
    () => wrong.put('file', inChunks(sample(10)), 'text/plain'),
    () => whole(wrong.read('file')),
    () => wrong.delete('file'),
  ]
  for (const call of calls) {
    const failing = call()
    await expect(failing).rejects.toMatchObject({ name: 'StorageUnavailable' })
    await expect(failing).rejects.toThrow(`403 ${code}`)
    await expect(failing).rejects.not.toThrow('another')
  }
  await expect(wrong.size('file')).rejects.toThrow('403')
  await wrong.close()
})

test.each([[{ status: 500 } as const], ['cut' as const]])('tries again after %j', async (fault) => {
  const bytes = sample(200_000)
  server.fail(fault, fault)
  await storage.put('file', inChunks(bytes), 'text/plain')
  server.fail(fault)
  expect(Buffer.compare(await whole(storage.read('file')), bytes)).toBe(0)
  server.fail(fault)
  expect(await storage.size('file')).toBe(200_000)
  server.fail(fault)
  await storage.delete('file')
  expect(server.objects.size).toBe(0)
})

test('gives up after three tries', async () => {
  server.fail({ status: 503 }, { status: 503 }, { status: 503 })
  await expect(storage.put('file', inChunks(sample(10)), 'text/plain')).rejects.toThrow('503')
  expect(readdirSync(folder)).toEqual([]) // what waited to be sent is gone too
  server.fail('cut', 'cut', 'cut')
  await expect(storage.size('file')).rejects.toMatchObject({ name: 'StorageUnavailable' })
  expect(server.objects.size).toBe(0)
})

test('a file that breaks off on its way back is a failure, never a shorter file', async () => {
  await storage.put('file', inChunks(sample(1_000_000)), 'text/plain')
  server.fail('break-off')
  await expect(whole(storage.read('file'))).rejects.toMatchObject({ name: 'StorageUnavailable' })
})

test('a server that is not there is a failure', async () => {
  await server.close()
  await expect(storage.size('file')).rejects.toMatchObject({ name: 'StorageUnavailable' })
  server = await startS3Server()
})
