import type { PasskeyRow } from './passkey-store.ts'

export function presentPasskey({ id, name, created_date, last_used_at }: PasskeyRow) {
  return { id, name, created_date, last_used_at }
}

/** As a browser takes it. */
export function describePasskey({ credential_id: id, transports }: PasskeyRow) {
  return { id, type: 'public-key' as const, transports }
}
