import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gitForgeConformance } from './conformance.ts'
import { localForge } from './local.ts'

gitForgeConformance('a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-source-'))
  return { forge: localForge({ folder }), close: () => rm(folder, { recursive: true, force: true }) }
})
