import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../database/db.ts'
import type { Described } from '../database/table.ts'
import { BATCH_SIZE } from './archive-batch.ts'
import { FORMAT, VERSION } from './archive-header.ts'
import { type Collection, type ExportScope, inDependencyOrder, type LeftOut } from './collection.ts'
import { whatIsLeftOut } from './left-out.ts'

/** `document`: one JSON object. `lines`: one row a line, for archives of any size. */
export type ArchiveForm = 'document' | 'lines'

/**
 * Writes everything of the scope as it was at one moment, no faster than the sink takes it, and returns how many
 * rows of each collection there were. The sink stays open.
 */
export async function exportArchive(options: {
  db: Db
  collections: readonly Collection[]
  scope: ExportScope
  form: ArchiveForm
  sink: Writable
  /** Sees what stays behind, at the same moment. */
  report?: { tables: readonly Described[]; leftOut(entries: LeftOut[]): void }
}): Promise<Record<string, number>> {
  const { db, scope, form, sink, report } = options
  const collections = inDependencyOrder(options.collections)
  const counts: Record<string, number> = {}
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const texts = archiveText(form, exported(tx, collections, scope, counts))
      await pipeline(Readable.from(texts), sink, { end: false })
      if (!report) return
      report.leftOut(await whatIsLeftOut({ db: tx, scope, collections, tables: report.tables, counts }))
    })
  return counts
}

interface Exported {
  name: string
  row: object
  /** Among the rows of its collection, from 1. */
  place: number
}

async function* exported(
  db: Db,
  collections: readonly Collection[],
  scope: ExportScope,
  counts: Record<string, number>,
): AsyncGenerator<Exported> {
  for (const { name, export: rowsOf } of collections) {
    for await (const row of rowsOf(db, scope)) {
      const place = (counts[name] ?? 0) + 1
      counts[name] = place
      yield { name, row, place }
    }
  }
}

const CHUNK_LENGTH = 64 * 1024

/** In large pieces: many small writes would cost more than the rows themselves. */
async function* archiveText(form: ArchiveForm, rows: AsyncIterable<Exported>): AsyncGenerator<string> {
  const { start, row, end } = FORMS[form]
  let chunk = start
  let isEmpty = true
  for await (const one of rows) {
    chunk += row(one, isEmpty)
    isEmpty = false
    if (chunk.length < CHUNK_LENGTH) continue
    yield chunk
    chunk = ''
  }
  yield chunk + end(isEmpty)
}
const FORMS = {
  lines: {
    start: `${JSON.stringify({ format: FORMAT, version: VERSION })}\n`,
    row: ({ name, row }: Exported) => `${JSON.stringify({ collection: name, row: filled(row) })}\n`,
    end: () => '',
  },
  document: {
    start: `{\n  "format": ${JSON.stringify(FORMAT)},\n  "version": ${VERSION}`,
    row({ name, row, place }: Exported, isFirst: boolean) {
      const opening = `${isFirst ? '' : '\n  ]'},\n  ${JSON.stringify(name)}: [`
      return `${place === 1 ? opening : ','}\n    ${JSON.stringify(filled(row))}`
    },
    end: (isEmpty: boolean) => (isEmpty ? '\n}\n' : '\n  ]\n}\n'),
  },
}

/** A row says only what it has: an absent field and null mean the same on the way in. */
function filled(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
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
