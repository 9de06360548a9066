import type { SealedColumn } from '../../../platform/sealing/sealed-texts.ts'
import type { Secrets } from '../../../platform/secrets.ts'

export const sealedSecrets: readonly SealedColumn[] = [{ table: 'app_secrets', column: 'value', purpose }]

/** A secret at rest: encrypted for this row only, so that rows cannot be swapped. */
export function sealSecret(secrets: Secrets, id: string, value: string): string {
  return secrets.encrypt(purpose(id), value)
}

export function openSecret(secrets: Secrets, id: string, sealed: string): string {
  return secrets.decrypt(purpose(id), sealed)
}

function purpose(id: string): string {
  return `app secret ${id}`
}
