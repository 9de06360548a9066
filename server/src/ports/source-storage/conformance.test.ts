import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sourceStorageConformance } from './conformance.ts'
import { localSourceStorage } from './local.ts'

sourceStorageConformance('a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-source-'))
  return {
    storage: localSourceStorage({ folder }),
    close: () => rm(folder, { recursive: true, force: true }),
  }
})
