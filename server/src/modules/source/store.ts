import { Id } from '@atrium/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { bigint, boolean, integer, type RowOf, table, text, time } from '../../platform/database/table.ts'

const IN_HISTORY = 'files go out without their history'

export const appSources = table(
  'app_sources',
  {
    app_id: text(),
    revision: bigint(),
    commit_id: text(),
    files: integer(),
    bytes: bigint(),
    epoch: integer(),
    unswept_bytes: bigint(),
    is_deleted: boolean(),
  },
  { key: ['app_id'], notArchived: 'the files go out, without their history' },
)
export type SourceRow = RowOf<typeof appSources>

/** An archive has the content of a file next to what goes out of its row. */
export const sourceFiles = table(
  'app_source_files',
  {
    app_id: text(Id),
    path: text(Type.String({ minLength: 1 })),
    folded: text().notArchived('it follows from the path'),
    blob_id: text().notArchived('it follows from the content'),
    size: integer().notArchived('it follows from the content'),
    revision: bigint().notArchived(IN_HISTORY),
    commit_id: text().notArchived(IN_HISTORY),
    updated_date: time().notArchived(IN_HISTORY),
  },
  { key: ['app_id', 'path'], references: { app_id: 'apps' } },
)
export type SourceFileRow = RowOf<typeof sourceFiles>

/** Everything that decides whether and how a file can be changed, at one moment. */
export interface Place {
  source: SourceRow | null
  file: Pick<SourceFileRow, 'blob_id' | 'size' | 'revision' | 'commit_id'> | null
  /** The path of a file that makes it impossible for this one to be there. */
  taken_by: string | null
}

export interface Author {
  id: string
  email: string
  full_name: string
}

const ROWS_AT_ONCE = 1_000

/** What a commit takes on disk next to its file: itself and the folders on the way. */
export const COMMIT_BYTES = 64 * 1024

const SOURCE = appSources.columns()
const FILE = sourceFiles.columns()

const sourceOf = prepared<SourceRow>('app_source', `select ${SOURCE} from app_sources where app_id = $1`)

const fileAt = prepared<SourceFileRow>(
  'app_source_file',
  `select ${FILE} from app_source_files where app_id = $1 and path = $2`,
)

// $2 the path, $3 as it is folded, $4 the folders on the way, $5 as they are folded. In the way are: the same path in
// other letters, a folder of this name, a file that would have to be a folder, a folder in other letters. `0` is the
// character after the slash.
const placeOf = prepared<SourceRow & Record<`file_${string}`, unknown> & { taken_by: string | null }>(
  'app_source_place',
  `select ${appSources.columns('s')},
          f.blob_id as file_blob_id, f.size as file_size, f.revision as file_revision,
          f.commit_id as file_commit_id,
          coalesce(
            (select o.path from app_source_files o
              where o.app_id = s.app_id and o.folded = $3 and o.path <> $2),
            (select o.path from app_source_files o
              where o.app_id = s.app_id and o.folded >= $3 || '/' and o.folded < $3 || '0' limit 1),
            (select o.path from app_source_files o where o.app_id = s.app_id and o.folded = any($5) limit 1),
            (select o.path
               from unnest($4::text[], $5::text[]) as way(path, folded)
               cross join lateral (
                 select i.path from app_source_files i
                  where i.app_id = s.app_id and i.folded >= way.folded || '/' and i.folded < way.folded || '0'
                  limit 1) o
              where not starts_with(o.path, way.path || '/')
              limit 1)) as taken_by
     from app_sources s
     left join app_source_files f on f.app_id = s.app_id and f.path = $2
    where s.app_id = $1`,
)

