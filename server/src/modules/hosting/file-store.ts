import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { ContentRow, RevisionFileRow } from './tables.ts'
import { siteRevisionFiles } from './tables.ts'

/** How a content is stored: as it was sent, or compressed. */
export type Form = 'bytes' | 'brotli' | 'gzip'

/** A file of a revision as it is served; the sizes of its compressed forms are null where there are none. */
export interface ServedFile {
  path: string
  hash: string
  content_type: string
  size: number
  brotli: number | null
  gzip: number | null
}

const filesOfRevision = prepared<ServedFile>(
  'site_files_of_revision',
  `select f.path, f.hash, f.content_type, c.size,
          octet_length(c.brotli) as brotli, octet_length(c.gzip) as gzip
     from site_revision_files f join site_files c on c.hash = f.hash
    where f.revision_id = $1`,
)

const READ: Record<Form, ReturnType<typeof prepared<{ part: Buffer }>>> = {
  bytes: readPart('bytes'),
  brotli: readPart('brotli'),
  gzip: readPart('gzip'),
}

function readPart(form: Form) {
  return prepared<{ part: Buffer }>(
    `site_file_${form}`,
    `select substring(${form} from $2::integer for $3::integer) as part from site_files where hash = $1`,
  )
}

export const siteFileStore = (db: Db) => ({
  async listOfRevision(revisionId: string): Promise<ServedFile[]> {
    return filesOfRevision(db, [revisionId])
  },
  /** Null when the content is gone. */
  async readPart(hash: string, form: Form, start: number, length: number): Promise<Buffer | null> {
    const [row] = await READ[form](db, [hash, start + 1, length])
    return row?.part ?? null
  },
  async has(revisionId: string, path: string): Promise<boolean> {
    const { rows } = await sql`
      select from site_revision_files where revision_id = ${revisionId} and path = ${path}`.execute(db)
    return rows.length > 0
  },
  /** Those of the hashes that are stored already. */
  async findStored(hashes: readonly string[]): Promise<Set<string>> {
    const { rows } = await sql<{ hash: string }>`
      select hash from site_files where hash = any(${[...hashes]})`.execute(db)
    return new Set(rows.map(({ hash }) => hash))
  },
  async insertContent({ hash, size, bytes, brotli, gzip, sent_date }: ContentRow): Promise<void> {
    await sql`
      insert into site_files (hash, size, bytes, brotli, gzip, sent_date)
      values (${hash}, ${size}, ${bytes}, ${brotli}, ${gzip}, ${sent_date})
      on conflict (hash) do update set sent_date = excluded.sent_date`.execute(db)
  },
  /** Returns how many of them are still stored, which from now on they stay. */
  async touch(hashes: readonly string[], now: Date): Promise<number> {
    const { rows } = await sql`
      update site_files set sent_date = ${now} where hash = any (array(
        select hash from site_files where hash = any(${[...hashes]}) order by hash for update))
      returning 1`.execute(db)
    return rows.length
  },
  async insertFiles(rows: readonly RevisionFileRow[]): Promise<void> {
    await siteRevisionFiles.insertNew(db, rows)
  },
  /** Deletes some contents that no revision has and that were not sent since; returns how many. */
  async purge(before: Date, limit: number): Promise<number> {
    const { rows } = await sql`
      delete from site_files where hash = any (array(
        select c.hash from site_files c
         where c.sent_date < ${before}
           and not exists (select from site_revision_files f where f.hash = c.hash)
         limit ${limit} for update skip locked))
        and not exists (select from site_revision_files f where f.hash = site_files.hash)
      returning 1`.execute(db)
    return rows.length
  },
})
