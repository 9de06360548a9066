/** Passkeys, and the challenges that were answered with one. */
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { bigint, bytes, type RowOf, table, text, texts, time } from '../../platform/database/table.ts'

export const passkeys = table(
  'passkeys',
  {
    id: text(),
    user_id: text(),
    credential_id: text(),
    public_key: bytes(),
    counter: bigint(),
    transports: texts(),
    name: text(),
    created_date: time(),
    last_used_at: time().nullable(),
  },
  { key: ['id'], notArchived: 'a passkey works at one address only' },
)
export type PasskeyRow = RowOf<typeof passkeys>

export const spentChallenges = table(
  'spent_challenges',
  { challenge_hash: bytes(), expires_at: time() },
  { key: ['challenge_hash'], notArchived: 'challenges are valid for minutes' },
)

const list = prepared<PasskeyRow>(
  'list_passkeys',
  `select ${passkeys.columns()} from passkeys where user_id = $1 order by created_date desc, id desc`,
)

const byCredential = prepared<PasskeyRow & { email: string }>(
  'passkey_by_credential',
  `select ${passkeys.columns('p')}, u.email from passkeys p join users u on u.id = p.user_id
    where p.credential_id = $1`,
)

const insert = prepared<{ id: string }>(
  'insert_passkey',
  `insert into passkeys (${passkeys.columns()}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   on conflict (credential_id) do nothing returning id`,
)

const rename = prepared<PasskeyRow>(
  'rename_passkey',
  `update passkeys set name = $3 where user_id = $1 and id = $2 returning ${passkeys.columns()}`,
)

const remove = prepared<{ name: string }>(
  'remove_passkey',
  'delete from passkeys where user_id = $1 and id = $2 returning name',
)

// A counter that does not grow is a copy, or an answer that came before.
const recordUse = prepared<{ id: string }>(
  'note_passkey_use',
  `update passkeys set counter = $2, last_used_at = $3
    where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
)

const spend = prepared<{ challenge_hash: Buffer }>(
  'spend_challenge',
  `insert into spent_challenges (challenge_hash, expires_at) values ($1, $2)
   on conflict do nothing returning challenge_hash`,
)

const deleteExpired = prepared(
  'delete_expired_challenges',
  'delete from spent_challenges where expires_at < $1',
)

export const passkeyStore = (db: Db) => ({
  async list(userId: string): Promise<PasskeyRow[]> {
    return list(db, [userId])
  },
  async findByCredential(credentialId: string) {
    const [row] = await byCredential(db, [credentialId])
    return row
  },
  /** False when somebody has it already. */
  async insert(row: PasskeyRow): Promise<boolean> {
    const { id, user_id, credential_id, public_key, counter, transports, name } = row
    const values = [id, user_id, credential_id, public_key, counter, transports, name]
    return (await insert(db, [...values, row.created_date, row.last_used_at])).length > 0
  },
  async rename(userId: string, id: string, name: string): Promise<PasskeyRow | undefined> {
    const [row] = await rename(db, [userId, id, name])
    return row
  },
  async remove(userId: string, id: string): Promise<{ name: string } | undefined> {
    const [row] = await remove(db, [userId, id])
    return row
  },
  async recordUse(id: string, counter: number, now: Date): Promise<boolean> {
    return (await recordUse(db, [id, counter, now])).length > 0
  },
  /** True for one only, of all who come with it at once. */
  async spend(challengeHash: Buffer, expiresAt: Date): Promise<boolean> {
    return (await spend(db, [challengeHash, expiresAt])).length > 0
  },
  async deleteExpired(before: Date): Promise<void> {
    await deleteExpired(db, [before])
  },
})
