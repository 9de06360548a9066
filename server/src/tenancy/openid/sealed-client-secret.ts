import type { SealedColumn } from '../../platform/sealing/sealed-texts.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** Of the provider of a workspace, known by the workspace, or of an app, known by its own id. */
export const sealedClientSecrets: readonly SealedColumn[] = [
  { table: 'workspace_openid', column: 'client_secret', key: 'workspace_id', purpose },
  { table: 'app_providers', column: 'client_secret', purpose },
]

export function openClientSecret(secrets: Secrets, id: string, sealed: string | null): string | null {
  return sealed === null ? null : secrets.decrypt(purpose(id), sealed)
}

export interface Client {
  issuer: string
  client_id: string
  client_secret: string | null
}

/**
 * The secret to store. One that is not sent stays only where it goes to the same place: nobody who may set a provider can
 * have a secret sent to another one without knowing it.
 */
export function nextClientSecret(
  secrets: Secrets,
  id: string,
  before: Client | undefined,
  sent: { issuer: string; client_id: string; client_secret?: string | null },
): string | null {
  if (sent.client_secret) return secrets.encrypt(purpose(id), sent.client_secret)
  if (sent.client_secret === null || !before || !isSameClient(before, sent)) return null
  return before.client_secret
}

/** Subjects of people may differ between clients, so that links to accounts do not outlive them. */
export function isSameClient(
  before: Pick<Client, 'issuer' | 'client_id'>,
  sent: Pick<Client, 'issuer' | 'client_id'>,
): boolean {
  return before.issuer === sent.issuer && before.client_id === sent.client_id
}

function purpose(id: string): string {
  return `sign-in client ${id}`
}
