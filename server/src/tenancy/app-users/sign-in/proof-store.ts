/** Codes and links that were mailed: anyone who has one, has the mailbox. */
import { OneOf } from '@atrium/contract'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { integer, type RowOf, table, text, time } from '../../../platform/database/table.ts'
import { isLetIn } from '../../access/store.ts'

export const appUserProofs = table(
  'app_user_proofs',
  {
    app_id: text(),
    user_id: text(),
    purpose: text(OneOf(['verify', 'reset', 'magic_link'])),
    proof: text(),
    tries: integer(),
    expires_at: time(),
    sends: integer(),
    sends_from: time(),
  },
  { key: ['app_id', 'user_id', 'purpose'], notArchived: 'codes and links are valid for a short time' },
)
export type ProofKey = Pick<RowOf<typeof appUserProofs>, 'app_id' | 'user_id' | 'purpose'>
export type Purpose = ProofKey['purpose']

export interface LinkOwner {
  user_id: string
  purpose: LinkPurpose
  email: string
  workspace_id: string
  is_let_in: boolean
}

export type LinkPurpose = Exclude<Purpose, 'verify'>

export const TRIES = 5
export const SENDS_PER_HOUR = 5

const putProof = prepared<{ user_id: string }>(
  'put_app_user_proof',
  `insert into app_user_proofs as p (app_id, user_id, purpose, proof, expires_at, sends_from)
   values ($1, $2, $3, $4, $5, $6)
   on conflict (app_id, user_id, purpose) do update
     set proof = excluded.proof, tries = 0, expires_at = excluded.expires_at,
         sends = case when p.sends_from > $6::timestamptz - interval '1 hour' then p.sends + 1 else 1 end,
         sends_from = case when p.sends_from > $6::timestamptz - interval '1 hour' then p.sends_from else $6 end
     where p.sends < ${SENDS_PER_HOUR} or p.sends_from <= $6::timestamptz - interval '1 hour'
   returning user_id`,
)

// Counted before it is compared, so that tries at the same moment count too.
const tryCode = prepared<{ user_id: string; workspace_id: string; proof: string; is_let_in: boolean }>(
  'try_app_user_code',
  `update app_user_proofs p set tries = tries + 1
     from app_users au join apps a on a.id = au.app_id
    where au.app_id = $1 and au.email = $2 and a.deleted_at is null
      and p.app_id = au.app_id and p.user_id = au.user_id and p.purpose = 'verify'
      and p.tries < ${TRIES} and p.expires_at > $3
   returning p.user_id, a.workspace_id, p.proof, ${isLetIn('a', 'au.email', 'au.invited_date')} as is_let_in`,
)

const findLink = prepared<LinkOwner>(
  'app_user_link',
  `select p.user_id, p.purpose, au.email, a.workspace_id, ${isLetIn('a', 'au.email', 'au.invited_date')} as is_let_in
     from app_user_proofs p join apps a on a.id = p.app_id
          join app_users au on au.app_id = p.app_id and au.user_id = p.user_id
    where p.proof = $2 and p.purpose <> 'verify' and p.app_id = $1 and p.expires_at > $3 and a.deleted_at is null`,
)

const useProof = prepared<{ user_id: string }>(
  'use_app_user_proof',
  `delete from app_user_proofs where app_id = $1 and user_id = $2 and purpose = $3 and proof = $4
   returning user_id`,
)

const dropProofs = prepared(
  'drop_app_user_proofs',
  'delete from app_user_proofs where app_id = $1 and user_id = $2',
)

const deleteExpired = prepared(
  'delete_expired_app_user_proofs',
  'delete from app_user_proofs where expires_at < $1',
)

export const proofStore = (db: Db) => ({
  /** In place of the one before; false when as many were sent as may be. */
  async put({ app_id, user_id, purpose }: ProofKey, proof: string, expiresAt: Date, now: Date) {
    return (await putProof(db, [app_id, user_id, purpose, proof, expiresAt, now])).length > 0
  },
  async tryCode(appId: string, email: string, now: Date) {
    const [row] = await tryCode(db, [appId, email, now])
    return row
  },
  /** Whose link it is, of whichever purpose. */
  async findLink(appId: string, proof: string, now: Date): Promise<LinkOwner | undefined> {
    const [row] = await findLink(db, [appId, proof, now])
    return row
  },
  /** True for one only, of all who come with it at once. */
  async use({ app_id, user_id, purpose }: ProofKey, proof: string): Promise<boolean> {
    return (await useProof(db, [app_id, user_id, purpose, proof])).length > 0
  },
  async dropAll(appId: string, userId: string): Promise<void> {
    await dropProofs(db, [appId, userId])
  },
  async deleteExpired(before: Date): Promise<void> {
    await deleteExpired(db, [before])
  },
})
