import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestPostgres, testPostgres } from '../../test/postgres.ts'
import { createEvents, type Events, type Listener, on } from './events.ts'
import { jobNode } from './jobs/test/job-node.ts'

interface Notes {
  notes: string[]
}

const listeners: Listener<Notes>[] = [
  on('app.created', 'welcome', {
    retry: [10],
    async run({ notes }: Notes, { app_id }) {
      notes.push(`welcome ${app_id}`)
    },
  }),
  on('app.created', 'count', {
    retry: [10],
    async run({ notes }: Notes, { workspace_id }, { attempt }) {
      notes.push(`count in ${workspace_id}, attempt ${attempt}`)
      if (attempt === 1) throw new Error('cannot count')
    },
  }),
]

const fact = { app_id: 'app_1', workspace_id: 'ws_1' }

let postgres: TestPostgres
let node: ReturnType<typeof jobNode>
let events: Events
let deps: Notes

beforeEach(async () => {
  postgres = await testPostgres()
  node = jobNode(postgres.connection)
  deps = { notes: [] }
  for (const listener of listeners) node.jobs.register(listener.job, deps)
  events = createEvents({ jobs: node.jobs, listeners, record: true })
  await node.jobs.start({ work: false })
})

afterEach(async () => {
  await node.stop()
  await postgres.stop()
})

test('each listener gets its own job, stored in one statement, and fails alone', async () => {
  const { statements, plugin } = countStatements()
  await node.db.transaction().execute((tx) => events.announce(tx.withPlugin(plugin), 'app.created', fact))
  expect(statements()).toBe(1)
  expect(await node.jobs.drain()).toEqual([
    { name: 'on.app.created.welcome', outcome: 'completed' },
    { name: 'on.app.created.count', outcome: 'retried' },
  ])
  await node.jobs.drain({ ignoreDelays: true })
  expect(deps.notes).toEqual(['welcome app_1', 'count in ws_1, attempt 1', 'count in ws_1, attempt 2'])
})

test('a fact is gone with the transaction that announced it', async () => {
  const rolledBack = node.db.transaction().execute(async (tx) => {
    await events.announce(tx, 'app.created', fact)
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  expect(await node.jobs.drain()).toEqual([])
})

test('nothing is written when nobody listens', async () => {
  const { statements, plugin } = countStatements()
  await events.announce(node.db.withPlugin(plugin), 'app.deleted', fact)
  expect(statements()).toBe(0)
  expect(events.announced).toEqual([{ event: 'app.deleted', payload: fact }])
})

test('a payload that is not the one of the contract is refused', async () => {
  const wrong = { app_id: 'app_1' } as typeof fact
  await expect(events.announce(node.db, 'app.created', wrong)).rejects.toThrow('workspace_id')
})

test('two listeners of one event cannot share a name', () => {
  const [welcome] = listeners as [Listener<Notes>]
  expect(() => node.jobs.register(welcome.job, deps)).toThrow('Two jobs are named on.app.created.welcome')
})

function countStatements(): { statements: () => number; plugin: KyselyPlugin } {
  let count = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      count += 1
      return result
    },
  }
  return { statements: () => count, plugin }
}
