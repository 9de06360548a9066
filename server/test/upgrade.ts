import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Pool } from 'pg'
import type { Db } from '../src/platform/database/db.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { createLog } from '../src/platform/log.ts'
import { emptyDatabase } from './migrated-database.ts'

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))

/** A database as it was before a migration of this number, and the way to today. */
export interface OldDatabase {
  pool: Pool
  db: Db
  upgrade(): Promise<void>
  stop(): Promise<void>
}

export async function databaseBefore(number: string): Promise<OldDatabase> {
  const log = createLog('silent')
  const { pool, db, close } = await emptyDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  for (const name of await readdir(MIGRATIONS))
    if (name < number) await cp(join(MIGRATIONS, name), join(folder, name))
  await migrate({ pool, folder, log })
  return {
    pool,
    db,
    async upgrade() {
      await migrate({ pool, folder: MIGRATIONS, log })
    },
    async stop() {
      await close()
      await rm(folder, { recursive: true })
    },
  }
}
