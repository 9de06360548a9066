/** The forge of this server without the server: rows in a database of its own, repositories in a folder. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migratedDatabase } from '../../../../test/migrated-database.ts'
import { useStarted } from '../../../../test/use-started.ts'
import { systemClock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import type { Git } from '../../git/port.ts'
import { memoryGit } from '../../git/test/memory-git.ts'
import { localForge } from '../local.ts'
import type { ForgeRepository } from '../port.ts'

export const LOCAL_WORKSPACE = 'wsp_local_forge'

/** On git in memory, unless another is given. */
export async function startLocalForge({ most = 100, git = memoryGit() }: { most?: number; git?: Git } = {}) {
  const database = await migratedDatabase()
  const { db } = database
  const folder = await mkdtemp(join(tmpdir(), 'atrium-forge-'))
  const log = createLog('silent')
  const make = (ofNode: Git = git) =>
    localForge({
      ...{ db, clock: systemClock, log, git: ofNode, folder, most },
      baseUrl: () => 'http://atrium.test',
    })
  const forge = make()
  await sql`insert into workspaces (id, name, created_date) values (${LOCAL_WORKSPACE}, 'Local', now())`.execute(
    db,
  )
  return {
    ...{ db, folder, git, forge },
    /** Another node over the same rows and folders. */
    anotherNode: make,
    async create(full_name: string): Promise<{ repository: ForgeRepository; folder: string }> {
      const made = await forge.create({ workspace_id: LOCAL_WORKSPACE, full_name, default_branch: 'main' })
      if (typeof made === 'string') throw new Error(`${full_name}: ${made}`)
      const repository = { workspace_id: LOCAL_WORKSPACE, full_name, base_url: null, access_token: null }
      return { repository, folder: made.folder }
    },
    async close(): Promise<void> {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const useLocalForge = (options?: Parameters<typeof startLocalForge>[0]) =>
  useStarted(() => startLocalForge(options))
