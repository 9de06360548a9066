/** Functions that a node without an API runs reach the API all the same, and nobody else does there. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app.ts'
import { FILES, useFunctions } from './test/function-scene.ts'

const scene = useFunctions({ role: 'api' })
const { app, fake } = scene
let worker: TestApp
beforeAll(async () => {
  worker = await createTestApp(
    { database_url: app.databaseUrl, role: 'worker', rate_limits: 'off' },
    { functionRuntime: fake.make },
  )
})
afterAll(() => worker.stop())

test('an automation on a worker changes records, which others see', async () => {
  const app_id = scene.shop.id
  const client = app.as(scene.owner)
  for (const name of ['Order', 'Invoice'])
    await client.schemas.set({ app_id, name }, { properties: { total: { type: 'number' } } } as never)
  fake.handle('bill', async (_request, { api }) => {
    const { status } = await api({
      as: 'service',
      method: 'POST',
      path: `/api/apps/${app_id}/entities/Invoice`,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from('{"total": 7}'),
    })
    return new Response(null, { status })
  })
  const automations = [{ type: 'entity' as const, entity_name: 'Order', events: ['create' as const] }]
  await client.functions.deploy({ app_id, name: 'bill' }, { entry: 'index.ts', files: FILES, automations })
  await client.records.create({ app_id, entity_name: 'Order' }, { total: 7 })
  const invoices = () => client.records.list({ app_id, entity_name: 'Invoice' })
  await expect.poll(invoices).toMatchObject([{ total: 7, created_by: 'service' }])
})

test('from outside a worker has no operations', async () => {
  for (const path of ['/api/apps', `/api/apps/${scene.shop.id}/functions/bill`]) {
    const headers = { authorization: `Bearer ${scene.owner.token}` }
    const answer = await fetch(`${worker.baseUrl}${path}`, { headers })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      404,
      'route_not_found',
    ])
  }
})
