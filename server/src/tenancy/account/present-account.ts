import type { Db } from '../../platform/database/db.ts'
import { accountStore } from './account-store.ts'
import { factorStore } from './factor-store.ts'

export async function presentAccount(db: Db, userId: string) {
  const { email, full_name, password_hash } = await accountStore(db).get(userId)
  const { sealed_secret, recovery_codes, passkeys } = await factorStore(db).find(userId)
  return {
    id: userId,
    email,
    full_name,
    has_password: password_hash !== null,
    has_totp: sealed_secret !== null,
    passkeys,
    recovery_codes_left: recovery_codes,
  }
}
