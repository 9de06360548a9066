import { afterEach, expect, test, vi } from 'vitest'
import { invalidAt, refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { type OpenApp, serviceCaller } from '../../../tenancy/access/caller.ts'
import { addConnection, KEY, useConnectedApp } from '../test/connected-app.ts'

const app = useApp({ outbound_allow: ['127.0.0.0/8'] })
const { owner, editor, viewer, stranger } = useTeam(app)
const { service, scene } = useConnectedApp(app, owner)
const connectors = (who = editor) => app.as(who).connectors
const call = (body: Parameters<ReturnType<typeof connectors>['call']>[1]) => connectors().call(scene, body)

afterEach(() => {
  vi.restoreAllMocks()
})

test('only editors of the app call, test and see calls', async () => {
  const acts = [
    (who: typeof owner) => connectors(who).call(scene, { path: '/x' }),
    (who: typeof owner) => connectors(who).test(scene),
    (who: typeof owner) => connectors(who).list_calls({ app_id: scene.app_id }),
  ]
  for (const act of acts) {
    await expect(act(viewer)).rejects.toEqual(refusal(403, 'editor_required'))
    await expect(act(stranger)).rejects.toEqual(refusal(404, 'app_not_found'))
  }
  expect(service.calls).toEqual([])
})

test('a user of the app itself does not call', async () => {
  const user = await app.make.appUser({ id: scene.app_id })
  await expect(app.as(user.token).connectors.call(scene, { path: '/x' })).rejects.toMatchObject({
    status: 403,
  })
})

test('unknown connectors, missing and ended connections are refused', async () => {
  const at = (integration_type: string) => ({ ...scene, integration_type })
  await addConnection(app, scene.app_id, 'sandbox-oauth', { status: 'expired' })
  const { id: other } = await app.make.app(owner)
  for (const act of [
    (place: typeof scene) => connectors().call(place, { path: '/x' }),
    (place: typeof scene) => connectors().test(place),
  ]) {
    await expect(act(at('nothing'))).rejects.toEqual(refusal(404, 'integration_not_found'))
    await expect(act({ ...scene, app_id: other })).rejects.toEqual(refusal(404, 'connection_not_found'))
    await expect(act(at('sandbox-oauth'))).rejects.toEqual(refusal(409, 'connection_not_active'))
  }
})

test('a connector that another workspace has made is unknown', async () => {
  const definition = JSON.stringify({ auth: { mode: 'api_key' } })
  await app.sql`insert into custom_connectors (id, workspace_id, integration_type, definition, created_date, updated_date)
    values ('cco_theirs', ${stranger.workspace_id}, 'theirs', ${definition}::json, now(), now())`
  await expect(connectors().call({ ...scene, integration_type: 'theirs' }, { path: '/x' })).rejects.toEqual(
    refusal(404, 'integration_not_found'),
  )
})

test('what would leave the address of the service is refused before anything is sent or noted', async () => {
  await expect(call({ path: '/../admin' })).rejects.toMatchObject(invalidAt('body', 'path'))
  await expect(call({ path: '/x', headers: { Host: 'evil' } })).rejects.toMatchObject(
    invalidAt('body', 'headers', 'Host'),
  )
  expect(service.calls).toEqual([])
  expect(await noted()).toEqual([])
})

test('the credential is added, and never comes back', async () => {
  service.says({ status: 201, headers: { 'x-echo': KEY, 'set-cookie': 'a=b' }, body: { sent: KEY, key: 1 } })
  const answer = await call({ method: 'POST', path: '/orders?x=1', query: { y: '2' }, body: { a: 1 } })
  expect(answer).toMatchObject({ status: 201, body: { sent: '[redacted]', key: 1 }, encoding: 'json' })
  expect(JSON.stringify(answer)).not.toContain(KEY)
  expect(answer.headers).not.toHaveProperty('set-cookie')
  expect(service.calls).toMatchObject([
    { method: 'POST', url: '/v1/orders?x=1&y=2', headers: { 'x-api-key': KEY }, body: '{"a":1}' },
  ])
})

test('the app itself calls, as one of its functions or workflows', async () => {
  service.says({ body: { ok: true } })
  const visitor = { request_id: 'req_own', address: '127.0.0.1' }
  const [row] =
    await app.sql<OpenApp>`select *, '{}'::jsonb as rate_limits from apps where id = ${scene.app_id}`
  const caller = serviceCaller(visitor, row as OpenApp, 'sync')
  const sent = await app.atrium.ownCalls.send(
    { depth: 1, caller },
    {
      method: 'POST',
      url: `/api/apps/${scene.app_id}/external-auth/integrations/service/call`,
      headers: { host: 'own', 'content-type': 'application/json' },
      body: Buffer.from('{"path":"/x"}'),
      address: visitor.address,
    },
  )
  expect(sent.status).toBe(200)
  await expect.poll(noted).toMatchObject([{ called_by: 'app' }])
})

test('a service that cannot be reached fails the call, and a read was tried three times', {
  tags: 'slow',
}, async () => {
  service.says('cut')
  await expect(call({ path: '/x' })).rejects.toEqual(refusal(502, 'connector_call_failed'))
  expect(service.calls).toHaveLength(3)
  await expect(call({ method: 'POST', path: '/x' })).rejects.toEqual(refusal(502, 'connector_call_failed'))
  expect(service.calls).toHaveLength(4)
  await expect.poll(noted).toMatchObject([
    { method: 'POST', attempts: 1, status: null, error_code: 'connector_call_failed' },
    { method: 'GET', attempts: 3, status: null, error_code: 'connector_call_failed' },
  ])
})

test('a service that does not answer in time fails the call', async () => {
  service.says('hold')
  const { setTimeout: usual } = globalThis
  const short = (work: () => void, ms?: number) =>
    usual(work, ms !== undefined && ms > 29_000 && ms <= 30_000 ? 50 : ms)
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(short as typeof setTimeout)
  await expect(call({ path: '/x' })).rejects.toEqual(refusal(504, 'connector_timed_out'))
})

test.each([
  [{ body: { ok: true } }, true],
  [{ status: 304 }, true],
  [{ body: { ok: false } }, false],
  [{ status: 302 }, false],
  [{ status: 404 }, false],
])('an answer that is %j is ok: %j', async (says, ok) => {
  service.says(says)
  expect(await call({ path: '/x' })).toMatchObject({ ok })
})

test('a service that asks for a minute is left alone for it, by all calls of the connection', async () => {
  service.says({ status: 429, headers: { 'retry-after': '60' } })
  expect(await call({ path: '/x' })).toMatchObject({ status: 429 })
  await expect(call({ path: '/y' })).rejects.toEqual(refusal(503, 'connector_busy'))
  expect(service.calls).toHaveLength(1)
  expect(await connectors().test(scene)).toMatchObject({ ok: false, status: null })
})

test('all pages of a list come as one, and count as one call', async () => {
  service.says({ body: { items: [1, 2], next: 'b' } }, { body: { items: [3], next: null } })
  expect(await call({ path: '/items', all_items: true })).toMatchObject({ body: [1, 2, 3], has_more: false })
  expect(service.calls.map(({ url }) => url)).toEqual(['/v1/items', '/v1/items?cursor=b'])
  await expect.poll(noted).toMatchObject([{ path: '/items', attempts: 2, status: 200 }])
})

test('calls are noted without what they carried', async () => {
  service.says({ body: { ok: false, error: 'secret words' } })
  await call({ method: 'PUT', path: `/${'x'.repeat(600)}?secret=words`, body: 'secret words' })
  await expect.poll(noted).toHaveLength(1)
  const [row] = await noted()
  expect(row).toMatchObject({ integration_type: 'service', status: 200, error_code: 'service_error' })
  expect(row).toMatchObject({ called_by: 'person', attempts: 1, path: `/${'x'.repeat(499)}` })
  expect(JSON.stringify(row)).not.toContain('secret')
})

test('a call that its caller broke off is no failure of the service', async () => {
  service.says({ status: 404 }, { status: 200 })
  await call({ path: '/missed' })
  await call({ path: '/left' })
  await expect.poll(noted).toHaveLength(2)
  await app.sql`update connector_calls set error_code = 'canceled', status = null where path = '/left'`
  const { app_id } = scene
  const failed = await connectors().list_calls({ app_id }, { failed: true })
  expect(failed.items.map(({ path }) => path)).toEqual(['/missed'])
  const connection = (await connectors().list({ app_id })).integrations.find(
    ({ integration_type }) => integration_type === scene.integration_type,
  )
  expect(connection).toMatchObject({ calls_last_day: 2, failed_calls_last_day: 1 })
})

test('the list has pages, newest first, and filters', async () => {
  for (const status of [200, 404, 200]) {
    service.says({ status })
    await call({ path: `/${status}` })
  }
  await expect.poll(noted).toHaveLength(3)
  const { app_id } = scene
  const first = await connectors().list_calls({ app_id }, { limit: 2 })
  expect(first).toMatchObject({ items: [{ path: '/200' }, { path: '/404' }], has_more: true })
  const cursor = first.next_cursor ?? ''
  const second = await connectors().list_calls({ app_id }, { limit: 2, cursor })
  expect(second).toMatchObject({ items: [{ path: '/200' }], has_more: false, next_cursor: null })
  const failed = await connectors().list_calls({ app_id }, { failed: true, integration_type: 'service' })
  expect(failed.items).toMatchObject([{ path: '/404', error_code: 'service_error' }])
  expect(await connectors().list_calls({ app_id }, { integration_type: 'other' })).toMatchObject({
    items: [],
  })
  await expect(connectors().list_calls({ app_id }, { failed: true, cursor })).rejects.toMatchObject(
    invalidAt('query', 'cursor'),
  )
})

test.each([
  [{ body: { name: 'Acme' } }, { ok: true, status: 200, account_name: 'Acme' }],
  [{ body: { name: 7 } }, { ok: true, status: 200, account_name: null }],
  [{ body: { ok: false } }, { ok: false, status: 200, account_name: null }],
  [{ status: 401 }, { ok: false, status: 401, message: /connect it again/ }],
  [{ status: 302 }, { ok: false, status: 302 }],
  ['cut' as const, { ok: false, status: null, message: /closed the connection/ }],
])('a test of the connection that gets %j says %j', { tags: 'slow' }, async (says, tested) => {
  service.says(says)
  const { message, ...rest } = tested as { message?: RegExp }
  const answer = await connectors().test(scene)
  expect(answer).toMatchObject(rest)
  expect(answer.message).toMatch(message ?? /./)
  expect(service.calls[0]).toMatchObject({ url: '/v1/me', headers: { 'x-api-key': KEY } })
})

async function noted() {
  return (await connectors().list_calls({ app_id: scene.app_id })).items
}
