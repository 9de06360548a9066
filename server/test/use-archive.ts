import { beforeEach } from 'vitest'
import type { Collection } from '../src/platform/archive/collection.ts'
import type { Log } from '../src/platform/log.ts'
import { tenancy } from '../src/tenancy/index.ts'
import { archiveOf, exportText, importText } from './bring.ts'
import { migratedDatabase } from './migrated-database.ts'
import { useStarted } from './use-started.ts'

/** When archives come in. */
export const NOW = new Date('2026-11-15T12:00:00Z')

/** Two workspaces with their owners, which the rows of a test belong to. */
export const GROUND = {
  users: [
    { id: 'usr_a', email: 'a@example.com' },
    { id: 'usr_b', email: 'b@example.com' },
  ],
  workspaces: [
    { id: 'ws_1', name: 'One' },
    { id: 'ws_2', name: 'Two' },
  ],
  members: [
    { workspace_id: 'ws_1', user_id: 'usr_a', email: 'a@example.com', role: 'owner', status: 'joined' },
    { workspace_id: 'ws_2', user_id: 'usr_b', email: 'b@example.com', role: 'owner', status: 'joined' },
  ],
}

export const groundApp = (id: string, workspace_id = 'ws_1', kind: 'app' | 'agent' = 'app') => ({
  ...{ id, workspace_id, owner_id: 'usr_a', name: id, kind },
})

/** A database for archives of the tenancy and of these collections, empty before each test. */
export function useArchive(own: readonly Collection[] = []) {
  const database = useStarted(migratedDatabase)
  const empty = () => database.pool.query('truncate users, workspaces cascade')
  beforeEach(empty)
  const place = () => ({ db: database.db, collections: [...(tenancy.archive ?? []), ...own] })
  return {
    database,
    empty,
    bring: (rows: object, options: { now?: Date; log?: Log } = {}) =>
      importText(place(), archiveOf(rows), { now: NOW, ...options }),
    /** An archive as it was taken. */
    bringBack: (content: string) => importText(place(), content, { now: NOW }),
    take: (workspace_ids: readonly string[] | null) => exportText(place(), workspace_ids),
  }
}
