import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useApp } from '../../../test/use-app.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { chooseFileStorage } from '../../ports/file-storage/choose.ts'
import type { FileStorage } from '../../ports/file-storage/port.ts'
import { readPublicFile } from './read-public-file.ts'

const FILES = 'https://files.example.net'

const folder = useFolder()
const app = useApp({ data_dir: folder, rate_limits: 'off' })
let fileStorage: FileStorage
let shop: { id: string }
let url: string
beforeAll(async () => {
  fileStorage = chooseFileStorage({ folder: join(folder, 'uploads'), s3: null, caFile: null })
  const owner = await app.make.person('owner')
  shop = await app.make.app(owner)
  const file = { file: new Blob(['logo'], { type: 'image/png' }), file_name: 'logo.png' }
  const kept = await app.as(owner).integrations.upload_file({ app_id: shop.id }, file)
  url = kept.file_url
  await app
    .as(owner)
    .integrations.upload_private_file({ app_id: shop.id }, { ...file, file_name: 'hidden.png' })
})
afterAll(() => fileStorage.close())

const read = (address: string, mostBytes = 100) =>
  readPublicFile(
    { db: app.atrium.db, fileStorage, baseUrl: () => app.baseUrl, filesUrl: () => FILES },
    address,
    mostBytes,
  )

test('a public file is read by its address', async () => {
  expect((await read(url))?.toString()).toBe('logo')
  expect((await read(url, 4))?.toString()).toBe('logo')
  expect((await read(url.replace(app.baseUrl, FILES)))?.toString()).toBe('logo')
})

test('nothing else is: larger, private, gone, or elsewhere', async () => {
  const rows = await app.sql<{ key: string }>`select key from files where visibility = 'private'`
  expect(await read(`${app.baseUrl}/files/${shop.id}/${rows[0]?.key}/hidden.png`)).toBeNull()
  expect(await read(url, 3)).toBeNull()
  expect(await read(url.replace(app.baseUrl, 'https://elsewhere.example.com'))).toBeNull()
  expect(await read(`${app.baseUrl}/files/${shop.id}/no-such-key/logo.png`)).toBeNull()
  expect(await read(`${app.baseUrl}/other`)).toBeNull()
  expect(await read(`private/${shop.id}/key/logo.png`)).toBeNull()
})
