import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileStorageConformance } from './conformance.ts'
import { localStorage } from './local.ts'
import { s3Storage } from './s3.ts'
import { S3_ACCOUNT, startS3Server } from './test/s3-server.ts'

const makeFolder = () => mkdtemp(join(tmpdir(), 'atrium-files-'))
const listed = (folder: string) => readdir(folder).catch(() => [])

fileStorageConformance('a folder', async () => {
  const folder = await makeFolder()
  return {
    storage: localStorage({ folder }),
    leftOvers: () => listed(join(folder, '.incoming')),
    close: () => rm(folder, { recursive: true, force: true }),
  }
})

fileStorageConformance('an S3 server', async () => {
  const folder = await makeFolder()
  const server = await startS3Server()
  const storage = s3Storage({ ...S3_ACCOUNT, endpoint: server.endpoint, spoolFolder: folder, caFile: null })
  return {
    storage,
    leftOvers: () => listed(folder),
    async close() {
      await storage.close()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
})
