/**
 * The code in an archive becomes one commit for each app. Files may come in many batches, so they wait in a table of the
 * transaction; the repositories are touched only after the last row of the archive was found good.
 */
import { OneOf } from '@atrium/contract'
import { MAX_SOURCE_BYTES, MAX_SOURCE_FILE_BYTES, MAX_SOURCE_FILES } from '@atrium/contract/source'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ArchiveRow, ImportContext } from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import { archivedRow, requireReferences } from '../../platform/archive/table-archive.ts'
import type { Db } from '../../platform/database/db.ts'
import { bytesOf, type Encoding, NOT_BASE64 } from '../../platform/files/file-content.ts'
import { foldPath, takenPaths } from '../../platform/files/file-paths.ts'
import { isRepository, type SourceStorage } from '../../ports/source-storage/port.ts'
import { pathProblem } from './path-rules.ts'
import { COMMIT_BYTES, type SourceRow, sourceFiles, sourceStore } from './store.ts'

export const ArchivedSourceFile = Type.Object({
  ...archivedRow(sourceFiles).properties,
  content: Type.String(),
  encoding: Type.Optional(OneOf(['utf-8', 'base64'])),
})
export type ArchivedSourceFile = Type.Static<typeof ArchivedSourceFile>

const AUTHOR = { name: 'Atrium', email: 'archive@atrium.invalid' }
const MESSAGE = 'Import an archive'

/** So much text goes into one statement. */
const LENGTH_AT_ONCE = 8 * 1024 * 1024
const BLOBS_AT_ONCE = 16
const ROWS_AT_ONCE = 1_000

type Rows = readonly ArchiveRow<ArchivedSourceFile>[]

/** Returns how many files are new; those that the app has already stay as they are. */
export async function importSource(tx: Db, rows: Rows, context: ImportContext): Promise<number> {
  const files = rows.map((row) => fileOf(row, context))
  await requireReferences(tx, sourceFiles, rows, context)
  await sql`
    create temporary table if not exists archive_source_files (
      app_id text not null, path text collate "C" not null, bytes bytea not null, index bigint not null,
      primary key (app_id, path)
    ) on commit drop`.execute(tx)
  let added = 0
  for (const part of inParts(await onlyNew(tx, files))) {
    const { numAffectedRows = 0n } = await sql`
      insert into archive_source_files (app_id, path, bytes, index)
      select app_id, path, case encoding when 'base64' then decode(content, 'base64')
                                         else convert_to(content, 'UTF8') end, index
        from json_to_recordset(${JSON.stringify(part)}::json)
          as given(app_id text, path text, content text, encoding text, index bigint)`.execute(tx)
    added += Number(numAffectedRows)
  }
  return added
}

/** Runs once, after all rows of the archive. */
export async function commitSource(
  tx: Db,
  sourceStorage: SourceStorage,
  context: ImportContext,
): Promise<void> {
  const apps = byKey<WaitingApp>(async (after, limit) => {
    const { rows } = await sql<WaitingApp>`
      select app_id, count(*) as files, sum(octet_length(bytes)) as bytes, max(index) as last_index
        from archive_source_files where app_id > ${after?.app_id ?? ''}
       group by app_id order by app_id limit ${limit}`.execute(tx)
    return rows
  })
  for await (const app of apps) await commitApp(tx, sourceStorage, app, context)
}

interface WaitingFile {
  app_id: string
  path: string
  content: string
  encoding: Encoding
  index: number
}

interface WaitingApp {
  app_id: string
  files: number
  bytes: number
  last_index: number
}

function fileOf({ row, index }: Rows[number], context: ImportContext): WaitingFile {
  const { app_id, path, content, encoding = 'utf-8' } = row
  if (!isRepository(app_id))
    context.fail(index, 'app_id', 'Only letters, digits, _ and - can be in the id of an app with code')
  const problem = pathProblem(path)
  if (problem !== null) context.fail(index, 'path', problem)
  const bytes = bytesOf(content, encoding)
  if (!bytes) return context.fail(index, 'content', NOT_BASE64)
  if (bytes.length > MAX_SOURCE_FILE_BYTES) context.fail(index, 'content', 'A file has at most 1 MiB')
  return { app_id, path, content, encoding, index }
}

