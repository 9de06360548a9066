/** What one listener may take of the server, and what the server tells of them. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp } from './app.ts'
import { listen, type TestListener } from './listen.ts'
import { useApp } from './use-app.ts'
import { useTeam } from './use-team.ts'

const LIMITS = {
  sockets: 100,
  sockets_per_address: 8,
  sockets_per_app: 4,
  rooms_per_socket: 3,
  joins_per_minute: 6,
}

const app = useApp({ rate_limits: 'off', realtime_limits: LIMITS })
const { owner } = useTeam(app)
// Those whom a test leaves are gone a moment later, and count for the next one until then.
beforeEach(() => expect.poll(openSockets).toBe(0))

/** An app of its own, with so many entities. */
async function scene(entities = 1) {
  const app_id = (await app.make.app(owner)).id
  const names = Array.from({ length: entities }, (_, index) => `Task${index}`)
  for (const name of names) await app.as(owner).schemas.set({ app_id, name }, { properties: { title: {} } })
  return {
    app_id,
    rooms: names.map((name) => `entities:${app_id}:${name}`),
    connect: () => listen(app.baseUrl, { app_id, token: owner.token }),
    create: (title: string, name = 'Task0') =>
      app.as(owner).records.create({ app_id, entity_name: name }, { title }),
  }
}

const metric = async (line: RegExp) =>
  Number(line.exec(await (await fetch(`${app.baseUrl}/metrics`)).text())?.[1] ?? 0)

const openSockets = () => metric(/^atrium_realtime_sockets (\d+)/m)

/** On purpose past what is public: no client of theirs can do it. */
function stopReading({ socket }: TestListener): void {
  const { transport } = socket.io.engine as unknown as { transport: { ws: { _socket: { pause(): void } } } }
  transport.ws._socket.pause()
}

describe('a room', () => {
  test('that is joined twice is one join, and is left by leaving once', async () => {
    const { rooms, connect, create } = await scene()
    const [room = ''] = rooms
    const one = await connect()
    expect(await Promise.all([one.join(room), one.join(room)])).toEqual([
      { ok: true, room },
      { ok: true, room },
    ])
    await create('A')
    await one.hears(room, 1)
    await one.leave(room)
    await create('B')
    await one.join(room)
    await create('C')
    expect((await one.hears(room, 2)).map(({ data }) => data.title)).toEqual(['A', 'C'])
  })

  test('is in the right state whichever way joining and leaving follow each other', async () => {
    const { rooms, connect, create } = await scene()
    const [room = ''] = rooms
    const one = await connect()
    await Promise.all([one.join(room), one.leave(room), one.join(room), one.leave(room), one.join(room)])
    await create('A')
    await one.hears(room, 1)
    await Promise.all([one.leave(room), one.join(room), one.leave(room)])
    await create('B')
    const other = await connect()
    await other.join(room)
    await create('C')
    await other.hears(room, 1)
    expect(one.heard(room)).toHaveLength(1)
  })

  test('beyond the limit is refused, until one is left', async () => {
    const { rooms, connect } = await scene(4)
    const one = await connect()
    const [first = '', second = '', third = '', fourth = ''] = rooms
    for (const room of [first, second, third]) expect(await one.join(room)).toMatchObject({ ok: true })
    expect(await one.join(fourth)).toMatchObject({ ok: false, code: 'room_limit_reached' })
    await one.leave(first)
    expect(await one.join(fourth)).toMatchObject({ ok: true })
  })
})

