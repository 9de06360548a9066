/** Spec: PUT record, rule 5, and what the other changes of records trigger. */
import { beforeAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/start-app.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useStarted } from '../../../../test/use-started.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { startEndpoint } from '../../webhooks/test/endpoint.ts'

const app = useApp({ role: 'all', outbound_allow: ['127.0.0.0/8'], webhook_retry_seconds: [] })
const { owner } = useTeam(app)
const endpoint = useStarted(startEndpoint)
let app_id: string
beforeAll(async () => {
  app_id = (await app.make.app(owner)).id
  const rls = { read: false }
  for (const name of ['Order', 'Note'])
    await app
      .as(owner)
      .schemas.set(
        { app_id, name },
        { properties: { text: { type: 'string' }, hidden: { type: 'string', rls } } },
      )
})

async function listen(path: string, entity_names?: string[]) {
  await app.as(owner).app_webhooks.create(
    { app_id },
    {
      target_url: endpoint.url(path),
      events: ['entity.created', 'entity.updated', 'entity.deleted'],
      ...(entity_names && { entity_names }),
    },
  )
}

const bodies = (path: string) => endpoint.received(path).map(({ body }) => JSON.parse(body))

test('each change reaches the webhooks of the app in order, whole, and those of the entity only', async () => {
  await listen('/orders', ['Order'])
  await listen('/all')
  const { records } = app.as(owner)
  const { id } = await records.create({ app_id, entity_name: 'Order' }, { text: 'a', hidden: 'h' })
  const at = { app_id, entity_name: 'Order', entity_id: id }
  await records.update(at, { text: 'b' })
  await records.delete(at)
  await records.bulk_create({ app_id, entity_name: 'Note' }, [{ text: '1' }, { text: '2' }])

  await expect.poll(() => [bodies('/all').length, bodies('/orders').length]).toEqual([5, 3])
  const orders = bodies('/orders')
  expect(orders.map(({ type }) => type)).toEqual(['entity.created', 'entity.updated', 'entity.deleted'])
  for (const { app_id: of, entity_name, data } of orders) {
    expect([of, entity_name, data.record.id]).toEqual([app_id, 'Order', id])
    expect(data.record).toMatchObject({ hidden: 'h', created_by_id: owner.id })
  }
  expect(orders.map(({ data }) => data.record.text)).toEqual(['a', 'b', 'b'])
  expect(bodies('/all').filter(({ entity_name }) => entity_name === 'Note')).toHaveLength(2)
})

test('more records than are stored at once each reach the webhooks', async () => {
  await app.as(owner).schemas.set({ app_id, name: 'Bulk' }, { properties: { text: { type: 'string' } } })
  await listen('/bulk', ['Bulk'])
  const texts = Array.from({ length: 101 }, (_, n) => ({ text: `${n}` }))
  await app.as(owner).records.bulk_create({ app_id, entity_name: 'Bulk' }, texts)
  await expect.poll(() => new Set(bodies('/bulk').map(({ data }) => data.record.text)).size).toBe(101)
})

test('a refused change triggers nothing', async () => {
  await app
    .as(owner)
    .schemas.set(
      { app_id, name: 'Shut' },
      { properties: { text: { type: 'string' } }, rls: { write: false } },
    )
  await listen('/shut', ['Shut'])
  const { records } = app.as(owner)
  await expect(records.create({ app_id, entity_name: 'Shut' }, { text: 'x' })).rejects.toMatchObject({
    code: 'row_rule_refused',
  })
  await records.create({ app_id, entity_name: 'Note' }, { text: 'after' })
  // Somewhere: those of other records may still come behind it.
  const texts = () => bodies('/all').map(({ data }) => data.record.text)
  await expect.poll(texts).toContain('after')
  expect(bodies('/shut')).toEqual([])
})

test('a webhook misses nothing from the moment it is there, also what happens on another node', async () => {
  const other = await startApp({ database_url: app.databaseUrl, role: 'api' })
  const { id } = await app.make.app(owner)
  const at = { app_id: id, entity_name: 'Step' }
  await app.as(owner).schemas.set({ app_id: id, name: 'Step' }, { properties: { n: { type: 'integer' } } })
  const { records } = other.as(owner)
  const { id: entity_id } = await records.create(at, { n: 0 })
  await records.update({ ...at, entity_id }, { n: 1 })
  await app
    .as(owner)
    .app_webhooks.create(
      { app_id: id },
      { target_url: endpoint.url('/steps'), events: ['entity.created', 'entity.updated'] },
    )
  await records.update({ ...at, entity_id }, { n: 2 })
  await records.create(at, { n: 3 })
  await expect.poll(() => bodies('/steps')).toHaveLength(2)
  expect(
    bodies('/steps')
      .map(({ data }) => data.record.n)
      .sort(),
  ).toEqual([2, 3])
})
