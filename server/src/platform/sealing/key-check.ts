/** Whether SECRET_KEY is the key of this database, known by one text that is encrypted with it. */
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { table, text } from '../database/table.ts'
import type { Secrets } from '../secrets.ts'
import { type SealedColumn, sealedTexts } from './sealed-texts.ts'

export const secretCheck = table(
  'secret_check',
  { id: text(), sealed_text: text() },
  { key: ['id'], notArchived: 'the key of this database' },
)

export const KEY_CHECK: SealedColumn = {
  table: secretCheck.name,
  column: 'sealed_text',
  purpose: () => 'secret check',
}

/** Throws when no key of ours opens the check; returns whether there is one. The table may still be missing. */
export async function requireRightKey({ db, secrets }: { db: Db; secrets: Secrets }): Promise<boolean> {
  const sealed = await findCheck(db)
  if (sealed === undefined) return false
  if (!opens(secrets, sealed)) throw new Error(WRONG_KEY)
  return true
}

/** For a database without a check. When several nodes come at once, the check of the first one counts for all. */
export async function storeKeyCheck(deps: {
  db: Db
  secrets: Secrets
  sealed: readonly SealedColumn[]
}): Promise<void> {
  const { db, secrets, sealed } = deps
  // It may be older than the check.
  const counts = await countTexts(db, secrets, sealed)
  const isForeign =
    counts.some(({ all }) => all > 0) && counts.every(({ all, unreadable }) => all === unreadable)
  if (isForeign) throw new Error(WRONG_KEY)
  await sql`insert into secret_check (sealed_text) values (${makeCheck(secrets)}) on conflict do nothing`.execute(
    db,
  )
  await requireRightKey(deps)
}

/** After the loss of a key: from now on the present one is right. Returns what stays unreadable; null when it was right. */
export async function acceptKey(deps: {
  db: Db
  secrets: Secrets
  sealed: readonly SealedColumn[]
}): Promise<{ table: string; column: string; unreadable: number }[] | null> {
  const { db, secrets, sealed } = deps
  const check = await findCheck(db)
  const counts = await countTexts(db, secrets, sealed)
  const isRight =
    check === undefined ? counts.every(({ unreadable }) => unreadable === 0) : opens(secrets, check)
  if (isRight) return null
  await sql`insert into secret_check (sealed_text) values (${makeCheck(secrets)})
    on conflict (id) do update set sealed_text = excluded.sealed_text`.execute(db)
  return counts.filter(({ unreadable }) => unreadable > 0)
}

const WRONG_KEY =
  'SECRET_KEY (or DATA_DIR/secret.key) is not the key of this database: what is encrypted in it cannot be read. ' +
  'Nothing of that was changed. Start with the key it had, alone or behind a new one as "new,old". ' +
  'If that key is lost for good: npm run atrium -- key accept'

async function findCheck(db: Db): Promise<string | undefined> {
  const { rows: tables } = await sql`select where to_regclass('secret_check') is not null`.execute(db)
  if (tables.length === 0) return undefined
  const { rows } = await sql<{ sealed_text: string }>`select sealed_text from secret_check`.execute(db)
  return rows[0]?.sealed_text
}

function makeCheck(secrets: Secrets): string {
  return secrets.encrypt(KEY_CHECK.purpose('only'), 'This opens with the right key.')
}

function opens(secrets: Secrets, sealed: string): boolean {
  try {
    secrets.decrypt(KEY_CHECK.purpose('only'), sealed)
    return true
  } catch {
    return false // whatever is wrong with it, it does not open
  }
}

function countTexts(db: Db, { keyIds }: Secrets, sealed: readonly SealedColumn[]) {
  return Promise.all(
    sealed.map(async (one) => {
      const { table, column } = one
      return { table, column, ...(await sealedTexts(db, one).count(keyIds)) }
    }),
  )
}