describe('a listener', () => {
  test('who joins too often is refused, also for rooms that there are not', async () => {
    const { app_id, rooms, connect } = await scene()
    const one = await connect()
    for (let at = 0; at < LIMITS.joins_per_minute; at++)
      expect(await one.join(`entities:${app_id}:Not${at}`)).toMatchObject({ code: 'entity_not_found' })
    expect(await one.join(rooms[0])).toMatchObject({ ok: false, code: 'rate_limited' })
  })

  test('who sends much is cut off', async () => {
    const { connect } = await scene()
    const one = await connect()
    one.socket.emit('join', 'x'.repeat(10_000))
    await expect.poll(one.ended).toBe('transport close')
  })

  test('who sends without pause is cut off', async () => {
    const { connect } = await scene()
    const one = await connect()
    for (let at = 0; at < 1_000; at++) one.socket.emit('anything', at)
    await expect.poll(one.ended).toBe('io server disconnect')
  })

  test('who does not read what is sent is cut off, and the others are not held up', {
    tags: 'slow',
  }, async () => {
    const { rooms, connect, create } = await scene()
    const [room = ''] = rooms
    const [slow, quick] = [await connect(), await connect()]
    for (const each of [slow, quick]) await each.join(room)
    stopReading(slow)
    const cut = () => metric(/^atrium_realtime_dropped_total\{reason="slow"\} (\d+)/m)
    let sent = 0
    while ((await cut()) === 0 && sent < 100) {
      await create('x'.repeat(250_000))
      sent++
    }
    expect(sent).toBeLessThan(100)
    await quick.hears(room, sent)
    await expect.poll(openSockets).toBe(1)
  })

  test('who knocks twice on one connection is cut off', async () => {
    const { app_id } = await scene()
    const query = `EIO=4&transport=websocket&app_id=${app_id}&token=${owner.token}`
    const raw = new WebSocket(`${app.baseUrl.replace('http', 'ws')}/ws-user-apps/socket.io/?${query}`)
    const ended = new Promise((resolve) => raw.addEventListener('close', resolve))
    await new Promise((resolve) => raw.addEventListener('open', resolve))
    for (const packet of ['40', '40', '40']) raw.send(packet)
    await ended
    await expect.poll(openSockets).toBe(0)
  })

  test('comes in as many connections as an app may have', async () => {
    const { connect } = await scene()
    const open = await Promise.all([1, 2, 3, 4].map(connect))
    await expect(connect()).rejects.toMatchObject({ code: 'too_many_connections' })
    open[0]?.socket.disconnect()
    await expect.poll(() => connect().then(Boolean, () => false)).toBe(true)
  })

  test('who was refused may knock again on the same connection', async () => {
    const { app_id, connect } = await scene()
    const open = await Promise.all([1, 2, 3, 4].map(connect))
    const query = `EIO=4&transport=websocket&app_id=${app_id}&token=${owner.token}`
    const raw = new WebSocket(`${app.baseUrl.replace('http', 'ws')}/ws-user-apps/socket.io/?${query}`)
    const answers: string[] = []
    raw.addEventListener('message', ({ data }) => void answers.push(String(data)))
    await new Promise((resolve) => raw.addEventListener('open', resolve))
    raw.send('40')
    await expect.poll(() => answers.at(-1)).toMatch(/^44.*too_many_connections/)
    open[0]?.socket.disconnect()
    await expect.poll(openSockets).toBe(4)
    raw.send('40')
    await expect.poll(() => answers.at(-1)).toMatch(/^40/)
    raw.close()
  })

  test('comes in as many connections as an address may have', async () => {
    const scenes = await Promise.all([1, 2, 3].map(() => scene()))
    const [first, second, third] = scenes
    await Promise.all([1, 2, 3, 4].map(() => first?.connect()))
    await Promise.all([1, 2, 3, 4].map(() => second?.connect()))
    await expect(third?.connect()).rejects.toThrow('websocket error')
  })
})

test('a room that could not be opened for other nodes can be joined once the database takes it', async () => {
  const { rooms, connect, create } = await scene()
  const [room = ''] = rooms
  const one = await connect()
  const rename = (from: string, to: string) =>
    app.sql`alter table ${sql.table(from)} rename to ${sql.ref(to)}`
  await rename('realtime_interests', 'elsewhere')
  try {
    expect(await one.join(room)).toMatchObject({ ok: false, code: 'database_unavailable' })
  } finally {
    await rename('elsewhere', 'realtime_interests')
  }
  expect(await one.join(room)).toMatchObject({ ok: true })
  await create('A')
  await one.hears(room, 1)
})

describe('the metrics', () => {
  test('count connections, rooms, what was sent and what was refused', async () => {
    const { rooms, connect, create } = await scene()
    const [room = ''] = rooms
    const sent = () => metric(/^atrium_realtime_sent_total\{kind="entities"\} (\d+)/m)
    const before = await sent()
    const [one, other] = [await connect(), await connect()]
    for (const each of [one, other]) await each.join(room)
    await create('A')
    for (const each of [one, other]) await each.hears(room, 1)
    expect(await openSockets()).toBe(2)
    expect(await metric(/^atrium_realtime_rooms\{kind="entities"\} (\d+)/m)).toBe(1)
    expect((await sent()) - before).toBe(2)
    await one.join('nothing')
    expect(await metric(/^atrium_realtime_refused_total\{code="room_not_found"\} (\d+)/m)).toBe(1)
  })
})

describe('a server that stops', () => {
  test('lets go of its listeners, who come back by themselves, and forgets what they wanted', {
    tags: 'slow',
  }, async () => {
    const stopping = await createTestApp()
    const person = await stopping.make.person('owner')
    const app_id = (await stopping.make.app(person)).id
    await stopping.as(person).schemas.set({ app_id, name: 'Task' }, { properties: {} })
    const one = await listen(stopping.baseUrl, { app_id, token: person.token })
    await one.join(`entities:${app_id}:Task`)
    const deaf = await listen(stopping.baseUrl, { app_id, token: person.token })
    stopReading(deaf)
    const begin = performance.now()
    await stopping.stop()
    // What a client takes for a lost connection, and not for being shown out.
    await expect.poll(one.ended).toBe('transport close')
    expect(performance.now() - begin).toBeLessThan(9_000) // sooner than requests under way are given
  })
})
