/** The database goes away under several nodes and comes back. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from '../src/platform/database/embedded.ts'
import { createLog } from '../src/platform/log.ts'
import { clientOf, type NodeProcess } from './node-process.ts'
import { settingsFor, startTestNode } from './test-nodes.ts'
import { until } from './until.ts'

test('nodes say that they are not ready while it is away, and recover by themselves', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-restart-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const startPostgres = async () => {
    const server = await startEmbedded({ dataDir, log: createLog('silent'), durable: 'off' })
    onTestFinished(() => server.stop())
    return server
  }
  const postgres = await startPostgres()
  const { host, port, user, database } = postgres.connection
  const settings = settingsFor(`postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`)
  const first = await startTestNode({ settings })
  const second = await startTestNode({ settings })
  const nodes = [first, second]
  const token = first.token ?? ''
  const { id } = await clientOf(first, token).folders.create({ name: 'Kept', scope: 'workspace' })

  await postgres.stop()
  for (const node of nodes) await until('not ready', async () => (await readiness(node)) === NOT_READY)
  const refused = await fetch(`${second.address}/api/app-folders/tree`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect([refused.status, (await refused.json()).code]).toEqual([503, 'database_unavailable'])
  expect((await fetch(`${second.address}/healthz`)).status).toBe(200)

  await startPostgres()
  for (const node of nodes) await until('ready again', async () => (await readiness(node)) === '200 ready')
  for (const node of nodes) {
    const { folders } = await clientOf(node, token).folders.tree()
    expect(folders).toMatchObject([{ id, name: 'Kept' }])
  }
})

const NOT_READY = '503 the database does not answer'

async function readiness({ address }: NodeProcess): Promise<string> {
  const response = await fetch(`${address}/readyz`)
  const { status, reason = status } = await response.json()
  return `${response.status} ${reason}`
}
