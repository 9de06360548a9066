/** What an operation's data says of its Idempotency-Key is held for all of them alike, before anything is done. */
import { allOperations, KEY_HOURS, type Operation, takesStoredKey } from '@atrium/contract'
import { describe, expect, test } from 'vitest'
import { createValidator, type RequestParts } from '../src/platform/http/validation.ts'
import type { Identity } from '../src/platform/http/visitor.ts'
import { rowOf } from '../src/platform/idempotency/keyed-requests.ts'
import { keyStore } from '../src/platform/idempotency/store.ts'
import { useSharedApp } from './use-shared-app.ts'
import { useTeam } from './use-team.ts'

const app = useSharedApp()
const { owner } = useTeam(app)

const params = (operation: Operation): Record<string, string> =>
  Object.fromEntries(
    Object.keys(operation.params?.properties ?? {}).map((name) => [
      name,
      name === 'email' ? 'a@example.com' : ['number', 'version'].includes(name) ? '1' : 'unknown',
    ]),
  )

/** Else one is made up on the way. */
const LANGUAGE = { 'accept-language': 'de' }

const only = (headers: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)))

async function call(operation: Operation, key: string) {
  const at = params(operation)
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => at[name] ?? '')
  const body = operation.example?.body
  const response = await fetch(`${app.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${owner.token}`,
      'idempotency-key': key,
      ...LANGUAGE,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { code } = await response.json()
  return { status: response.status, code, retryAfter: response.headers.get('retry-after') }
}

/** As if the same request had come before, and were still being carried out; `is` changes what is stored of it. */
async function cameBefore(operation: Operation, key: string, is: { fingerprint?: Buffer } = {}) {
  const parts: RequestParts = {
    params: params(operation),
    query: {},
    headers: operation.headers && only(LANGUAGE, Object.keys(operation.headers.properties)),
    body: structuredClone(operation.example?.body),
  }
  createValidator(operation)(parts)
  const space = JSON.stringify([owner.id, owner.workspace_id, null, null])
  const now = app.clock.now()
  const caller = { keySpaceOf: () => space } as unknown as Identity
  const row = rowOf({ operation, caller, key, parts }, now)
  const lease_until = new Date(now.getTime() + 60_000)
  const oldest = new Date(now.getTime() - KEY_HOURS * 3_600_000)
  await keyStore(app.atrium.db).add({ ...row, holder: 'somebody', lease_until, ...is }, { now, oldest })
}

const keyed = allOperations.filter(takesStoredKey)

describe.each(keyed.map((operation) => [operation.name, operation] as const))('%s', (_name, operation) => {
  test('refuses a key that is none, of another request, or of one that is under way', async () => {
    expect(await call(operation, 'a b')).toMatchObject({ status: 422, code: 'validation_error' })
    const [other, same] = [`${operation.name}:other`, `${operation.name}:same`]
    await cameBefore(operation, other, { fingerprint: Buffer.alloc(32) })
    expect(await call(operation, other)).toMatchObject({ status: 409, code: 'idempotency_conflict' })
    await cameBefore(operation, same)
    const underWay = { status: 409, code: 'idempotency_in_progress', retryAfter: '1' }
    expect(await call(operation, same)).toEqual(underWay)
  })
})
