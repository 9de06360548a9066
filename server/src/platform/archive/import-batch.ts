import type { Db } from '../database/db.ts'
import { ArchiveError } from './archive-error.ts'
import type { ArchiveRow, Collection, ImportContext } from './collection.ts'

type Rows = readonly ArchiveRow<Record<string, unknown>>[]

/** Stores a batch and returns how many rows are new; names the place of what the collection did not foresee. */
export async function importBatch(
  tx: Db,
  collection: Collection,
  rows: Rows,
  context: ImportContext,
): Promise<number> {
  try {
    return await collection.import(tx, rows, context)
  } catch (cause) {
    if (!(cause instanceof Error) || cause instanceof ArchiveError) throw cause
    if (!('code' in cause)) await nameBadRow(tx, collection, rows, context)
    else if (/^2[23]...$/.test(String(cause.code))) {
      const place = `${collection.name}[${rows[0]?.index}] to [${rows.at(-1)?.index}]`
      throw new ArchiveError(`${place}: The database refused one of these rows: ${cause.message}`, { cause })
    }
    throw cause
  }
}

/** Rows come in one by one until the one is known that our own code cannot read: nothing of the archive stays anyway. */
async function nameBadRow(tx: Db, collection: Collection, rows: Rows, context: ImportContext): Promise<void> {
  for (const one of rows) {
    try {
      await collection.import(tx, [one], context)
    } catch (alone) {
      if (!(alone instanceof Error) || alone instanceof ArchiveError || 'code' in alone) throw alone
      context.fail(one.index, '', `This row cannot be read: ${alone.message}`)
    }
  }
}