export const sourceStore = (db: Db) => ({
  async find(appId: string): Promise<SourceRow | undefined> {
    const [row] = await sourceOf(db, [appId])
    return row
  },
  async findFile(appId: string, path: string): Promise<SourceFileRow | undefined> {
    const [row] = await fileAt(db, [appId, path])
    return row
  },
  async look(
    appId: string,
    path: { path: string; folded: string },
    folders: { paths: readonly string[]; folded: readonly string[] },
  ): Promise<Place> {
    const [row] = await placeOf(db, [appId, path.path, path.folded, folders.paths, folders.folded])
    if (!row) return { source: null, file: null, taken_by: null }
    const { file_blob_id, file_size, file_revision, file_commit_id, taken_by, ...source } = row
    const file =
      file_blob_id === null
        ? null
        : {
            blob_id: String(file_blob_id),
            size: Number(file_size),
            revision: Number(file_revision),
            commit_id: String(file_commit_id),
          }
    return { source, file, taken_by }
  },
  /** By path; those below a folder when one is given. */
  async list(
    appId: string,
    under: string | undefined,
    after: string | undefined,
    limit: number,
  ): Promise<SourceFileRow[]> {
    const { rows } = await sql<SourceFileRow>`
      select ${sql.raw(FILE)} from app_source_files
       where app_id = ${appId} and path > ${after ?? ''}
         and ${under === undefined ? sql`true` : sql`path > ${`${under}/`} and path < ${`${under}0`}`}
       order by path limit ${limit}`.execute(db)
    return rows
  },
  /** The next revision, if the source is still as it was found; else undefined, and nothing happens. */
  async advance(
    appId: string,
    from: SourceRow | null,
    to: Pick<SourceRow, 'commit_id' | 'files' | 'bytes' | 'unswept_bytes'>,
  ): Promise<number | undefined> {
    const { commit_id, files, bytes, unswept_bytes } = to
    const { rows } = await (from
      ? sql<{ revision: number }>`
          update app_sources
             set revision = revision + 1, commit_id = ${commit_id}, files = ${files}, bytes = ${bytes},
                 unswept_bytes = ${unswept_bytes}
           where app_id = ${appId} and revision = ${from.revision} and epoch = ${from.epoch} and not is_deleted
          returning revision`
      : sql<{ revision: number }>`
          insert into app_sources (app_id, revision, commit_id, files, bytes, unswept_bytes)
          values (${appId}, 1, ${commit_id}, ${files}, ${bytes}, ${unswept_bytes})
          on conflict do nothing
          returning revision`
    ).execute(db)
    return rows[0]?.revision
  },
  async putFile(file: SourceFileRow): Promise<void> {
    const { app_id, path, folded, blob_id, size, revision, commit_id, updated_date } = file
    await sql`
      insert into app_source_files (app_id, path, folded, blob_id, size, revision, commit_id, updated_date)
      values (${app_id}, ${path}, ${folded}, ${blob_id}, ${size}, ${revision}, ${commit_id}, ${updated_date})
      on conflict (app_id, path) do update
         set blob_id = excluded.blob_id, size = excluded.size, revision = excluded.revision,
             commit_id = excluded.commit_id, updated_date = excluded.updated_date`.execute(db)
  },
  async putFiles(files: readonly SourceFileRow[]): Promise<void> {
    for (let at = 0; at < files.length; at += ROWS_AT_ONCE) {
      await sql`
        insert into app_source_files (${sql.raw(FILE)})
        select ${sql.raw(FILE)}
          from json_populate_recordset(null::app_source_files, ${JSON.stringify(files.slice(at, at + ROWS_AT_ONCE))}::json)
        on conflict (app_id, path) do update
           set blob_id = excluded.blob_id, size = excluded.size, revision = excluded.revision,
               commit_id = excluded.commit_id, updated_date = excluded.updated_date`.execute(db)
    }
  },
  async deleteFiles(appId: string, paths: readonly string[]): Promise<void> {
    await sql`delete from app_source_files where app_id = ${appId} and path = any(${paths})`.execute(db)
  },
  /** Somebody as the author of a commit. */
  async findAuthor(userId: string): Promise<Author | null> {
    const { rows } = await sql<Author>`
      select id, email, full_name from users where id = ${userId}`.execute(db)
    return rows[0] ?? null
  },
  async deleteFile(appId: string, path: string): Promise<void> {
    await sql`delete from app_source_files where app_id = ${appId} and path = ${path}`.execute(db)
  },
  /** Anyone who changes the code waits until the end of the transaction; null when it can have none any more. */
  async claim(appId: string): Promise<SourceRow | null> {
    await sql`
      insert into app_sources (app_id, revision, commit_id, files, bytes)
      select id, 0, '', 0, 0 from apps where id = ${appId} and deleted_at is null
      on conflict do nothing`.execute(db)
    const { rows } = await sql<SourceRow>`
      select ${sql.raw(SOURCE)} from app_sources where app_id = ${appId} and not is_deleted for update`.execute(
      db,
    )
    return rows[0] ?? null
  },
  /** Until the end of the transaction nobody's commit counts; those that were being written have to start again. */
  async holdBack(appId: string): Promise<string | undefined> {
    const { rows } = await sql<{ commit_id: string }>`
      update app_sources set epoch = epoch + 1 where app_id = ${appId} and not is_deleted
      returning commit_id`.execute(db)
    return rows[0]?.commit_id
  },
  /** From now on no commit of it counts, also no first one. */
  async markDeleted(appId: string): Promise<void> {
    await sql`
      insert into app_sources (app_id, revision, commit_id, files, bytes, is_deleted)
      select id, 0, '', 0, 0, true from apps where id = ${appId}
      on conflict (app_id) do update set is_deleted = true`.execute(db)
    await sql`delete from app_source_files where app_id = ${appId}`.execute(db)
  },
})
