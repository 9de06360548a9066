/** No input of a caller occupies the main thread for long: all operations, with the costliest bodies they take. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allOperations, type Operation } from '@atrium/contract'
import { bodyBoundsOf } from '@atrium/contract/body-bounds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chance, chanceBy } from './chance.ts'
import { costlyBodies } from './main-thread/costly-bodies.ts'
import { costlyFilters, costlySchemas } from './main-thread/costly-filters.ts'
import { createStretchSender } from './main-thread/sender.ts'
import { drawRequest } from './random-operations/request.ts'
import { createGround, createWorld, ENTITY, type World } from './random-operations/world.ts'
import { receiveHttp } from './receivers.ts'
import { useApp } from './use-app.ts'

/** Processor time at a stretch. The promise is 20 ms; a machine that is shared counts in ticks of 4 ms, and slowly. */
const MOST_MS = 40
/** A text of 50 MiB is joined and decoded as a whole. */
const EXCEPTIONS: Record<string, number> = { 'site.publish': 150 }
/** What is slow once may be the first use, or collect garbage. */
const TRIES = 4

const folder = mkdtempSync(join(tmpdir(), 'atrium-main-thread-'))
const app = useApp(
  { data_dir: folder, rate_limits: 'off', outbound_allow: ['127.0.0.0/8'] },
  { strictAnswers: false },
)
const sender = createStretchSender()
let receiver: Awaited<ReturnType<typeof receiveHttp>>
let world: World
beforeAll(async () => {
  receiver = await receiveHttp((_request, response) => void response.writeHead(200).end())
  const ground = await createGround(app, `http://127.0.0.1:${receiver.port}/`, () => {})
  world = await createWorld(ground, 1)
})
afterAll(async () => {
  await sender.close()
  await receiver.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Draws what fits, always the same. */
const FITTING: Chance = {
  ...chanceBy(1),
  percent: (n) => n >= 60,
  below: () => 0,
  one: ([first]) => first as never,
}

interface Costly {
  name: string
  method: string
  path: string
  headers?: Record<string, string>
  body?: unknown
}

/** Those that take longer than they may, in the best of several tries. */
async function longStretches(requests: readonly Costly[], most = MOST_MS): Promise<string[]> {
  const long: string[] = []
  for (const { name, method, path, headers = {}, body } of requests) {
    let least = Number.POSITIVE_INFINITY
    let said = ''
    for (let i = 0; i < TRIES && least > MOST_MS / 2; i++) {
      const answer = await sender.send({
        url: app.baseUrl + path,
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        body: body === undefined ? null : JSON.stringify(body),
      })
      least = Math.min(least, answer.stretch)
      said = `${answer.status} ${answer.code ?? ''}`
    }
    const line = `${least.toFixed(1)} ms ${name}: ${said}`
    if (process.env.STRETCHES) console.log(line)
    if (least > most) long.push(line)
  }
  return long
}

const withBody = (allOperations as readonly Operation[]).filter(
  ({ body, passes_through }) => body && !passes_through,
)

test.each(withBody.map((operation) => [operation.name, operation] as const))(
  'no body of %s occupies the main thread',
  { timeout: 300_000 },
  async (_name, operation) => {
    const { body, method, path, headers } = await drawRequest(world, FITTING, operation)
    const base = (body === null ? undefined : JSON.parse(body)) ?? operation.example?.body ?? {}
    const bodies = costlyBodies(operation, base, bodyBoundsOf(operation, operation.credential === null))
    const requests = bodies.map(([form, body]) => ({
      name: `${operation.name} with ${form}`,
      ...{ method, path, headers, body },
    }))
    expect(await longStretches(requests, EXCEPTIONS[operation.name])).toEqual([])
    await world.mend()
  },
)

const records = (rest = '') => `/api/apps/${world.shop}/entities/${ENTITY}${rest}`

test('no filter occupies the main thread', { timeout: 300_000 }, async () => {
  const who = { anonymous: {}, member: world.actors.owner }
  const requests = Object.entries(who).flatMap(([caller, headers]) =>
    costlyFilters().flatMap(([form, filter]): Costly[] => {
      const sent = (name: string, method: string, path: string, body?: unknown): Costly => ({
        name: `${name} with ${form}, ${caller}`,
        ...{ method, path, headers, body },
      })
      const q = encodeURIComponent(JSON.stringify(filter)).slice(0, 14_000)
      return [
        sent('aggregate', 'POST', records('/aggregate'), { query: filter, having: filter }),
        sent('update_many', 'PATCH', records('/update-many'), { query: filter, data: { $set: { n: 1 } } }),
        sent('delete_many', 'DELETE', records(), { $and: [{ n: 12_345 }, filter] }),
        sent('list', 'GET', records(`?q=${q}`)),
      ]
    }),
  )
  expect(await longStretches(requests)).toEqual([])
})

test('no schema occupies the main thread', { timeout: 300_000 }, async () => {
  const path = `/api/apps/${world.shop}/entity-schemas`
  const headers = world.actors.owner
  const requests = costlySchemas().flatMap(([form, schema]): Costly[] => [
    { name: `set with ${form}`, method: 'PUT', path: `${path}/Costly`, headers, body: schema },
    {
      name: `replace_all with ${form}`,
      ...{ method: 'PUT', path, headers },
      body: { entityNameToSchema: { Costly: schema, Thing: {} } },
    },
    {
      name: `create with ${form}`,
      method: 'POST',
      path: `/api/apps/${world.shop}/entities/Costly`,
      headers,
      body: { f0: 'a'.repeat(100_000) },
    },
  ])
  expect(await longStretches(requests)).toEqual([])
  await world.mend()
})

test('no large answer occupies the main thread', { timeout: 300_000 }, async () => {
  const set = { app_id: world.shop, entity_name: 'User' }
  for (let i = 0; i < 6; i++) {
    const record = { note: 'x'.repeat(1_500), list: Array(30).fill(i) }
    await app.as(world.owner).records.bulk_create(set, Array(500).fill(record))
  }
  const at = (rest: string) => `/api/apps/${world.shop}/entities/User${rest}`
  const requests = [{}, world.actors.owner].flatMap((headers): Costly[] => [
    { name: 'list', method: 'GET', path: at(''), headers },
    { name: 'page', method: 'GET', path: at('/v2/list?limit=5000'), headers },
    { name: 'export', method: 'GET', path: at('/export'), headers },
    { name: 'export as JSON', method: 'GET', path: at('/export?format=json'), headers },
    { name: 'aggregate', method: 'POST', path: at('/aggregate'), headers, body: { groupBy: 'id' } },
  ])
  const encodings = ['br', 'gzip', 'identity'].map(
    (encoding): Costly => ({
      name: `openapi.json as ${encoding}`,
      ...{ method: 'GET', path: '/openapi.json', headers: { 'accept-encoding': encoding } },
    }),
  )
  expect(await longStretches([...requests, ...encodings])).toEqual([])
})
