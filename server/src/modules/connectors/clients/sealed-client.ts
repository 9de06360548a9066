import type { SealedColumn } from '../../../platform/sealing/sealed-texts.ts'
import type { Secrets } from '../../../platform/secrets.ts'

export const sealedClients: readonly SealedColumn[] = [
  { table: 'connector_clients', column: 'client_secret', purpose },
]

export function sealClientSecret(secrets: Secrets, id: string, value: string): string {
  return secrets.encrypt(purpose(id), value)
}

export function openClientSecret(secrets: Secrets, id: string, sealed: string): string {
  return secrets.decrypt(purpose(id), sealed)
}

function purpose(id: string): string {
  return `connector client ${id}`
}
