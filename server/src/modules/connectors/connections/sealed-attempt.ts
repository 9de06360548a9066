import type { SealedColumn } from '../../../platform/sealing/sealed-texts.ts'
import type { Secrets } from '../../../platform/secrets.ts'

/** What is kept of a started connection that nobody may see. */
export interface AttemptSecrets {
  /** Null where the service has no PKCE. */
  code_verifier: string | null
  /** Of secret fields, by name. */
  values: Record<string, string>
}

export const sealedAttempts: readonly SealedColumn[] = [
  { table: 'connection_attempts', column: 'sealed', purpose },
]

export function sealAttempt(secrets: Secrets, attemptId: string, kept: AttemptSecrets): string {
  return secrets.encrypt(purpose(attemptId), JSON.stringify(kept))
}

export function openAttempt(secrets: Secrets, attemptId: string, sealed: string): AttemptSecrets {
  return JSON.parse(secrets.decrypt(purpose(attemptId), sealed)) as AttemptSecrets
}

function purpose(id: string): string {
  return `connection attempt ${id}`
}
