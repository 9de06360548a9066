import type { Db } from '../../../platform/database/db.ts'
import { siteFileStore } from '../file-store.ts'
import { contentTypeOf, hashOf, isCompressible, type SiteFile } from '../site-rules.ts'
import type { ContentRow } from '../tables.ts'
import { compressContent } from './compress-content.ts'

/** A file of a revision to be, with the key of its content. */
export interface PreparedFile {
  path: string
  hash: string
  size: number
  content_type: string
}

export interface Prepared {
  files: PreparedFile[]
  /** Contents that were not stored yet, with their compressed forms. */
  added: Omit<ContentRow, 'sent_date'>[]
}

/** Everything that takes time, before any transaction begins: hashes, and the compressed forms of what is new. */
export async function prepareContents(db: Db, sent: readonly SiteFile[]): Promise<Prepared> {
  const files = sent.map(({ path, bytes }) => {
    return { path, bytes, hash: hashOf(bytes), size: bytes.length, content_type: contentTypeOf(path) }
  })
  const byHash = new Map(files.map((file) => [file.hash, file]))
  const stored = await siteFileStore(db).findStored([...byHash.keys()])
  const added: Prepared['added'] = []
  for (const { hash, size, bytes } of byHash.values()) {
    if (stored.has(hash)) continue
    // Compressed when any of the names it goes by is of a type for it.
    const isWorthIt = files.some((file) => file.hash === hash && isCompressible(file.content_type))
    const forms = isWorthIt ? await compressContent(bytes) : { brotli: null, gzip: null }
    added.push({ hash, size, bytes, ...forms })
  }
  return { files: files.map(({ bytes: _, ...file }) => file), added }
}

/** Returns whether all contents are there now; those that were counted on may have been purged in the meantime. */
export async function storeContents(tx: Db, { files, added }: Prepared, now: Date): Promise<boolean> {
  const store = siteFileStore(tx)
  // In one order everywhere, so that two who store the same do not wait for each other in a circle.
  for (const content of added.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))) {
    await store.insertContent({ ...content, sent_date: now })
  }
  const hashes = new Set(files.map(({ hash }) => hash))
  return (await store.touch([...hashes], now)) === hashes.size
}
