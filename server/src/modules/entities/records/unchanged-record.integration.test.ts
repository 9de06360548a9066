/** `If-Match` of records.update: the second of two people who change one record notices. */
import { operations } from '@atrium/sdk'
import { beforeAll, describe, expect, test } from 'vitest'
import { holdClock } from '../../../../test/hold-clock.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const app = useApp({ rate_limits: 'off' })
const { owner, viewer } = useTeam(app)
let app_id: string
beforeAll(async () => {
  app_id = (await app.make.app(owner)).id
  const { schemas } = app.as(owner)
  await schemas.set({ app_id, name: 'Task' }, { properties: { title: { type: 'string' } } })
  await schemas.set({ app_id, name: 'Box' }, BOX)
})

const ADMIN = { user_condition: { role: 'admin' } }
/** Everybody puts something in, only admins look inside. */
const BOX = {
  properties: { text: { type: 'string' }, price: { type: 'number', rls: { write: ADMIN } } },
  rls: { create: true, read: ADMIN, update: { 'data.text': { $ne: 'shut' } } },
}
const CHANGED = { status: 412, code: 'record_changed' }

async function make(entity_name: string, values: Record<string, unknown>) {
  const { id, updated_date = '' } = await app.as(owner).records.create({ app_id, entity_name }, values)
  return { at: { app_id, entity_name, entity_id: id }, if_match: updated_date }
}

describe.each([
  ['nobody listens', async () => {}],
  ['a webhook listens', () => addWebhook()],
])('a record that is changed while %s', (_, prepare) => {
  beforeAll(prepare)

  test('is written only as it was read', async () => {
    const { records } = app.as(owner)
    const { at, if_match } = await make('Task', { title: 'Water' })
    const mine = await records.update(at, { title: 'Mine' }, { if_match })
    await expect(records.update(at, { title: 'Theirs' }, { if_match })).rejects.toMatchObject(CHANGED)
    expect(await records.get(at)).toEqual(mine)
    const again = String(mine.updated_date)
    expect(await records.update(at, { title: 'Now' }, { if_match: again })).toMatchObject({ title: 'Now' })
    expect(await records.update(at, { title: 'Whatever' })).toMatchObject({ title: 'Whatever' })
  })

  test('has another time after each change, also within the same millisecond', async () => {
    holdClock(app.clock)
    const { records } = app.as(owner)
    const { at, if_match } = await make('Task', { title: 'Water' })
    const { entity_id: id, ...set } = at
    const times = [if_match]
    times.push(String((await records.update(at, { title: '1' })).updated_date))
    times.push(String((await records.update(at, { title: '2' }, { if_match: times[1] })).updated_date))
    await expect(records.update(at, { title: '3' }, { if_match: times[1] })).rejects.toMatchObject(CHANGED)
    times.push(String((await records.bulk_update(set, [{ id, ...{ title: '4' } }]))[0]?.updated_date))
    await records.update_many(set, { query: { id }, data: { $set: { title: '5' } } })
    times.push(String((await records.get(at)).updated_date))
    expect(times).toEqual([...new Set(times)].sort())
    expect(times).toHaveLength(5)
  })

  test('is written once by many who read the same', async () => {
    const { records } = app.as(owner)
    const { at, if_match } = await make('Task', { title: 'Water' })
    const sent = Array.from({ length: 12 }, (__, n) => records.update(at, { title: `${n}` }, { if_match }))
    const outcomes = await Promise.allSettled(sent)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(CHANGED)
  })
})

describe('a caller who may write a record and not read it', () => {
  test('learns nothing of when it changed', async () => {
    const { records } = app.as(viewer)
    const { at, if_match } = await make('Box', { text: 'in' })
    for (const version of [if_match, '2000-01-01T00:00:00.000Z'])
      await expect(records.update(at, { text: 'x' }, { if_match: version })).rejects.toMatchObject(CHANGED)
    expect(await app.as(owner).records.get(at)).toMatchObject({ text: 'in' })
    expect(await records.update(at, { text: 'x' })).toEqual({
      id: at.entity_id,
      updated_date: expect.any(String),
    })
  })

  test('is refused by the rules first', async () => {
    const { records } = app.as(viewer)
    const shut = await make('Box', { text: 'shut' })
    const open = await make('Box', { text: 'open' })
    for (const if_match of [shut.if_match, open.if_match, 'never'])
      for (const [at, values, code] of [
        [shut.at, { text: 'x' }, 'row_rule_refused'],
        [open.at, { price: 1 }, 'field_rule_refused'],
      ] as const)
        await expect(records.update(at, values, { if_match })).rejects.toMatchObject({ status: 403, code })
    await expect(
      records.update({ ...open.at, entity_id: 'rec_none' }, { text: 'x' }, { if_match: 'never' }),
    ).rejects.toMatchObject({ status: 404, code: 'record_not_found' })
  })

  test('matches where the rules are passed by', async () => {
    const { at, if_match } = await make('Box', { text: 'in' })
    const headers = { 'x-bypass-rls': 'true' }
    const { records } = app.as(owner)
    expect(await records.update(at, { text: 'shut' }, { if_match, headers })).toMatchObject({ text: 'shut' })
    await expect(records.update(at, { text: 'x' }, { if_match, headers })).rejects.toMatchObject(CHANGED)
  })
})

test.each(['2026-11-15T09:30:00.000Z', '*', 'W/"2026-11-15T09:30:00.000Z"', '"a", "b"', ''])(
  'If-Match: %s is refused, as it is no date in quotes',
  async (header) => {
    const { at } = await make('Task', { title: 'Water' })
    const refused = app
      .as(owner)
      .request(operations.records.update, { params: at, body: {}, headers: { 'if-match': header } })
    await expect(refused).rejects.toMatchObject({ status: 422, fields: [{ loc: ['header', 'if-match'] }] })
  },
)

test.each(['', 'yesterday', '2026-13-45T99:00:00.000Z', '\\', "'; drop table records; --"])(
  'a version like %j matches no record',
  async (version) => {
    const { at } = await make('Task', { title: 'Water' })
    const headers = { 'if-match': `"${version}"` }
    await expect(app.as(owner).records.update(at, { title: 'x' }, { headers })).rejects.toMatchObject(CHANGED)
  },
)

async function addWebhook() {
  const { app_webhooks } = app.as(owner)
  await app_webhooks.create(
    { app_id },
    { target_url: 'https://hooks.example.com/', events: ['entity.updated'] },
  )
}
