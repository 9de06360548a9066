/** A node is asked to stop while it delivers webhooks. */
import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { DELIVERIES_NOW, recordMessage } from '../src/modules/webhooks/test/webhook-rows.ts'
import { openDatabase } from '../src/platform/database/open.ts'
import { createLog } from '../src/platform/log.ts'
import { factories } from '../test/make.ts'
import { receiveHttp } from '../test/receivers.ts'
import { clientOf } from './node-process.ts'
import { type Query, startTestNode, testDatabase } from './test-nodes.ts'
import { until } from './until.ts'

const WEBHOOKS = 100
const ENDPOINTS = 7 // each gets fewer than the 16 requests at a time that one host may have
const HANGING = 10
const TIMEOUT_SECONDS = 12 // long enough for all that happens while they are held

test('with 100 deliveries under way it claims no more, lets these end, gives the rest back and is gone in time', async () => {
  const { url, settings, query } = await testDatabase()
  const endpoint = await startEndpoints()
  const { event, token } = await agentWithWebhooks(url, query, endpoint.urls)
  const outbound = { OUTBOUND_ALLOW: '127.0.0.0/8', WEBHOOK_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS) }
  const options = { settings: { ...settings, ...outbound, WEBHOOK_RETRY_SECONDS: '600' } }
  const first = await startTestNode(options)
  await event()
  await event()
  await until('all first deliveries to be under way', () => endpoint.held.length === WEBHOOKS)

  // A request that is being answered must not let the engine go on in the meantime.
  await query('begin; lock table folders in access exclusive mode')
  const request = clientOf(first, token).folders.create({ name: 'Slow', scope: 'workspace' })
  await until('the request to wait', async () => (await query(WAITING)).length === 1)
  const asked = performance.now()
  const end = first.kill('SIGTERM')
  await until('the stop to begin', () => isRefused(first.address))
  await event()
  for (const response of endpoint.held.slice(HANGING)) response.end()
  await until('their outcomes', async () => (await query(SUCCEEDED)).length === WEBHOOKS - HANGING)
  expect(endpoint.arrivals).toHaveLength(WEBHOOKS)
  await query('commit')
  expect(await request).toMatchObject({ name: 'Slow' })
  expect(await end).toBe(0)
  // Those that hang have until their deadline.
  expect(performance.now() - asked).toBeLessThan(20_000)

  expect(endpoint.arrivals).toHaveLength(WEBHOOKS)
  expect(await query(STATUSES)).toEqual([
    { event: 1, status: 'pending', attempt: 1, count: HANGING },
    { event: 1, status: 'succeeded', attempt: 1, count: WEBHOOKS - HANGING },
    { event: 2, status: 'pending', attempt: 0, count: WEBHOOKS },
    { event: 3, status: 'pending', attempt: 0, count: WEBHOOKS },
  ])
  expect(await query('select 1 from webhook_lanes where claim_id is not null')).toEqual([])

  endpoint.answerAtOnce()
  await startTestNode(options)
  await until('the rest to be delivered', () => endpoint.arrivals.length === 3 * WEBHOOKS)
  expect(new Set(endpoint.arrivals).size).toBe(3 * WEBHOOKS)
})

const WAITING = `
  select 1 from pg_locks join pg_database d on d.oid = pg_locks.database
   where not granted and d.datname = current_database()`

const SUCCEEDED = `select 1 from ${DELIVERIES_NOW} d where status = 'succeeded'`

const STATUSES = `
  select ((min(seq) - 1) / ${WEBHOOKS} + 1)::int as event, status, attempt, count(*)::int as count
    from ${DELIVERIES_NOW} d group by event_id, status, attempt order by 1, 2`

/** Webhooks straight in the table: through the API an agent has five. `event` happens for all of them. */
async function agentWithWebhooks(url: string, query: Query, urls: readonly string[]) {
  const { db, close } = openDatabase({ connection: url, maxConnections: 1, log: createLog('silent') })
  onTestFinished(close)
  const make = factories(db, { now: () => new Date() })
  const owner = await make.person('owner')
  const { id: agent_id } = await make.app(owner, { kind: 'agent' })
  const targets = Array.from({ length: WEBHOOKS }, (_, n) => `${urls[n % urls.length]}/${n}`)
  await query(
    `insert into webhooks (id, app_id, source, target_url, events, created_date, updated_date)
     select 'whk_' || n, $1, 'agent', target, '{message.created}', now(), now()
       from unnest($2::text[]) with ordinality as t(target, n)`,
    [agent_id, targets],
  )
  const event = () => recordMessage(db, agent_id)
  return { event, token: owner.token }
}

/** They keep every request waiting until they are asked to answer at once. */
async function startEndpoints() {
  const held: ServerResponse[] = []
  /** Which event came to which webhook. */
  const arrivals: string[] = []
  let isHolding = true
  const receivers = await Promise.all(
    Array.from({ length: ENDPOINTS }, () =>
      receiveHttp((request, response) => {
        arrivals.push(`${request.headers['webhook-id']} ${request.url}`)
        request.resume()
        if (isHolding) held.push(response)
        else response.end()
      }),
    ),
  )
  onTestFinished(async () => {
    for (const receiver of receivers) await receiver.close()
  })
  return {
    urls: receivers.map(({ port }) => `http://127.0.0.1:${port}`),
    held,
    arrivals,
    answerAtOnce: () => {
      isHolding = false
    },
  }
}

async function isRefused(address: string): Promise<boolean> {
  return fetch(`${address}/healthz`).then(
    () => false,
    () => true,
  )
}
