import { join } from 'node:path'
import { memoryGit } from '../../src/ports/git/test/memory-git.ts'
import { localForge } from '../../src/ports/git-forge/local.ts'
import { collectedLog } from '../collected-log.ts'
import type { Cases } from './case.ts'
import type { World } from './world.ts'

let count = 0
const newName = () => `acme/shop-${++count}`

/** An app with code that is connected to an empty repository. */
async function connected({ app, owner, client }: World) {
  const { id: app_id } = await app.make.app(owner)
  const at = { app_id }
  const full_name = newName()
  await client.repository.connect(at, { provider: 'local', full_name })
  await client.source.write_file({ ...at, path: 'a.txt' }, { content: 'a' })
  return { at, full_name }
}

/** The same with a pull request, and with the session that opened it. */
async function withPullRequest(world: World) {
  const { app, owner, client, folder } = world
  const { at, full_name } = await connected(world)
  await client.repository.push_source(at, {})
  await client.source.write_file({ ...at, path: 'a.txt' }, { content: 'A' })
  await client.repository.push_source(at, { branch: 'topic' })
  const repositories = join(folder, 'repositories')
  const options = { db: app.atrium.db, clock: app.clock, log: collectedLog(), git: memoryGit(), most: 100 }
  const local = localForge({ ...options, folder: repositories, baseUrl: () => app.baseUrl })
  const { number } = await local.openPullRequest(
    { workspace_id: owner.workspace_id, full_name, base_url: null, access_token: null },
    { title: 'Change it', body: '', head_branch: 'topic', base_branch: 'main', author: null },
  )
  const { items } = await client.pull_requests.list(at)
  const { id } = await client.coding.launch(
    at,
    { prompt: 'Do it', title: 'It' },
    { idempotency_key: crypto.randomUUID() },
  )
  await app.sql`
    update coding_sessions set state = 'completed', completed_at = now(), pull_request = ${JSON.stringify(items[0])}
     where id = ${id}`
  return { ...at, number }
}

const OF_FORGE = 'the forge stores what it does by itself, wherever it is'

export const repositoryCases: Cases = {
  'repository.connect': async ({ app, owner, client }) => {
    const { id: app_id } = await app.make.app(owner)
    const full_name = newName()
    return () => client.repository.connect({ app_id }, { provider: 'local', full_name })
  },
  'repository.connect again': async (world) => {
    const { at, full_name } = await connected(world)
    return () => world.client.repository.connect(at, { provider: 'local', full_name })
  },
  'repository.disconnect': async (world) => {
    const { at } = await connected(world)
    return () => world.client.repository.disconnect(at)
  },
  'repository.import': async (world) => {
    const { at } = await connected(world)
    const clone_url = 'https://127.0.0.1/acme/elsewhere.git'
    const from = { clone_url, full_name: newName(), access_token: 'of-elsewhere' }
    return () => world.client.repository.import(at, from)
  },
  'repository.push_source': async (world) => {
    const { at } = await connected(world)
    return () => world.client.repository.push_source(at, {})
  },
  'repository.pull_source': async (world) => {
    const { at } = await connected(world)
    await world.client.repository.push_source(at, {})
    await world.client.source.delete_file({ ...at, path: 'a.txt' })
    return () => world.client.repository.pull_source(at, {})
  },
  'pull_requests.comment': {
    why: OF_FORGE,
    prepare: async (world) => {
      const at = await withPullRequest(world)
      return () => world.client.pull_requests.comment(at, { body: 'Fine.' })
    },
    steps: ['local_comments insert', 'audit_log insert'],
  },
  'pull_requests.merge': {
    why: OF_FORGE,
    prepare: async (world) => {
      const at = await withPullRequest(world)
      return () => world.client.pull_requests.merge(at, {})
    },
    steps: [
      'local_pull_requests update',
      'local_pull_requests update',
      'audit_log insert, coding_sessions update',
    ],
  },
  'pull_requests.close': {
    why: OF_FORGE,
    prepare: async (world) => {
      const at = await withPullRequest(world)
      return () => world.client.pull_requests.close(at)
    },
    steps: ['local_pull_requests update', 'audit_log insert, coding_sessions update'],
  },
}
