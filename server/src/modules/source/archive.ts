import { Id, OneOf } from '@atrium/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { type Collection, collection, type ExportScope } from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import type { Db } from '../../platform/database/db.ts'
import type { GitForge } from '../../ports/git-forge/port.ts'
import { contentOf } from './content.ts'
import { commitSource, keepSource } from './import-source.ts'
import { sourceStore } from './store.ts'

const ArchivedSourceFile = Type.Object({
  app_id: Id,
  path: Type.String({ minLength: 1 }),
  content: Type.String(),
  encoding: Type.Optional(OneOf(['utf-8', 'base64'])),
})
export type ArchivedSourceFile = Type.Static<typeof ArchivedSourceFile>

/** The files as they are, without their history; the bytes lie with the forge. */
export function sourceArchive({ gitForge }: { gitForge: GitForge }): readonly Collection[] {
  return [
    collection({
      name: 'source_files',
      after: ['apps'],
      row: ArchivedSourceFile,
      key: ({ app_id, path }) => [app_id, path],
      import: keepSource,
      finish: (tx, context) => commitSource(tx, gitForge, context),
      export: (db, scope) => exportSource(db, gitForge, scope),
    }),
  ]
}

const PAGE = 500

async function* exportSource(db: Db, gitForge: GitForge, scope: ExportScope) {
  for await (const { app_id } of sourcesOf(db, scope)) {
    let after: string | undefined
    for (;;) {
      const files = await sourceStore(db).list(app_id, undefined, after, PAGE)
      for (const { path, blob_id } of files) {
        const bytes = Buffer.from(await gitForge.readBlob(app_id, blob_id))
        const { content, encoding } = contentOf(bytes)
        yield { app_id, path, content, encoding: encoding === 'utf-8' ? null : encoding }
      }
      if (files.length < PAGE) break
      after = files.at(-1)?.path
    }
  }
}

function sourcesOf(db: Db, scope: ExportScope) {
  return byKey<{ app_id: string }>(async (after, limit) => {
    const { rows } = await sql<{ app_id: string }>`
      select s.app_id from app_sources s join apps a on a.id = s.app_id and a.deleted_at is null
       where s.app_id > ${after?.app_id ?? ''} and s.files > 0 and not s.is_deleted
         and (${scope.workspace_ids}::text[] is null or a.workspace_id = any(${scope.workspace_ids}))
       order by s.app_id limit ${limit}`.execute(db)
    return rows
  })
}
