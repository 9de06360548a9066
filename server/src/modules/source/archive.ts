import { sql } from 'kysely'
import { type Collection, collection, type ExportScope } from '../../platform/archive/collection.ts'
import { archiveOf, exportByKey } from '../../platform/archive/table-archive.ts'
import type { Db } from '../../platform/database/db.ts'
import { contentOf } from '../../platform/file-content.ts'
import type { GitForge } from '../../ports/git-forge/port.ts'
import { isOfExportedApp } from '../../tenancy/index.ts'
import { createAppSource } from './app-source.ts'
import { ArchivedSourceFile, commitSource, keepSource } from './import-source.ts'
import { appSources, sourceFiles } from './store.ts'

/** The files as they are, without their history; the bytes lie with the forge. */
export function sourceArchive({ gitForge }: { gitForge: GitForge }): readonly Collection[] {
  return [
    collection({
      ...archiveOf(sourceFiles),
      name: 'source_files',
      row: ArchivedSourceFile,
      import: keepSource,
      finish: (tx, context) => commitSource(tx, gitForge, context),
      export: (db, scope) => exportSource(db, gitForge, scope),
    }),
  ]
}

async function* exportSource(db: Db, gitForge: GitForge, scope: ExportScope) {
  const isExported = sql<boolean>`files > 0 and not is_deleted and ${isOfExportedApp(scope, 'app_sources.app_id')}`
  const appSource = createAppSource({ db, gitForge })
  for await (const { app_id } of exportByKey(db, appSources, isExported)) {
    for await (const { path, read } of appSource.files(app_id)) {
      const { content, encoding } = contentOf(Buffer.from(await read()))
      yield { app_id, path, content, encoding: encoding === 'utf-8' ? null : encoding }
    }
  }
}
