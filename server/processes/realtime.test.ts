/** Listeners on several nodes that share a database. */
import { describe, expect, test } from 'vitest'
import { listen, type TestListener } from '../test/listen.ts'
import { clientOf, type NodeProcess } from './node-process.ts'
import { startTestNode, startTestNodes } from './test-nodes.ts'
import { until } from './until.ts'

describe('a change on one node', () => {
  test('reaches listeners on the other, however large it is, as long as they may see it', async () => {
    const { nodes, token, query } = await startTestNodes(2)
    const [first, second] = nodes
    const { room, create, app_id } = await scene(first, token)
    const near = await joined(first, app_id, token, room)
    const far = await joined(second, app_id, token, room)
    const limited = await clientOf(first, token).tokens.create({ name: 'Reader', permission: 'read_only' })
    const reader = await joined(second, app_id, limited.token, room)

    await create({ title: 'small' })
    await create({ title: 'x'.repeat(20_000) })
    await create({ title: 'last' })
    for (const one of [near, far, reader]) {
      await until('three events', () => one.heard(room).length >= 3)
      expect(one.heard(room).map(({ data }) => data.title.length)).toEqual([5, 20_000, 4])
    }
    expect(near.heard(room)).toEqual(far.heard(room))
    expect(await query('select room, count(*)::int as nodes from realtime_interests group by room')).toEqual([
      { room, nodes: 2 },
    ])

    await near.leave(room)
    await create({ title: 'again' })
    await until('the fourth event', () => far.heard(room).length >= 4)
    expect(near.heard(room)).toHaveLength(3)

    // A right that is taken away on one node ends connections on the other.
    await clientOf(first, token).tokens.revoke({ token_id: limited.id })
    await until('being shown out', () => reader.ended() === 'io server disconnect', 4_700)
  })

  test('costs other nodes nothing when nobody listens there', async () => {
    const { nodes, token, query } = await startTestNodes(2)
    const [first, second] = nodes
    const { room, create, app_id } = await scene(first, token)
    const far = await joined(second, app_id, token, room)
    await create({ title: 'x'.repeat(20_000) })
    await until('the event', () => far.heard(room).length === 1)
    expect(await query('select count(*)::int as stored from realtime_messages')).toEqual([{ stored: 1 }])
    far.socket.disconnect()
    await until(
      'the end of interest',
      async () => (await query('select room from realtime_interests')).length === 0,
    )
    // Anyone who joins is let in when all nodes have heard of it, and so of all that was reported before.
    await clientOf(first, token).schemas.set({ app_id, name: 'Other' }, { properties: {} })
    await joined(second, app_id, token, `entities:${app_id}:Other`)
    await create({ title: 'x'.repeat(20_000) })
    expect(await query('select count(*)::int as stored from realtime_messages')).toEqual([{ stored: 1 }])
  })
})

describe('a node', () => {
  test('that is killed does not keep the others from telling theirs, and is forgotten', async () => {
    const { nodes, token, query, settings } = await startTestNodes(2)
    const [first, second] = nodes
    const { room, app_id } = await scene(first, token)
    const near = await joined(first, app_id, token, room)
    const far = await joined(second, app_id, token, room)
    await first.kill('SIGKILL')
    await until('the lost connection', () => near.ended() !== null)

    const entity = { app_id, entity_name: 'Task' }
    await clientOf(second, token).records.create(entity, { title: 'after the kill' })
    await until('the event', () => far.heard(room).length === 1)
    // As if a minute had passed; the living ones say so again before they look for the dead.
    await query("update realtime_nodes set until = now() - interval '1 second'")
    const third = await startTestNode({ settings })
    await until(
      'one node that is interested',
      async () => (await query('select room from realtime_interests')).length === 1,
      40_000,
    )
    await clientOf(third, token).records.create(entity, { title: 'from a new node' })
    await until('the second event', () => far.heard(room).length === 2)
  })

  test('that stops sends its listeners to another, and says that it wants nothing more', async () => {
    const { nodes, token, query } = await startTestNodes(2)
    const [first, second] = nodes
    const { room, app_id, create } = await scene(second, token)
    const near = await joined(first, app_id, token, room)
    expect(await first.stop()).toBe(0)
    await until('the lost connection', () => near.ended() === 'transport close')
    expect(await query('select room from realtime_interests')).toEqual([])
    const there = await joined(second, app_id, token, room)
    await create({ title: 'A' })
    await until('the event', () => there.heard(room).length === 1)
  })

  test('that lost its connection for news sends its listeners to connect again', async () => {
    const { nodes, token, query } = await startTestNodes(2)
    const [first, second] = nodes
    const { room, app_id, create } = await scene(first, token)
    const far = await joined(second, app_id, token, room)
    await query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'atrium notifications'`,
    )
    await until('the cut', () => far.ended() === 'transport close')
    const again = await joined(second, app_id, token, room)
    await until('an event from the other node', async () => {
      await create({ title: 'A' })
      return again.heard(room).length > 0
    })
  })
})

async function scene(node: NodeProcess, token: string) {
  const client = clientOf(node, token)
  const { id: app_id } = await client.apps.create({ name: 'Listened to' })
  await client.schemas.set({ app_id, name: 'Task' }, { properties: { title: { type: 'string' } } })
  const create = (values: object) => client.records.create({ app_id, entity_name: 'Task' }, { ...values })
  return { app_id, room: `entities:${app_id}:Task`, create }
}

async function joined(node: NodeProcess, app_id: string, token: string, room: string): Promise<TestListener> {
  const one = await listen(node.address, { app_id, token })
  expect(await one.join(room)).toMatchObject({ ok: true })
  return one
}
