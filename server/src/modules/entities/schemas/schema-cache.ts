import type { Db } from '../../../platform/database/db.ts'
import type { Notifications } from '../../../platform/database/listen.ts'
import type { EntitySchema } from './entity-schema.ts'
import { schemaStore } from './schema-store.ts'

/** What the database sends to all nodes, with the app's id, whenever one of its schemas changes. */
const CHANNEL = 'entity_schemas'

const CACHE_MS = 5_000
/** Of the schemas' texts, and so much for each entry, also for names that there is no schema for. */
const CACHE_BYTES = 32 * 1024 * 1024
const ENTRY_BYTES = 500

export interface KnownSchema {
  schema: EntitySchema
  version: number
}

export interface SchemaCache {
  /** The schema of an entity, null when there is none. The same object as long as it did not change. */
  of(appId: string, name: string): Promise<KnownSchema | null>
  /** For the node that changed something: it need not wait until it is notified. */
  invalidate(appId: string): void
}

interface Entry {
  known: Promise<KnownSchema | null>
  until: number
  size: number
}

/** Schemas are cached for 5 seconds, and invalidated at once when one changes on any node. */
export function createSchemaCache({
  db,
  notifications,
  maxBytes = CACHE_BYTES,
}: {
  db: Db
  notifications: Pick<Notifications, 'on' | 'onReconnect'>
  maxBytes?: number
}): SchemaCache {
  const store = schemaStore(db)
  const apps = new Map<string, Map<string, Entry>>()
  let size = 0

  const invalidate = (appId: string) => {
    for (const entry of apps.get(appId)?.values() ?? []) size -= entry.size
    apps.delete(appId)
  }
  const invalidateAll = () => {
    apps.clear()
    size = 0
  }

  /** What is invalidated while it is being read is not in the map any more, so it is not kept. */
  const load = (appId: string, name: string, entries: Map<string, Entry>): Entry => {
    const found = store.find(appId, name)
    const entry: Entry = {
      known: found.then((row) => row && { schema: row.schema, version: row.version }).then(orNull),
      until: performance.now() + CACHE_MS,
      size: ENTRY_BYTES,
    }
    const isKept = () => apps.get(appId) === entries && entries.get(name) === entry
    found.then(
      (row) => {
        if (!row || !isKept()) return
        entry.size += row.size
        size += row.size
      },
      () => {
        if (!isKept()) return
        entries.delete(name)
        size -= entry.size
      },
    )
    return entry
  }

  notifications.on(CHANNEL, invalidate)
  notifications.onReconnect(invalidateAll)

  return {
    invalidate,
    of(appId, name) {
      const remembered = apps.get(appId)?.get(name)
      if (remembered && remembered.until > performance.now()) return remembered.known
      if (remembered) size -= remembered.size
      if (size > maxBytes) invalidateAll()
      const entries = apps.get(appId) ?? new Map<string, Entry>()
      apps.set(appId, entries)
      const entry = load(appId, name, entries)
      entries.set(name, entry)
      size += entry.size
      return entry.known
    },
  }
}

function orNull<T>(value: T | undefined): T | null {
  return value ?? null
}
