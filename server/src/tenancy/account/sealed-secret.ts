import type { SealedColumn } from '../../platform/sealing/sealed-texts.ts'
import type { Secrets } from '../../platform/secrets.ts'

export const sealedTotpSecrets: SealedColumn = {
  table: 'totp_factors',
  column: 'sealed_secret',
  key: 'user_id',
  purpose,
}

export function sealTotpSecret(secrets: Secrets, userId: string, secret: string): string {
  return secrets.encrypt(purpose(userId), secret)
}

export function openTotpSecret(secrets: Secrets, userId: string, sealed: string): string {
  return secrets.decrypt(purpose(userId), sealed)
}

function purpose(userId: string): string {
  return `totp ${userId}`
}
