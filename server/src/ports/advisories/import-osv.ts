/** Fills the table of advisories from an OSV file. */
import type { Db } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { advisoryStore } from './advisory-store.ts'
import { listOsv } from './list-osv.ts'
import { type OsvAdvisory, readOsv } from './read-osv.ts'

const BATCH = 500

export interface ImportedAdvisories {
  /** Records that were read. */
  records: number
  /** Rows that are new or newer than before. */
  added: number
  /** Records that could not be used. */
  unusable: number
}

/** What is known newer stays; an import that is cut off can be done again. */
export async function importOsv(options: {
  db: Db
  path: string
  now: Date
  onFault(place: string, fault: string): void
}): Promise<ImportedAdvisories> {
  const { db, path, now, onFault } = options
  const counts = { records: 0, added: 0, unusable: 0 }
  /** When the newest version of each advisory was modified: files may hold several, in any order. */
  const newest = new Map<string, Date>()
  let batch = new Map<string, OsvAdvisory>()
  const store = async () => {
    const read = [...batch.values()]
    batch = new Map()
    counts.added += await transaction(db, (tx) => advisoryStore(db).replace(tx, read))
  }
  const fail = (place: string, fault: string) => {
    counts.unusable++
    onFault(place, fault)
  }
  for await (const record of listOsv(path)) {
    counts.records++
    if ('fault' in record) {
      fail(record.place, record.fault)
      continue
    }
    const read = readOsv(record.value, now)
    if (read === null)
      fail(record.place, 'it is no OSV record with an id, a time and versions that can be read')
    else if (read.modified_at >= (newest.get(read.id) ?? read.modified_at)) {
      newest.set(read.id, read.modified_at)
      batch.set(read.id, read)
    }
    if (batch.size >= BATCH) await store()
  }
  if (batch.size > 0) await store()
  return counts
}
