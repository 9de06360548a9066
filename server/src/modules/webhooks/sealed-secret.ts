import type { SealedColumn } from '../../platform/sealing/sealed-texts.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** A rotation moves a secret from the first to the second. */
export const sealedSecrets: readonly SealedColumn[] = [
  { table: 'webhooks', column: 'secret', purpose },
  { table: 'webhooks', column: 'previous_secret', purpose },
]

/** A webhook's secret at rest: encrypted for this webhook only, so that rows cannot be swapped. */
export function sealSecret(secrets: Secrets, webhookId: string, secret: string): string {
  return secrets.encrypt(purpose(webhookId), secret)
}

export function openSecret(secrets: Secrets, webhookId: string, sealed: string): string {
  return secrets.decrypt(purpose(webhookId), sealed)
}

/** What the key of another database, or a lost one, encrypted does not. */
export function canOpenSecret(secrets: Secrets, webhookId: string, sealed: string): boolean {
  try {
    openSecret(secrets, webhookId, sealed)
    return true
  } catch {
    return false
  }
}

function purpose(webhookId: string): string {
  return `webhook ${webhookId}`
}
