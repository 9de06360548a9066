import type { AuditEntry } from '@atrium/sdk'
import { expect, test } from 'vitest'
import { actorOf, targetOf } from './audit-words.ts'

const ENTRY: AuditEntry = {
  ...{ id: 'aud_1', created_date: '2026-11-15T09:30:00.000Z', action: 'session.create_failed' },
  ...{ actor_id: null, actor_email: null, credential_kind: null, credential_id: null },
  ...{ address: null, request_id: null, app_id: null, target_type: 'user', target_id: 'usr_1', detail: {} },
}

test.each([
  [{ actor_email: 'ada@example.com', address: '127.0.0.1' }, 'ada@example.com'],
  [{ credential_kind: 'workspace_key', address: '127.0.0.1' }, 'A workspace key'],
  [{ detail: { by: 'operator' } }, 'The operator'],
  [{ credential_kind: 'none', address: '127.0.0.1' }, 'Not signed in'],
  [{ address: '127.0.0.1' }, 'Not signed in'],
  [{}, 'Atrium itself'],
])('the actor of %j is %s', (change, words) => {
  expect(actorOf({ ...ENTRY, ...change })).toBe(words)
})

test.each([
  [{ name: 'Orders', email: 'ada@example.com' }, 'Orders'],
  [{ email: 'ada@example.com' }, 'ada@example.com'],
  [{ name: 3 }, 'usr_1'],
  [{}, 'usr_1'],
])('the target with %j is called %s', (detail, words) => {
  expect(targetOf({ ...ENTRY, detail })).toBe(words)
})
