import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useFolder } from '../../test/use-folder.ts'
import { type BackupPlace, NotInPlace } from '../platform/backup/place.ts'
import { S3_ACCOUNT, startS3Server } from '../ports/file-storage/test/s3-server.ts'
import { createPlace } from './backups-to-place.ts'

const ID = '2026-11-17T22-26-35Z-3f2a9c'
const NEXT = '2026-11-18T22-26-35Z-3f2a9c'

async function* of(written: string) {
  yield Buffer.from(written)
}

const folder = useFolder()
let server: Awaited<ReturnType<typeof startS3Server>>
let place: BackupPlace
beforeAll(async () => {
  server = await startS3Server()
  const s3 = { ...S3_ACCOUNT, endpoint: server.endpoint }
  place = createPlace({ place: { s3 }, dataDir: folder, caFile: null })
})
afterAll(async () => {
  await place.close()
  await server.close()
})

test('a bucket holds whole backups only', async () => {
  expect(await place.list()).toEqual([])
  const killed = await place.begin(ID)
  await killed.write('data-00001', of('half'))
  await killed.write('data-00002', of('half'))
  expect(await place.list()).toEqual([])

  const draft = await place.begin(NEXT)
  expect([...server.objects.keys()]).toEqual(['backups/index'])
  await draft.write('data-00001', of('abc'))
  await draft.write('manifest.json', of('{}'))
  await draft.complete()
  expect(await place.list()).toEqual([NEXT])
  expect((await buffer(place.read(NEXT, 'data-00001'))).toString()).toBe('abc')
  await expect(buffer(place.read(NEXT, 'contents'))).rejects.toThrow(NotInPlace)

  const failed = await place.begin(ID)
  await failed.write('data-00001', of('x'))
  await failed.abandon()
  await place.remove(NEXT)
  expect(await place.list()).toEqual([])
  expect([...server.objects.keys()]).toEqual(['backups/index'])
})

test('the log lies next to them', async () => {
  await place.log.write('line-1', '000000010000000000000001-part', of('log'))
  expect((await buffer(place.log.read('line-1', '000000010000000000000001-part'))).toString()).toBe('log')
  await place.log.remove('line-1', '000000010000000000000001-part')
  await expect(buffer(place.log.read('line-1', '000000010000000000000001-part'))).rejects.toThrow(NotInPlace)
})
