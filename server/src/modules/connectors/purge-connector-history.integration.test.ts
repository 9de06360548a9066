import { expect, test } from 'vitest'
import { makeId } from '../../platform/ids.ts'
import { historyStore } from './history-store.ts'
import { purgeConnectorHistory } from './purge-connector-history.ts'
import { useTokens } from './test/token-scene.ts'

const scene = useTokens()
const { app, owner } = scene
const purge = () =>
  purgeConnectorHistory.run(scene.node(), {}, { attempt: 1, signal: new AbortController().signal })
const hoursAgo = (hours: number) => new Date(app.clock.now().getTime() - hours * 3_600_000)

const addCalls = (app_id: string, count: number, started_at: Date) => app.sql`
  insert into connector_calls (id, app_id, integration_type, method, path, attempts, duration_ms, called_by,
                               request_id, started_at)
  select ${makeId('cal')} || n, ${app_id}, 'sandbox-oauth', 'GET', '/me', 1, 1, 'app', 'req_1',
         ${started_at}::timestamptz - n * interval '1 ms'
    from generate_series(1, ${count}::integer) n`
const countCalls = async (app_id: string) =>
  Number(
    (await app.sql<{ n: string }>`select count(*) n from connector_calls where app_id = ${app_id}`)[0]?.n,
  )

async function addAttempt(app_id: string, status: string, expires_at: Date): Promise<string> {
  const id = makeId('con')
  await app.sql`
    insert into connection_attempts (id, app_id, integration_type, user_id, scopes, connection_config, sealed,
                                     client_id, status, expires_at, created_date)
    values (${id}, ${app_id}, 'sandbox-oauth', ${owner.id}, '{}', '{}', 'sealed', 'atrium', ${status}, ${expires_at},
            now())`
  return id
}
const attempts = async (app_id: string) =>
  (
    await app.sql<{ id: string; status: string; error: string | null }>`
      select id, status, error from connection_attempts where app_id = ${app_id} order by id`
  ).map(({ id, status, error }) => [id, status, error])

test('calls go after seven days', async () => {
  const { app_id } = await scene.connect()
  await addCalls(app_id, 3, hoursAgo(7 * 24 + 1))
  await addCalls(app_id, 2, hoursAgo(7 * 24 - 1))
  await purge()
  expect(await countCalls(app_id)).toBe(2)
})

test('of an app with very many only the newest stay', async () => {
  const { app_id } = await scene.connect()
  const other = await scene.connect()
  await addCalls(app_id, 30, hoursAgo(2))
  await addCalls(app_id, 10, hoursAgo(1))
  await addCalls(other.app_id, 5, hoursAgo(3))
  const store = historyStore(app.atrium.db)
  expect(await store.listCrowdedApps(20)).toEqual([app_id])
  expect([
    await store.deleteCallsBeyond(app_id, 20, 15),
    await store.deleteCallsBeyond(app_id, 20, 15),
  ]).toEqual([15, 5])
  const [left] = await app.sql<{ n: string }>`
    select count(*) n from connector_calls where app_id = ${app_id} and started_at > ${hoursAgo(1.5)}`
  expect([await countCalls(app_id), Number(left?.n)]).toEqual([20, 10])
  expect(await countCalls(other.app_id)).toBe(5)
})

test('attempts go a day after their end; those that a lost node was exchanging have failed', async () => {
  const { app_id } = await scene.connect()
  await addAttempt(app_id, 'active', hoursAgo(25))
  const ended = await addAttempt(app_id, 'pending', hoursAgo(23))
  const lost = await addAttempt(app_id, 'exchanging', hoursAgo(1))
  const current = await addAttempt(app_id, 'exchanging', hoursAgo(-0.1))
  await purge()
  expect(await attempts(app_id)).toEqual([
    [ended, 'pending', null],
    [lost, 'failed', expect.stringContaining('Connect again')],
    [current, 'exchanging', null],
  ])
})

test('nothing of a deleted app stays', async () => {
  const [gone, other] = [await scene.connect(), await scene.connect()]
  for (const { app_id } of [gone, other]) {
    await addCalls(app_id, 2, hoursAgo(1))
    await addAttempt(app_id, 'pending', hoursAgo(0))
  }
  await app.as(owner).apps.delete({ app_id: gone.app_id })
  await app.atrium.jobs.drain()
  expect([await countCalls(gone.app_id), await attempts(gone.app_id)]).toEqual([0, []])
  expect(await app.sql`select 1 from connections where app_id = ${gone.app_id}`).toEqual([])
  expect([await countCalls(other.app_id), await attempts(other.app_id)]).toEqual([2, [expect.anything()]])
})