async function onlyNew(tx: Db, files: readonly WaitingFile[]): Promise<WaitingFile[]> {
  const { rows } = await sql<{ app_id: string; path: string }>`
    select f.app_id, f.path from app_source_files f
      join unnest(${files.map(({ app_id }) => app_id)}::text[], ${files.map(({ path }) => path)}::text[])
        as given(app_id, path) on f.app_id = given.app_id and f.path = given.path`.execute(tx)
  const known = new Set(rows.map(({ app_id, path }) => `${app_id}/${path}`))
  return files.filter(({ app_id, path }) => !known.has(`${app_id}/${path}`))
}

function inParts(files: readonly WaitingFile[]): WaitingFile[][] {
  const parts: WaitingFile[][] = []
  let length = 0
  for (const file of files) {
    length += file.content.length
    const part = parts.at(-1)
    if (part && length <= LENGTH_AT_ONCE) {
      part.push(file)
    } else {
      parts.push([file])
      length = file.content.length
    }
  }
  return parts
}

async function commitApp(
  tx: Db,
  sourceStorage: SourceStorage,
  app: WaitingApp,
  context: ImportContext,
): Promise<void> {
  const { app_id } = app
  const store = sourceStore(tx)
  // From here on everybody else who changes the code of this app waits.
  const source = await store.claim(app_id)
  if (!source) return context.fail(app.last_index, 'app_id', `The app "${app_id}" is being deleted`)
  requireRoom(source, app, context)
  await requireFreePaths(tx, app_id, context)

  const added = await writeBlobs(tx, sourceStorage, app_id)
  const commit_id = await sourceStorage.commit(app_id, {
    parent: source.commit_id === '' ? null : source.commit_id,
    changes: added,
    message: MESSAGE,
    author: AUTHOR,
    at: context.now,
  })
  const revision = await store.advance(app_id, source, {
    commit_id,
    files: source.files + app.files,
    bytes: source.bytes + app.bytes,
    unswept_bytes: source.unswept_bytes + app.bytes + COMMIT_BYTES,
  })
  const rows = added.map(({ path, blob_id, size }) => ({
    ...{ app_id, path, folded: foldPath(path), blob_id, size, revision, commit_id },
    updated_date: context.now,
  }))
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await sourceFiles.insertNew(tx, rows.slice(at, at + ROWS_AT_ONCE))
  }
  // If the import fails after this, `main` names a commit that shows nowhere else, until the next one.
  await sourceStorage.publish(app_id, commit_id)
}

function requireRoom(source: SourceRow, app: WaitingApp, context: ImportContext): void {
  if (source.files + app.files > MAX_SOURCE_FILES)
    context.fail(app.last_index, '', `The code of an app has at most ${MAX_SOURCE_FILES} files`)
  if (source.bytes + app.bytes > MAX_SOURCE_BYTES)
    context.fail(app.last_index, '', 'The code of an app has at most 100 MiB')
}

/** At most as many as an app may have, so they can be looked at together. */
async function requireFreePaths(tx: Db, appId: string, context: ImportContext): Promise<void> {
  const { rows: known } = await sql<{ path: string }>`
    select path from app_source_files where app_id = ${appId} order by path`.execute(tx)
  const { rows: added } = await sql<{ path: string; index: number }>`
    select path, index from archive_source_files where app_id = ${appId} order by index`.execute(tx)
  const [taken] = takenPaths(
    known.map(({ path }) => path),
    added.map(({ path }) => path),
  )
  const row = added.find(({ path }) => path === taken?.path)
  if (taken && row) context.fail(row.index, 'path', `"${taken.by}" stands in the way of this file`)
}

/** A few at a time, each of them small. */
async function writeBlobs(tx: Db, sourceStorage: SourceStorage, appId: string) {
  const written: { path: string; blob_id: string; size: number }[] = []
  for (let after = ''; ; ) {
    const { rows } = await sql<{ path: string; bytes: Buffer }>`
      select path, bytes from archive_source_files where app_id = ${appId} and path > ${after}
       order by path limit ${BLOBS_AT_ONCE}`.execute(tx)
    const blobs = rows.map(async ({ path, bytes }) => ({
      path,
      blob_id: await sourceStorage.writeBlob(appId, bytes),
      size: bytes.length,
    }))
    written.push(...(await Promise.all(blobs)))
    if (rows.length < BLOBS_AT_ONCE) return written
    after = rows.at(-1)?.path ?? ''
  }
}
