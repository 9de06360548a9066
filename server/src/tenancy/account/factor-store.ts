/** Second factors: the secret of an authenticator app, recovery codes, and how often a code was wrong. */
import type { Db } from '../../platform/database/db.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { bigint, bytes, integer, table, text, time } from '../../platform/database/table.ts'

const NOT_ARCHIVED = 'a second factor stays on this installation'

export const totpFactors = table(
  'totp_factors',
  {
    user_id: text(),
    sealed_secret: text(),
    created_date: time(),
    confirmed_date: time().nullable(),
    last_step: bigint().nullable(),
  },
  { key: ['user_id'], notArchived: NOT_ARCHIVED },
)

export const recoveryCodes = table(
  'recovery_codes',
  { user_id: text(), code_hash: bytes() },
  { key: ['user_id', 'code_hash'], notArchived: NOT_ARCHIVED },
)

export const secondFactorTries = table(
  'second_factor_tries',
  { user_id: text(), tries: integer(), tries_from: time() },
  { key: ['user_id'], notArchived: 'a count of this hour' },
)

export interface Factors {
  /** Null unless it was confirmed. */
  sealed_secret: string | null
  recovery_codes: number
  passkeys: number
}

const factorsOf = prepared<Factors>(
  'factors_of_user',
  `select (select sealed_secret from totp_factors where user_id = $1 and confirmed_date is not null) as sealed_secret,
          (select count(*)::int from recovery_codes where user_id = $1) as recovery_codes,
          (select count(*)::int from passkeys where user_id = $1) as passkeys`,
)

const putPending = prepared<{ user_id: string }>(
  'put_pending_totp',
  `insert into totp_factors as f (user_id, sealed_secret, created_date) values ($1, $2, $3)
   on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_date = excluded.created_date
     where f.confirmed_date is null
   returning user_id`,
)

const findPending = prepared<{ sealed_secret: string }>(
  'find_pending_totp',
  'select sealed_secret from totp_factors where user_id = $1 and confirmed_date is null and created_date > $2',
)

// Only the secret that was checked: another start may have replaced it in the meantime.
const confirmTotp = prepared<{ user_id: string }>(
  'confirm_totp',
  `update totp_factors set confirmed_date = $3, last_step = $4
    where user_id = $1 and sealed_secret = $2 and confirmed_date is null returning user_id`,
)

const useStep = prepared<{ user_id: string }>(
  'use_totp_step',
  `update totp_factors set last_step = $2
    where user_id = $1 and confirmed_date is not null and (last_step is null or last_step < $2) returning user_id`,
)

const removeTotp = prepared<{ user_id: string }>(
  'remove_totp',
  'delete from totp_factors where user_id = $1 and confirmed_date is not null returning user_id',
)

const insertCodes = prepared(
  'insert_recovery_codes',
  'insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])',
)

const useCode = prepared<{ user_id: string }>(
  'use_recovery_code',
  'delete from recovery_codes where user_id = $1 and code_hash = $2 returning user_id',
)

const findCode = prepared<{ user_id: string }>(
  'find_recovery_code',
  'select user_id from recovery_codes where user_id = $1 and code_hash = $2',
)

const dropCodes = prepared('drop_recovery_codes', 'delete from recovery_codes where user_id = $1')

// Counted before the code is compared, so that tries at the same moment count too.
const countTry = prepared<{ tries: number; tries_from: Date }>(
  'count_second_factor_try',
  `insert into second_factor_tries as t (user_id, tries, tries_from) values ($1, 1, $2)
   on conflict (user_id) do update
     set tries = case when t.tries_from > $2::timestamptz - interval '1 hour' then t.tries + 1 else 1 end,
         tries_from = case when t.tries_from > $2::timestamptz - interval '1 hour' then t.tries_from else $2 end
   returning tries, tries_from`,
)

const deleteTries = prepared(
  'forget_second_factor_tries',
  'delete from second_factor_tries where user_id = $1',
)

// One change of a person's factors at a time: whether the codes are needed depends on all of them.
const lockUser = prepared('lock_user_for_factors', 'select id from users where id = $1 for update')

export const factorStore = (db: Db) => ({
  async lock(userId: string): Promise<void> {
    await lockUser(db, [userId])
  },
  async find(userId: string): Promise<Factors> {
    const [row] = await factorsOf(db, [userId])
    return row ?? { sealed_secret: null, recovery_codes: 0, passkeys: 0 }
  },
  /** False when there is a confirmed one. */
  async putPending(userId: string, sealedSecret: string, now: Date): Promise<boolean> {
    return (await putPending(db, [userId, sealedSecret, now])).length > 0
  },
  async findPending(userId: string, startedAfter: Date): Promise<string | undefined> {
    const [row] = await findPending(db, [userId, startedAfter])
    return row?.sealed_secret
  },
  async confirm(userId: string, sealedSecret: string, now: Date, step: number): Promise<boolean> {
    return (await confirmTotp(db, [userId, sealedSecret, now, step])).length > 0
  },
  /** True for one only, of all who come with the same code. */
  async useStep(userId: string, step: number): Promise<boolean> {
    return (await useStep(db, [userId, step])).length > 0
  },
  async removeTotp(userId: string): Promise<boolean> {
    return (await removeTotp(db, [userId])).length > 0
  },
  async replaceCodes(userId: string, hashes: readonly Buffer[]): Promise<void> {
    await dropCodes(db, [userId])
    await insertCodes(db, [userId, hashes])
  },
  async dropCodes(userId: string): Promise<void> {
    await dropCodes(db, [userId])
  },
  async hasCode(userId: string, hash: Buffer): Promise<boolean> {
    return (await findCode(db, [userId, hash])).length > 0
  },
  /** True for one only, of all who come with it at once. */
  async useCode(userId: string, hash: Buffer): Promise<boolean> {
    return (await useCode(db, [userId, hash])).length > 0
  },
  async countTry(userId: string, now: Date): Promise<{ tries: number; tries_from: Date }> {
    const [row] = await countTry(db, [userId, now])
    return row ?? { tries: 1, tries_from: now }
  },
  async deleteTries(userId: string): Promise<void> {
    await deleteTries(db, [userId])
  },
})
