/** How a node ends, asked or unasked, next to others on the same database. */
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { startFolderWriters } from './folder-writers.ts'
import { clientOf } from './node-process.ts'
import { startTestNodes } from './test-nodes.ts'
import { until } from './until.ts'

describe('kill -9 of a node during writes', () => {
  test('loses nothing that was answered and leaves nothing half done', async () => {
    const { nodes, token, query } = await startTestNodes(2, { RATE_LIMITS: 'off' })
    const [victim, survivor] = nodes
    const writers = startFolderWriters({ client: () => clientOf(victim, token), count: 6 })
    await until('enough writes', () => writers.answered >= 150)
    expect(await victim.kill('SIGKILL')).toBe('SIGKILL')
    await writers.stop()
    expect([...writers.refusals.keys()]).toEqual(['no answer'])

    const { folders } = await clientOf(survivor, token).folders.tree()
    expect(writers.compare(folders)).toEqual([])
    expect(await query(HALF_DONE)).toEqual([])
    // The comparison does notice.
    expect(writers.compare(folders.slice(1))).toHaveLength(1)
  })
})

describe('a node that is asked to stop', () => {
  test('answers the requests it has begun, takes no new ones, and ends well', async () => {
    const { nodes, token, query } = await startTestNodes(1)
    const [node] = nodes
    // As many as may be carried out with a key at a time.
    const names = Array.from({ length: 8 }, (_, place) => `Folder ${place}`)
    await query('begin; lock table folders in access exclusive mode')
    const requests = names.map((name) => clientOf(node, token).folders.create({ name, scope: 'workspace' }))
    const answers = Promise.allSettled(requests)
    await until('all requests to wait in the database', async () => {
      return (await query(WAITING)).length === names.length
    })

    const end = node.kill('SIGTERM')
    node.kill('SIGTERM') // a terminal and npm both pass it on
    await until('new connections to be refused', async () => !(await accepts(node.address)))
    expect(await Promise.race([answers, wait(0, 'none yet')])).toBe('none yet')
    await query('commit')
    const released = performance.now()

    expect((await answers).map(({ status }) => status)).toEqual(names.map(() => 'fulfilled'))
    expect(await end).toBe(0)
    // The client would keep its connections: they must not hold up the end, which would take 10 seconds then.
    expect(performance.now() - released).toBeLessThan(9_500)
    const made = await query('select name from folders')
    expect(made.map(({ name }) => name).sort()).toEqual([...names].sort())
  })
})

const WAITING = `
  select pid from pg_locks join pg_database d on d.oid = pg_locks.database
   where not granted and d.datname = current_database()`

/** A folder and the note of its creation are written together. */
const HALF_DONE = `
  select coalesce(f.id, a.target_id) as id from folders f
  full join (select target_id from audit_log where action = 'folders.create') a on a.target_id = f.id
  where a.target_id is null
     or (f.id is null and not exists (
           select from audit_log d where d.action = 'folders.delete' and d.target_id = a.target_id))`

async function accepts(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(Number(port), hostname, () => resolve(true)).once('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
