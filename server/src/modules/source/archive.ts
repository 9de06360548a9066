import { sql } from 'kysely'
import { type Collection, collection, type ExportScope } from '../../platform/archive/collection.ts'
import { archiveOf, exportByKey } from '../../platform/archive/table-archive.ts'
import type { Db } from '../../platform/database/db.ts'
import { contentOf } from '../../platform/files/file-content.ts'
import type { SourceStorage } from '../../ports/source-storage/port.ts'
import { isOfExportedApp } from '../../tenancy/index.ts'
import { createAppSource } from './app-source.ts'
import { ArchivedSourceFile, commitSource, importSource } from './import-source.ts'
import { appSources, sourceFiles } from './store.ts'

/** The files as they are, without their history; the bytes lie with the storage. */
export function sourceArchive({ sourceStorage }: { sourceStorage: SourceStorage }): readonly Collection[] {
  return [
    collection({
      ...archiveOf(sourceFiles),
      name: 'source_files',
      row: ArchivedSourceFile,
      import: importSource,
      finish: (tx, context) => commitSource(tx, sourceStorage, context),
      export: (db, scope) => exportSource(db, sourceStorage, scope),
    }),
  ]
}

async function* exportSource(db: Db, sourceStorage: SourceStorage, scope: ExportScope) {
  const isExported = sql<boolean>`files > 0 and not is_deleted and ${isOfExportedApp(scope, 'app_sources.app_id')}`
  const appSource = createAppSource({ db, sourceStorage })
  for await (const { app_id } of exportByKey(db, appSources, isExported)) {
    for await (const { path, read } of appSource.files(app_id)) {
      const { content, encoding } = contentOf(Buffer.from(await read()))
      yield { app_id, path, content, encoding: encoding === 'utf-8' ? null : encoding }
    }
  }
}
