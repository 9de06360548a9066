/** Nodes, databases and folders of one test, gone when it ends, however it ends. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { cloneTemplate } from '../test/template.ts'
import { endPostmaster, type NodeOptions, type NodeProcess, spawnNode } from './node-process.ts'

export function spawnTestNode(options: NodeOptions): NodeProcess {
  const node = spawnNode(options)
  onTestFinished(async () => {
    await node.kill('SIGKILL')
  })
  return node
}

export async function startTestNode(options: NodeOptions): Promise<NodeProcess> {
  const node = spawnTestNode(options)
  await node.waitReady()
  return node
}

/** Several nodes on one database with all tables, and the token of its first workspace. */
export async function startTestNodes(count: number, settings: Record<string, string> = {}) {
  const database = await testDatabase()
  const options = { settings: { ...database.settings, ...settings } }
  const nodes = await Promise.all(Array.from({ length: count }, () => startTestNode(options)))
  const token = nodes.find((node) => node.token !== null)?.token
  if (!token) throw new Error('No node has made the first workspace')
  const [first, second = first] = nodes
  if (!first || !second) throw new Error('At least one node is needed')
  return { ...database, nodes: [first, second] as const, token }
}

/** A clone of the template, and a connection to look into it. */
export async function testDatabase() {
  const { url, drop } = await cloneTemplate()
  onTestFinished(drop)
  return { url, settings: settingsFor(url), query: await queryOn(url) }
}

export function settingsFor(url: string): Record<string, string> {
  return { DATABASE_URL: url, SECRET_KEY: 'a key that only tests use' }
}

export type Query = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

export async function queryOn(url: string): Promise<Query> {
  const client = new pg.Client(url)
  client.on('error', () => {}) // dropping the database ends it
  await client.connect()
  onTestFinished(() => client.end())
  return async (text, values) => (await client.query(text, values)).rows
}

/** A data folder for an Atrium with a PostgreSQL of its own. */
export async function testDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-process-'))
  onTestFinished(async () => {
    await endPostmaster(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return folder
}
