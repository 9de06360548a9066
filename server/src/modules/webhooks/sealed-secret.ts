import type { Secrets } from '../../platform/secrets.ts'

/** A webhook's secret at rest: encrypted for this webhook only, so that rows cannot be swapped. */
export function sealSecret(secrets: Secrets, webhookId: string, secret: string): string {
  return secrets.encrypt(`webhook ${webhookId}`, secret)
}

export function openSecret(secrets: Secrets, webhookId: string, sealed: string): string {
  return secrets.decrypt(`webhook ${webhookId}`, sealed)
}
