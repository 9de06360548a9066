import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../database/db.ts'
import { BATCH_SIZE, FORMAT, VERSION } from './archive-form.ts'
import { type Collection, type ExportScope, inDependencyOrder } from './collection.ts'

/** `document`: one JSON object. `lines`: one row a line, for archives of any size. */
export type ArchiveForm = 'document' | 'lines'

/**
 * Writes everything of the scope as it was at one moment, no faster than the sink takes it, and answers how many
 * rows of each collection there were. The sink stays open.
 */
export async function exportArchive(options: {
  db: Db
  collections: readonly Collection[]
  scope: ExportScope
  form: ArchiveForm
  sink: Writable
}): Promise<Record<string, number>> {
  const { db, scope, form, sink } = options
  const collections = inDependencyOrder(options.collections)
  const counts: Record<string, number> = {}
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => {
      const write = form === 'lines' ? writeLines : writeDocument
      return pipeline(Readable.from(inChunks(write(tx, collections, scope, counts))), sink, { end: false })
    })
  return counts
}

async function* writeLines(
  db: Db,
  collections: readonly Collection[],
  scope: ExportScope,
  counts: Record<string, number>,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ format: FORMAT, version: VERSION })}\n`
  for (const collection of collections) {
    for await (const row of collection.export(db, scope)) {
      count(counts, collection)
      yield `${JSON.stringify({ collection: collection.name, row: filled(row) })}\n`
    }
  }
}

async function* writeDocument(
  db: Db,
  collections: readonly Collection[],
  scope: ExportScope,
  counts: Record<string, number>,
): AsyncGenerator<string> {
  yield `{\n  "format": ${JSON.stringify(FORMAT)},\n  "version": ${VERSION}`
  for (const collection of collections) {
    for await (const row of collection.export(db, scope)) {
      yield count(counts, collection) === 1 ? `,\n  ${JSON.stringify(collection.name)}: [\n    ` : ',\n    '
      yield JSON.stringify(filled(row))
    }
    if (collection.name in counts) yield '\n  ]'
  }
  yield '\n}\n'
}

/** A row says only what it has: an absent field and null mean the same on the way in. */
function filled(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
}

function count(counts: Record<string, number>, { name }: Collection): number {
  const next = (counts[name] ?? 0) + 1
  counts[name] = next
  return next
}

const CHUNK_LENGTH = 64 * 1024

/** Many small writes would cost more than the rows themselves. */
async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for await (const text of texts) {
    chunk += text
    if (chunk.length < CHUNK_LENGTH) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

/** All rows of a table in the order of their key, read batch by batch: `read` gives those after the last key. */
export async function* byKey<Row>(
  read: (after: Row | null, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let after: Row | null = null
  for (;;) {
    const rows: readonly Row[] = await read(after, BATCH_SIZE)
    yield* rows
    if (rows.length < BATCH_SIZE) return
    after = rows.at(-1) ?? null
  }
}
