import type { SealedColumn } from '../../../platform/sealing/sealed-texts.ts'
import type { Secrets } from '../../../platform/secrets.ts'

/** What lets an app into a service. */
export interface Credentials {
  /** Null for API keys, which stand in `values`. */
  access_token: string | null
  refresh_token: string | null
  /** Of secret fields, by name. */
  values: Record<string, string>
}

export const sealedCredentials: readonly SealedColumn[] = [
  { table: 'connections', column: 'credentials', purpose },
]

/** Encrypted for this connection only, so that rows cannot be swapped. */
export function sealCredentials(secrets: Secrets, connectionId: string, credentials: Credentials): string {
  return secrets.encrypt(purpose(connectionId), JSON.stringify(credentials))
}

export function openCredentials(secrets: Secrets, connectionId: string, sealed: string): Credentials {
  return JSON.parse(secrets.decrypt(purpose(connectionId), sealed)) as Credentials
}

function purpose(id: string): string {
  return `connection ${id}`
}
