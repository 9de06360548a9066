import { createHash } from 'node:crypto'
import type { Db } from '../../../platform/database/db.ts'
import type { Log } from '../../../platform/log.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import { cacheStore } from '../cache-store.ts'
import { SCANNER_VERSION } from './scanner-version.ts'

/** What was found before, for one scan of one app. */
export interface Memory {
  find(keys: readonly string[]): Promise<Map<string, unknown>>
  add(found: ReadonlyMap<string, unknown>): Promise<void>
  /** Deletes what this scan had no use for. */
  tidy(): Promise<void>
}

/** A scan without its memory is slower and finds the same, so its faults are tolerated. */
export function createMemory({ db, log }: { db: Db; log: Log }, appId: string): Memory {
  const store = cacheStore(db)
  const used = new Set<string>()
  return {
    async find(keys) {
      for (const key of keys) used.add(key)
      return tolerate(log, 'reading what scans remember', store.find(appId, keys), new Map())
    },
    async add(found) {
      await tolerate(log, 'storing what scans remember', store.add(appId, found), undefined)
    },
    async tidy() {
      await tolerate(log, 'purging the cache of scans', store.deleteOthers(appId, [...used]), undefined)
    },
  }
}

/** The same parts give the same key as long as the scanner stays the same. */
export function keyOf(task: string, parts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([SCANNER_VERSION, task, ...parts]))
    .digest('base64url')
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
