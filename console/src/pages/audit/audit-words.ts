import type { AuditEntry } from '@atrium/sdk'

/** Who did it, in words where no person is known. */
export function actorOf({ actor_email, credential_kind, address, detail }: AuditEntry): string {
  if (actor_email) return actor_email
  if (credential_kind === 'workspace_key') return 'A workspace key'
  if (detail.by === 'operator') return 'The operator'
  return address ? 'Not signed in' : 'Atrium itself'
}

/** What a person calls the target; its id where nothing else is known. */
export function targetOf({ detail, target_id }: AuditEntry): string {
  const called = [detail.name, detail.email].find((text) => typeof text === 'string' && text !== '')
  return typeof called === 'string' ? called : target_id
}
