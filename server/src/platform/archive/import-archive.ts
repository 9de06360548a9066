import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { insertNew } from '../database/insert-new.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets.ts'
import type { Batch } from './archive-batch.ts'
import { ArchiveError } from './archive-error.ts'
import { type RowFault, rowCheck } from './check-row.ts'
import type { LeftOut } from './collection.ts'
import {
  type ArchiveRow,
  type Collection,
  type CountsByPlace,
  type Grant,
  type ImportContext,
  inDependencyOrder,
} from './collection.ts'
import { countPlaces } from './count-places.ts'
import { importBatch } from './import-batch.ts'
import { type ArchiveSource, readArchive } from './read-archive.ts'

export interface ImportOptions {
  db: Db
  collections: readonly Collection[]
  source: ArchiveSource
  now: Date
  log: Log
  secrets: Secrets
  /** Who imports, as the audit log says it; the operator unless it says otherwise. */
  by?: string
  /** Sees what is about to be added, before it is; throws to refuse it. */
  review?(preview: Imported): void
  /** Sees what of the archive did not come in as it was, and why. */
  report?(entries: LeftOut[]): void
}

export interface Imported {
  /** How many rows of each collection are new. */
  added: Record<string, number>
  /** The gravest first. */
  grants: readonly Grant[]
}

/**
 * Brings an archive in, all of it or nothing, and returns how many rows of each collection are new. Importing
 * the same archive again adds nothing.
 */
export async function importArchive(options: ImportOptions): Promise<Record<string, number>> {
  const { db, source, now, log, secrets, by = 'operator' } = options
  const collections = inDependencyOrder(options.collections)
  const checks = new Map(collections.map((one) => [one.name, rowCheck(one)]))
  const added: Record<string, number> = {}
  const grants: Grant[] = []
  const places: CountsByPlace = new Map()
  const given: Record<string, number> = {}
  const lost = new Map<string, LeftOut & { count: number }>()
  const shared = {
    ...{ now, log, secrets, by, granted: (grant: Grant) => void grants.push(grant) },
    lost(name: string, count: number, reason: string) {
      if (count === 0) return
      const before = lost.get(`${name} ${reason}`)?.count ?? 0
      lost.set(`${name} ${reason}`, { name, count: before + count, reason })
    },
  }

  // Not the repeating `transaction`: a stream can be read only once.
  await db.transaction().execute((tx) => whole(tx).finally(() => endAll(collections, tx)))
  options.report?.([...alreadyThere(given, added), ...lost.values()])
  return added

  async function whole(tx: Db): Promise<void> {
    await sql`create temporary table archive_keys (hash uuid primary key, index bigint) on commit drop`.execute(
      tx,
    )
    for await (const batch of readArchive(source, collections)) {
      const { collection, rows } = batch
      const context = { ...shared, fail: failIn(batch) }
      for (const { row, index } of rows) {
        const fault = checks.get(collection.name)?.(row)
        if (fault) context.fail(index, fault.path, fault.message)
      }
      const checked = rows as ArchiveRow<Record<string, unknown>>[] // each passed its check
      await refuseRepeats(tx, collection, checked, context)
      const count = await importBatch(tx, collection, checked, context)
      added[collection.name] = (added[collection.name] ?? 0) + count
      given[collection.name] = (given[collection.name] ?? 0) + rows.length
      if (count > 0) countPlaces(places, collection, checked)
    }
    for (const one of collections) {
      if (one.name in added) await one.finish?.(tx, { ...shared, fail: failNaming(one.name, () => null) })
    }
    grants.sort((a, b) => GRAVITY.indexOf(a.kind) - GRAVITY.indexOf(b.kind))
    options.review?.({ added, grants })
    for (const one of collections) await one.conclude?.(tx, { by, now, places })
  }
}

async function endAll(collections: readonly Collection[], tx: Db): Promise<void> {
  for (const one of collections) await one.end?.(tx)
}

function alreadyThere(given: Record<string, number>, added: Record<string, number>): LeftOut[] {
  return Object.entries(given).flatMap(([name, count]) => {
    const old = count - (added[name] ?? 0)
    return old > 0
      ? [{ name, count: old, reason: 'they were there already, or have no place here any more' }]
      : []
  })
}

/** What an import would add, of which nothing stays. */
export async function previewArchive(options: Omit<ImportOptions, 'review'>): Promise<Imported> {
  const review = (preview: Imported) => {
    throw new Previewed(preview)
  }
  try {
    await importArchive({ ...options, review })
  } catch (error) {
    if (error instanceof Previewed) return error.preview
    throw error
  }
  throw new Error('an archive came in that was only to be looked at')
}

/** Rolls the transaction back when all is known. */
class Previewed extends Error {
  readonly preview: Imported

  constructor(preview: Imported) {
    super('the archive was only looked at')
    this.preview = preview
  }
}

const GRAVITY: readonly Grant['kind'][] = ['owner', 'credential', 'admin']

function failIn({ collection, lineOf }: Batch): ImportContext['fail'] {
  return failNaming(collection.name, lineOf)
}

function failNaming(name: string, lineOf: Batch['lineOf']): ImportContext['fail'] {
  return (index: number, path: RowFault['path'], message: string): never => {
    const line = lineOf(index)
    const place = path === '' ? `${name}[${index}]` : `${name}[${index}].${path}`
    throw new ArchiveError(`${line === null ? '' : `line ${line}: `}${place}: ${message}`)
  }
}

/** The keys of the whole file are kept by the database, as hashes: some are secrets, and there may be millions. */
async function refuseRepeats(
  tx: Db,
  collection: Collection,
  rows: readonly ArchiveRow<Record<string, unknown>>[],
  context: ImportContext,
): Promise<void> {
  const indexes = new Map<string, number>()
  const repeats = (index: number, first: number) =>
    context.fail(index, '', `This row was in the archive before, as ${collection.name}[${first}]`)
  for (const { row, index } of rows) {
    const hash = hashOf([collection.name, ...collection.key(row)])
    const first = indexes.get(hash)
    if (first !== undefined) repeats(index, first)
    indexes.set(hash, index)
  }
  const keys = [...indexes].map(([hash, index]) => ({ hash, index }))
  const types = { hash: 'uuid', index: 'bigint' }
  const added = await insertNew<{ hash: string }>(tx, 'archive_keys', types, keys, ['hash'])
  const fresh = new Set(added.map(({ hash }) => hash))
  const repeat = keys.find(({ hash }) => !fresh.has(hash))
  if (!repeat) return
  const { rows: found } = await sql<{ index: number }>`
    select index from archive_keys where hash = ${repeat.hash}`.execute(tx)
  repeats(repeat.index, found[0]?.index ?? 0)
}

/** 128 bits of SHA-256 in the form of a uuid, which the database keeps and compares as 16 bytes. */
function hashOf(key: readonly string[]): string {
  const hex = createHash('sha256').update(JSON.stringify(key)).digest('hex')
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
