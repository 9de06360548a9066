import type { SealedColumn } from '../../../platform/sealing/sealed-texts.ts'
import type { Secrets } from '../../../platform/secrets.ts'

export const sealedTokens: readonly SealedColumn[] = [
  { table: 'repositories', column: 'access_token', key: 'app_id', purpose },
]

export function sealToken(secrets: Secrets, appId: string, token: string): string {
  return secrets.encrypt(purpose(appId), token)
}

export function openToken(secrets: Secrets, appId: string, sealed: string): string {
  return secrets.decrypt(purpose(appId), sealed)
}

function purpose(appId: string): string {
  return `repository ${appId}`
}
