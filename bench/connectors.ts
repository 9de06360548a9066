/** A call of a connected service through Atrium next to the same call made directly, against a service on this machine. */
import { fileURLToPath } from 'node:url'
import { createClient } from '@atrium/sdk'
import { Agent, request } from 'undici'
import { sealCredentials } from '../server/src/modules/connectors/tokens/sealed-credentials.ts'
import { makeId } from '../server/src/platform/ids.ts'
import { createSecrets } from '../server/src/platform/secrets.ts'
import { type Contest, median, startBare, withContest } from './harness.ts'

const SERVICE = fileURLToPath(new URL('connectors-service.ts', import.meta.url))
const SECRET_KEY = 'a'.repeat(64)
const TARGET = 1.5
const ROUNDS = 5
const WARM_UP = 300
const SERVICE_MS = [0, 20]
const CONCURRENCY = [1, 16]

export async function connectors(): Promise<void> {
  const service = await startBare(SERVICE, '')
  const agent = new Agent({ connections: 16 })
  try {
    await withContest(
      ['--demo'],
      async (contest) => {
        const address = await connect(contest, service.address)
        const headers = { authorization: `Bearer ${contest.token}`, 'content-type': 'application/json' }
        for (const ms of SERVICE_MS) {
          for (const concurrency of CONCURRENCY) {
            const direct = () =>
              ask(agent, `${service.address}/v1/orders?ms=${ms}`, { authorization: 'Bearer key' })
            const body = JSON.stringify({ path: `/orders?ms=${ms}` })
            const proxied = () => ask(agent, address, headers, body)
            await compare(
              `${ms} ms of the service, ${concurrency} at a time`,
              concurrency,
              ms,
              direct,
              proxied,
            )
          }
        }
      },
      { OUTBOUND_ALLOW: '127.0.0.0/8', SECRET_KEY },
    )
  } finally {
    await agent.close()
    await service.stop()
  }
}

/** A connector of the workspace and a connection, straight into the tables: operations take https only. */
async function connect({ atrium, token, database }: Contest, url: string): Promise<string> {
  const client = createClient({ baseUrl: atrium.address, token })
  const { id: app_id } = await client.apps.create({ name: 'Connected' })
  const definition = {
    integration_type: 'service',
    display_name: 'Service',
    description: 'Orders.',
    category: 'other',
    icon: { letters: 'S', color: '#475569' },
    documentation_url: 'https://example.com',
    fields: [],
    auth: { mode: 'api_key', headers: { Authorization: 'Bearer {api_key}' } },
    scopes: [],
    api: { base_url: `${url}/v1` },
    test: { method: 'GET', path: '/me' },
  }
  const id = makeId('con')
  const credentials = {
    access_token: null,
    refresh_token: null,
    values: { api_key: 'key-of-the-connection' },
  }
  const sealed = sealCredentials(createSecrets(SECRET_KEY), id, credentials)
  await database.query(
    `insert into custom_connectors (id, workspace_id, integration_type, definition, created_date, updated_date)
     select $1, workspace_id, 'service', $2, now(), now() from apps where id = $3`,
    [makeId('cco'), JSON.stringify(definition), app_id],
  )
  await database.query(
    `insert into connections (id, app_id, integration_type, status, scopes, connection_config, captured, credentials,
                              created_date, updated_date)
     values ($1, $2, 'service', 'active', '{}', '{}', '{}', $3, now(), now())`,
    [id, app_id, sealed],
  )
  return `${atrium.address}/api/apps/${app_id}/external-auth/integrations/service/call`
}

async function ask(agent: Agent, url: string, headers: Record<string, string>, body?: string): Promise<void> {
  const method = body === undefined ? 'GET' : 'POST'
  const answer = await request(url, { dispatcher: agent, method, headers, body: body ?? null })
  const text = await answer.body.text()
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${text}`)
}

type Ask = () => Promise<void>

/** In turns, so that whatever else the machine does meets both alike. */
async function compare(
  title: string,
  concurrency: number,
  ms: number,
  direct: Ask,
  proxied: Ask,
): Promise<void> {
  const sides = [
    { name: 'direct', ask: direct, medians: [] as number[], p95s: [] as number[] },
    { name: 'Atrium', ask: proxied, medians: [] as number[], p95s: [] as number[] },
  ]
  const calls = concurrency * (ms === 0 ? 60 : 25)
  for (const { ask: one } of sides) await timed(one, concurrency, WARM_UP)
  for (let round = 0; round < ROUNDS; round++) {
    for (const side of sides) {
      const times = await timed(side.ask, concurrency, Math.max(200, calls))
      side.medians.push(median(times))
      side.p95s.push(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0)
    }
  }
  console.log(`\nconnectors: ${title} (medians of ${ROUNDS} rounds)`)
  for (const { name, medians, p95s } of sides) {
    console.log(
      `  ${name.padEnd(7)} median ${median(medians).toFixed(2)} ms   p95 ${median(p95s).toFixed(2)} ms`,
    )
  }
  const ratio = (of: 'medians' | 'p95s') =>
    (median(sides[1]?.[of] ?? []) / median(sides[0]?.[of] ?? [])).toFixed(2)
  console.log(`  ratio   median ${ratio('medians')}   p95 ${ratio('p95s')}   target ${TARGET}`)
}

/** Milliseconds of each call. */
async function timed(one: Ask, concurrency: number, calls: number): Promise<number[]> {
  const times: number[] = []
  let left = calls
  const worker = async () => {
    while (left-- > 0) {
      const begin = performance.now()
      await one()
      times.push(performance.now() - begin)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return times
}
