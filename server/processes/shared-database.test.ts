/** Several nodes on one database act as one server. */
import { ApiError } from '@atrium/sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readMigrations } from '../src/platform/database/migration-files.ts'
import { testPostgres } from '../test/postgres.ts'
import { clientOf, type NodeProcess } from './node-process.ts'
import {
  queryOn,
  settingsFor,
  spawnTestNode,
  startTestNode,
  startTestNodes,
  testDatabase,
} from './test-nodes.ts'
import { until } from './until.ts'

describe('the first start', () => {
  test('of four nodes at once on an empty database makes everything once', async () => {
    const postgres = await testPostgres()
    onTestFinished(() => postgres.stop())
    const settings = settingsFor(postgres.connection)
    const nodes = await Promise.all([1, 2, 3, 4].map(() => startTestNode({ settings })))

    const query = await queryOn(postgres.connection)
    const applied = await query('select name from schema_migrations order by name')
    const files = await readMigrations(new URL('../migrations/', import.meta.url))
    expect(applied.map(({ name }) => name)).toEqual(files.map(({ name }) => name))
    expect(
      await query('select (select count(*) from workspaces) as workspaces, count(*) as users from users'),
    ).toEqual([{ workspaces: '1', users: '1' }])
    const tokens = nodes.flatMap(({ token }) => token ?? [])
    expect(tokens).toHaveLength(1)
    for (const node of nodes) {
      expect((await fetch(`${node.address}/readyz`)).status).toBe(200)
      expect(await clientOf(node, tokens[0] ?? '').session.read()).toMatchObject({
        email: 'owner@example.com',
      })
    }
  })
})

describe('limits', () => {
  test('count the requests of all nodes together', async () => {
    const { nodes, token } = await startTestNodes(2, { RATE_LIMITS: 'folders.tree=20' })
    const statuses = await Promise.all(
      Array.from({ length: 32 }, (_, place) => {
        const node = nodes[place % 2 === 0 ? 0 : 1]
        return clientOf(node, token)
          .folders.tree()
          .then(
            () => 200,
            (error) => error.status,
          )
      }),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(12)
  })
})

describe('a revoked token', () => {
  test('is refused by the other node too, also when that has just lost its connection for such news', async () => {
    const { nodes, token, query } = await startTestNodes(2)
    const first = await cachedToken(nodes, token)
    await first.revoke()
    await until('the refusal', first.isRefused, SOONER_THAN_THE_CACHE_MS)

    const second = await cachedToken(nodes, token)
    const cut = await query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'atrium notifications'`,
    )
    expect(cut).toHaveLength(2)
    await second.revoke()
    await until('the refusal', second.isRefused, SOONER_THAN_THE_CACHE_MS)
  })
})

describe('roles', () => {
  test('an api node stores jobs but leaves them to a worker, which serves no API', async () => {
    const { settings, query } = await testDatabase()
    const api = await startTestNode({ settings: { ...settings, ROLE: 'api' } })
    const { apps, folders } = clientOf(api, api.token ?? '')
    const app = await apps.create({ name: 'Short-lived' })
    const folder = await folders.create({ name: 'Of one app', scope: 'workspace' })
    await folders.add_items({ folder_id: folder.id }, { app_ids: [app.id] })
    await apps.delete({ app_id: app.id })
    const waiting = () =>
      query("select name from pgboss.job where name = 'on.app.deleted.folders.forget_app'")

    expect(await waiting()).toHaveLength(1)
    const worker = spawnTestNode({ settings: { ...settings, ROLE: 'worker' } })
    await worker.waitReady()
    await until('the job', async () => (await waiting()).length === 0)
    expect(await query('select app_id from folder_items')).toEqual([])
    await until('the count of the job', async () => (await jobRuns(worker)) === 1)
    expect(await jobRuns(api)).toBe(0)

    expect(await statusesOf(worker, ['/healthz', '/readyz', '/metrics'])).toEqual([200, 200, 200])
    expect(await statusesOf(worker, ['/', '/docs', '/openapi.json', '/api/auth/me'])).toEqual([
      404, 404, 404, 404,
    ])
    expect(await statusesOf(api, ['/healthz', '/readyz', '/metrics', '/api/auth/me'])).toEqual([
      200, 200, 200, 401,
    ])
  })
})

/** The cache keeps a credential for 5 seconds. */
const SOONER_THAN_THE_CACHE_MS = 4_700

/** A token that both nodes have just used. */
async function cachedToken([first, second]: readonly [NodeProcess, NodeProcess], token: string) {
  const { tokens } = clientOf(first, token)
  const made = await tokens.create({ name: 'Short-lived', permission: 'read_only' })
  for (const node of [first, second]) await clientOf(node, made.token).session.read()
  return {
    revoke: () => tokens.revoke({ token_id: made.id }),
    isRefused: () =>
      clientOf(second, made.token)
        .session.read()
        .then(
          () => false,
          (error) => error instanceof ApiError && error.status === 401,
        ),
  }
}

async function jobRuns({ address }: NodeProcess): Promise<number> {
  const metrics = await (await fetch(`${address}/metrics`)).text()
  const counts = metrics.matchAll(/^atrium_job_seconds_count\{job="on\.app\.deleted\.folders\..*\} (\d+)$/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

async function statusesOf({ address }: NodeProcess, paths: readonly string[]): Promise<number[]> {
  return Promise.all(paths.map(async (path) => (await fetch(`${address}${path}`)).status))
}
