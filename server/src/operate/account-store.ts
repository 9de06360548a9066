import type { Db } from '../platform/database/db.ts'

type Tables = {
  totp_factors: { user_id: string }
  passkeys: { user_id: string }
  recovery_codes: { user_id: string }
  second_factor_tries: { user_id: string }
  mails: {
    id: string
    workspace_id: string | null
    recipient: string
    subject: string
    sealed_text: string | null
    status: string
    created_date: Date
  }
}

export const accountOperatorStore = (db: Db) => {
  const q = db.$extendTables<Tables>()
  const remove = async (
    table: 'totp_factors' | 'passkeys' | 'recovery_codes' | 'second_factor_tries',
    id: string,
  ) => {
    const { numDeletedRows } = await q.deleteFrom(table).where('user_id', '=', id).executeTakeFirst()
    return Number(numDeletedRows)
  }
  return {
    async removeFactors(userId: string) {
      const authenticator_apps = await remove('totp_factors', userId)
      const passkeys = await remove('passkeys', userId)
      const recovery_codes = await remove('recovery_codes', userId)
      await remove('second_factor_tries', userId)
      return { authenticator_apps, passkeys, recovery_codes }
    },
    async newestMail(email: string) {
      const row = await q
        .selectFrom('mails')
        .select(['id', 'subject', 'sealed_text', 'created_date'])
        .where('recipient', '=', email)
        .where('workspace_id', 'is', null)
        .where('status', '=', 'kept')
        .orderBy('created_date', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.sealed_text ? { ...row, sealed_text: row.sealed_text } : undefined
    },
  }
}
