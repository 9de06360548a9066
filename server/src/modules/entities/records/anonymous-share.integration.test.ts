/** How much callers without a credential write in a day, and how often they ask in a minute. */
import { operations } from '@atrium/contract'
import { expect, test } from 'vitest'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { QUOTAS } from '../../../tenancy/quotas/usual-quotas.ts'

const LIMITS = {
  'address.anonymous_records_a_day': 3,
  'address.anonymous_record_bytes_a_day': 20 * 1024,
  'app.anonymous_records_a_day': 5,
}
const app = useApp({ trust_proxy: true, quotas: { ...QUOTAS, ...LIMITS } })
const { owner } = useTeam(app)

async function scene(quotas?: Record<string, number>) {
  const person = quotas ? await app.make.person('owner', await app.make.workspace({ quotas })) : owner
  const { id: app_id } = await app.make.app(person, { public_settings: 'public_without_login' })
  const properties = { name: { type: 'string' }, text: { type: 'string' } }
  await app.as(person).schemas.set({ app_id, name: 'Note' }, { properties })
  const at = { app_id, entity_name: 'Note' }
  const send = async (address: string, method: string, path: string, body: unknown) => {
    const answer = await fetch(`${app.baseUrl}/api/apps/${app_id}/entities/Note${path}`, {
      method,
      headers: {
        'x-forwarded-for': address,
        ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      body: body instanceof FormData ? body : JSON.stringify(body),
    })
    const { code, quota } = (await answer.json()) as { code?: string; quota?: string }
    return answer.ok ? 'ok' : [answer.status, code, quota, Number(answer.headers.get('retry-after')) > 0]
  }
  return { at, send, person }
}
const refused = (quota: keyof typeof QUOTAS) => [429, 'daily_quota_exceeded', quota, true]
const file = () => {
  const form = new FormData()
  form.set('file', new File(['name\nb\n'], 'notes.csv'))
  return form
}

test('an address writes so many records a day, all addresses of an app together a few more', async () => {
  const { send } = await scene()
  const create = (address: string, count: number) =>
    send(
      address,
      'POST',
      '/bulk',
      Array.from({ length: count }, () => ({ name: 'a' })),
    )
  expect(await create('192.0.2.1', 2)).toBe('ok')
  expect(await create('2001:db8::1', 3)).toBe('ok')
  // Of the same network.
  expect(await create('2001:db8::2', 1)).toEqual(refused('address.anonymous_records_a_day'))
  expect(await create('192.0.2.2', 1)).toEqual(refused('app.anonymous_records_a_day'))
})

test('whatever would be written counts, and members are not bound by it', async () => {
  const { at, send, person } = await scene()
  const { id } = await app.as(person).records.create(at, { name: 'first' })
  const fill = Array.from({ length: 3 }, (_, n) => ({ name: `n${n}` }))
  expect(await send('192.0.2.1', 'POST', '/bulk', fill)).toBe('ok')
  for (const [method, path, body] of [
    ['POST', '', { name: 'b' }],
    ['POST', '/bulk', [{ name: 'b' }]],
    ['POST', '/upsert', { key: 'name', records: [{ name: 'b' }] }],
    ['POST', '/import', file()],
  ] as const)
    expect(await send('192.0.2.1', method, path, body)).toEqual(refused('address.anonymous_records_a_day'))
  const text = 'x'.repeat(10_000)
  expect(await send('192.0.2.1', 'PUT', `/${id}`, { text })).toBe('ok')
  const many = { query: {}, data: { $set: { text } } }
  for (const [method, path, body] of [
    ['PATCH', '/update-many', many],
    ['PUT', `/${id}`, { text }],
    ['PUT', '/bulk', [{ id, text }]],
  ] as const)
    expect(await send('192.0.2.1', method, path, body)).toEqual(
      refused('address.anonymous_record_bytes_a_day'),
    )
  expect(await app.as(person).records.update_many(at, many)).toMatchObject({ updated: 4 })
})

test('a workspace chooses the shares of its apps', async () => {
  const { send } = await scene({ 'address.anonymous_records_a_day': 1 })
  expect(await send('192.0.2.1', 'POST', '', { name: 'a' })).toBe('ok')
  expect(await send('192.0.2.1', 'POST', '', { name: 'a' })).toEqual(
    refused('address.anonymous_records_a_day'),
  )
})

test('callers without a credential have limits of their own, members have none', async () => {
  const { at, person } = await scene()
  const policy = async (method: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${app.baseUrl}/api/apps/${at.app_id}/entities/Note`, {
      method,
      headers: { 'x-forwarded-for': '192.0.2.9', ...headers },
    })
    await answer.arrayBuffer()
    return answer.headers.get('ratelimit-policy')
  }
  expect(operations.records.list).not.toHaveProperty('limit')
  expect(await policy('GET')).toBe('"anonymous.reads";q=1200;w=60')
  expect(await policy('POST')).toBe('"anonymous.writes";q=120;w=60')
  expect(await policy('GET', { authorization: `Bearer ${person.token}` })).toBeNull()
})
