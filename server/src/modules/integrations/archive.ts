/** Files of apps in an archive: what is known of each, and its bytes in pieces, so that no file is ever held whole. */
import { Id, OneOf } from '@atrium/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import {
  type ArchiveRow,
  type Collection,
  collection,
  type ExportScope,
} from '../../platform/archive/collection.ts'
import { archiveOf, exportByKey, requireReferences, storedRow } from '../../platform/archive/table-archive.ts'
import type { Db } from '../../platform/database/db.ts'
import type { FileStorage } from '../../ports/file-storage/port.ts'
import { isOfExportedApp } from '../../tenancy/index.ts'
import { createArrivals } from './archive-arrivals.ts'
import { exportChunks, isWhole } from './archive-chunks.ts'
import { fileArchiveStore } from './archive-store.ts'
import { files } from './store.ts'

export interface FileArchiveOutside {
  fileStorage: FileStorage
  /** Where the bytes of an archive wait until all of it has come in. */
  spoolFolder: string
}

const ArchivedFile = Type.Object({
  id: Id,
  app_id: Id,
  key: Type.String({ pattern: '^[\\w-]{16,128}$' }),
  visibility: OneOf(['public', 'private']),
  name: Type.String({ minLength: 1, maxLength: 150 }),
  content_type: Type.String({ pattern: '^[\\w.+-]{1,60}/[\\w.+-]{1,100}$' }),
  size: Type.Integer({ minimum: 0, maximum: 64 * 1024 * 1024 }),
  created_by: Type.Optional(Id),
  created_date: Type.Optional(Type.String()),
})
type ArchivedFile = Type.Static<typeof ArchivedFile>

/** Pieces of a file in their order; the last one has the SHA-256 of the whole. */
const ArchivedChunk = Type.Object({
  file_id: Id,
  place: Type.Integer({ minimum: 0, maximum: 1_000 }),
  data: Type.String({ maxLength: 1_400_000, pattern: '^[A-Za-z0-9+/]*={0,2}$' }),
  sha256: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
})
type ArchivedChunk = Type.Static<typeof ArchivedChunk>

export function fileArchive({ fileStorage, spoolFolder }: FileArchiveOutside): readonly Collection[] {
  const arrivals = createArrivals(spoolFolder)
  return [
    collection({
      ...archiveOf(files),
      after: ['apps'],
      row: ArchivedFile,
      async import(tx, rows: readonly ArchiveRow<ArchivedFile>[], context) {
        await requireReferences(tx, files, rows, context)
        const stored = rows.map(({ row }) => ({
          ...storedRow(files, row, context.now),
          status: 'arriving' as const,
          size: 0,
        }))
        const added = new Set((await files.insertNew(tx, stored)).map(({ id }) => id))
        for (const { row } of rows) arrivals.expect(tx, row, added.has(row.id))
        return added.size
      },
      // Before anybody is asked, so that what is shown is what would come in.
      finish: (tx, context) => arrivals.requireAll(tx, context),
      async conclude(tx) {
        await fileArchiveStore(tx).storeAll(await arrivals.putAll(tx, fileStorage))
      },
      end: arrivals.end,
      async *export(db, scope) {
        yield* whole(db, scope)
      },
      async leftOut(db, scope) {
        const all = await fileArchiveStore(db).count(isStored(scope))
        if (!scope.with_files)
          return [{ name: 'files', count: all, reason: 'files go out with --with-files and --lines only' }]
        let here = 0
        for await (const _ of whole(db, scope)) here++
        return [{ name: 'files', count: all - here, reason: 'their bytes are not in the file storage' }]
      },
      leaves: 'they were deleted, or never arrived whole',
    }),
    collection({
      name: 'file_chunks',
      after: ['files'],
      row: ArchivedChunk,
      key: (row) => [row.file_id, String(row.place)],
      import: (tx, rows: readonly ArchiveRow<ArchivedChunk>[], context) => arrivals.take(tx, rows, context),
      async *export(db, scope) {
        for await (const file of whole(db, scope)) yield* exportChunks(fileStorage, file)
      },
    }),
  ]

  /** Those whose bytes are all there. */
  async function* whole(db: Db, scope: ExportScope) {
    if (!scope.with_files) return
    for await (const file of exportByKey(db, files, isStored(scope)))
      if (await isWhole(fileStorage, file)) yield file
  }
}

function isStored(scope: ExportScope) {
  return sql<boolean>`files.status = 'stored' and ${isOfExportedApp(scope, 'files.app_id')}`
}
