import { type RawBuilder, sql } from 'kysely'
import type { ArchiveRow, ExportScope, ImportContext, LeftOut } from '../../platform/archive/collection.ts'
import type { Db } from '../../platform/database/db.ts'
import { isPasswordHash } from '../../platform/passwords/passwords.ts'

interface WithPassword {
  password?: string | undefined
  password_hash?: string | null | undefined
}

/** Hashes of the form that is checked here; no others, as nobody could sign in with them. */
export function requireHashes(rows: readonly ArchiveRow<WithPassword>[], { fail }: ImportContext): void {
  for (const { row, index } of rows) {
    if (typeof row.password_hash !== 'string') continue
    if (row.password !== undefined) fail(index, 'password_hash', 'There is a password already; leave one out')
    if (!isPasswordHash(row.password_hash))
      fail(index, 'password_hash', 'Input should be an argon2id hash of at most 256 MiB and 10 passes')
  }
}

/** How many passwords stay here, unless they were asked for; `of` names the rows that have one. */
export async function withoutPassword(
  db: Db,
  { with_passwords }: ExportScope,
  name: string,
  of: RawBuilder<unknown>,
): Promise<LeftOut[]> {
  if (with_passwords) return []
  const { rows } = await sql<{ count: number }>`select count(*)::float8 as count from ${of}`.execute(db)
  const reason = 'secrets: their hashes go out with --with-passwords only'
  return [{ name: `${name}.password_hash`, count: Number(rows[0]?.count ?? 0), reason }]
}
