/** Live updates, against a small server that speaks the protocol and can be asked to misbehave. */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server, type Socket } from 'socket.io'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../test/eventually.ts'
import { ApiError, ConnectionError, createClient, type EntityEvent } from './index.ts'

const TASKS = 'entities:app_1:Task'

interface Wishes {
  /** Why the next handshakes are refused. */
  refusal?: { code: string; message: string }
  /** Rooms that may not be joined. */
  closed_rooms?: readonly string[]
}

async function startRealtime(wishes: Wishes = {}) {
  const handshakes: unknown[] = []
  const said: string[] = []
  const sockets: Socket[] = []
  const http = createServer()
  const io = new Server(http, { path: '/ws-user-apps/socket.io/', serveClient: false })
  io.use((socket, next) => {
    const { app_id, token } = socket.handshake.query
    handshakes.push(token === undefined ? { app_id } : { app_id, token })
    const { refusal } = wishes
    next(refusal && Object.assign(new Error(refusal.message), { data: refusal }))
  })
  io.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('join', (room: string, answer?: (outcome: object) => void) => {
      said.push(`join ${room}`)
      const isClosed = wishes.closed_rooms?.includes(room)
      if (!isClosed) socket.join(room)
      answer?.(
        isClosed ? { ok: false, code: 'app_not_found', message: 'There is no such app.' } : { ok: true },
      )
    })
    socket.on('leave', (room: string) => {
      said.push(`leave ${room}`)
      socket.leave(room)
    })
    socket.on('disconnect', () => said.push('gone'))
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => void (await io.close()))
  // A server that listens on TCP has an address with a port.
  const { port } = http.address() as AddressInfo
  const publish = (event: object, room = TASKS) =>
    io.to(room).emit('update_model', { room, data: JSON.stringify(event) })
  return { url: `http://127.0.0.1:${port}`, io, handshakes, said, sockets, publish }
}

function listenTo(url: string, token?: string) {
  const client = createClient({ baseUrl: url, app_id: 'app_1', token })
  const events: EntityEvent[] = []
  const onConnect = vi.fn()
  const onError = vi.fn<(error: ApiError | ConnectionError) => void>()
  const stop = client.entity('Task').subscribe((event) => events.push(event), { onConnect, onError })
  onTestFinished(stop)
  return {
    client,
    events,
    onConnect,
    onError,
    stop,
    ready: () => eventually(() => expect(onConnect).toHaveBeenCalled()),
  }
}

const made = {
  type: 'create',
  id: 'rec_1',
  data: { id: 'rec_1', title: 'a' },
  timestamp: '2026-11-15T09:30:00Z',
}

describe('a subscription', () => {
  test('hears of every change in its entity until it ends', async () => {
    const server = await startRealtime()
    const { events, ready, stop } = listenTo(server.url, 'secret')
    await ready()
    expect(server.handshakes).toEqual([{ app_id: 'app_1', token: 'secret' }])
    server.publish({ type: 'create', id: 'rec_9' }, 'entities:app_1:Other')
    server.publish(made)
    await eventually(() => expect(events).toEqual([made]))
    stop()
    await eventually(() => expect(server.said).toEqual([`join ${TASKS}`, 'gone']))
  })

  test('of one who has no credential sends none', async () => {
    const server = await startRealtime()
    await listenTo(server.url).ready()
    expect(server.handshakes).toEqual([{ app_id: 'app_1' }])
  })

  test('joins again after a lost connection, and says so', { tags: 'slow' }, async () => {
    const server = await startRealtime()
    const { events, onConnect, ready } = listenTo(server.url)
    await ready()
    server.sockets[0]?.conn.close()
    await eventually(() => expect(onConnect).toHaveBeenCalledTimes(2))
    server.publish(made)
    await eventually(() => expect(events).toEqual([made]))
  })

  test('joins again when the server closes the connection, as one that restarts does', {
    tags: 'slow',
  }, async () => {
    const server = await startRealtime()
    const { onConnect, ready } = listenTo(server.url)
    await ready()
    server.sockets[0]?.disconnect(true)
    await eventually(() => expect(onConnect).toHaveBeenCalledTimes(2))
  })

  test('comes again with the credential of somebody who signs in', async () => {
    const server = await startRealtime()
    const { client, onConnect, ready } = listenTo(server.url)
    await ready()
    client.setToken('mine')
    await eventually(() => expect(onConnect).toHaveBeenCalledTimes(2))
    expect(server.handshakes).toEqual([{ app_id: 'app_1' }, { app_id: 'app_1', token: 'mine' }])
  })

  test('that ends before it began opens no connection', async () => {
    const server = await startRealtime()
    const first = listenTo(server.url)
    first.stop()
    const second = listenTo(server.url)
    await second.ready()
    expect(server.handshakes).toHaveLength(1)
  })

  // A browser would warn of it if it ended at once.
  test('that ends while its connection is opened ends it once it is open', async () => {
    const server = await startRealtime()
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    let asked = 0
    server.io.engine.opts.allowRequest = async (_request, answer) => {
      asked++
      await gate
      answer(null, true)
    }
    const ended = vi.fn()
    server.io.engine.on('connection', (connection) => connection.on('close', ended))
    const { stop, onConnect, onError } = listenTo(server.url)
    await eventually(() => expect(asked).toBe(1))
    stop()
    // Once this is answered, the server would know of a connection that was cut off.
    await fetch(`${server.url}/ws-user-apps/socket.io/`)
    open()
    await eventually(() => expect(ended).toHaveBeenCalledOnce())
    expect(onConnect).not.toHaveBeenCalled()
    expect(onError).not.toHaveBeenCalled()
  })
})

test('several subscriptions share a connection, and one of them can end', async () => {
  const server = await startRealtime()
  const { client, events, ready, stop } = listenTo(server.url)
  await ready()
  const onConnect = vi.fn()
  const second: EntityEvent[] = []
  const stopSecond = client.entity('Task').subscribe((event) => second.push(event), { onConnect })
  const stopOther = client.entity('Other').subscribe(() => {})
  onTestFinished(() => {
    stopSecond()
    stopOther()
  })
  await eventually(() => expect(server.said).toEqual([`join ${TASKS}`, 'join entities:app_1:Other']))
  expect(onConnect).toHaveBeenCalledOnce()
  stop()
  server.publish(made)
  await eventually(() => expect(second).toEqual([made]))
  expect(events).toEqual([])
  stopSecond()
  stopSecond()
  await eventually(() => expect(server.said.at(-1)).toBe(`leave ${TASKS}`))
  expect(server.handshakes).toHaveLength(1)
})

test('nothing of socket.io is loaded before somebody listens', () => {
  const folder = new URL('.', import.meta.url)
  const names = readdirSync(folder).filter((name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name))
  const lines = names.flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split('\n'))
  const imports = lines.filter((line) => /'(socket.io-client|.\/live-socket.ts)'/.test(line))
  expect(imports.map((line) => line.trim())).toEqual([
    "export { io } from 'socket.io-client'",
    "import type { Socket } from 'socket.io-client'",
    "const { io, refusalOf } = await import('./live-socket.ts')",
  ])
})

describe('what goes wrong', () => {
  test('a refused connection is reported with its code', async () => {
    const refusal = { code: 'invalid_credentials', message: 'Sign in again.' }
    const server = await startRealtime({ refusal })
    const { onError } = listenTo(server.url, 'old')
    await eventually(() => expect(onError).toHaveBeenCalledOnce())
    expect(onError.mock.calls[0]?.[0]).toBeInstanceOf(ApiError)
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ status: 401, ...refusal })
  })

  test('a refusal is asked for again by the next listener', async () => {
    const wishes: Wishes = { refusal: { code: 'invalid_credentials', message: 'Sign in again.' } }
    const server = await startRealtime(wishes)
    const { client, onError, onConnect } = listenTo(server.url)
    await eventually(() => expect(onError).toHaveBeenCalledOnce())
    delete wishes.refusal
    wishes.closed_rooms = [TASKS]
    // Somebody who does not want to hear of errors should still be able to find out.
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    onTestFinished(() => warn.mockRestore())
    onTestFinished(client.entity('Task').subscribe(() => {}))
    await eventually(() => expect(onError).toHaveBeenCalledTimes(2))
    expect(warn.mock.calls).toEqual([['Live updates are refused. app_not_found: There is no such app.']])
    delete wishes.closed_rooms
    onTestFinished(client.entity('Task').subscribe(() => {}))
    await eventually(() => expect(onConnect).toHaveBeenCalledOnce())
    expect(server.handshakes).toHaveLength(2)
  })

  test('a refused room is reported to those who wanted it', async () => {
    const server = await startRealtime({ closed_rooms: [TASKS] })
    const { client, onError, onConnect } = listenTo(server.url)
    const other = vi.fn()
    onTestFinished(client.entity('Other').subscribe(() => {}, { onConnect: other }))
    await eventually(() => expect(other).toHaveBeenCalledOnce())
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ status: 404, code: 'app_not_found' })
    expect(onConnect).not.toHaveBeenCalled()
  })

  test('nobody there is a ConnectionError, and it is tried again', { tags: 'slow' }, async () => {
    const { onError } = listenTo('http://127.0.0.1:1')
    await eventually(() => expect(onError.mock.calls.length).toBeGreaterThan(1))
    expect(onError.mock.calls[0]?.[0]).toBeInstanceOf(ConnectionError)
  })

  test('a listener that throws keeps no event from the others', async () => {
    const server = await startRealtime()
    const uncaught = vi.fn()
    const others = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    process.on('uncaughtException', uncaught)
    onTestFinished(() => {
      process.removeAllListeners('uncaughtException')
      for (const each of others) process.on('uncaughtException', each)
    })
    const client = createClient({ baseUrl: server.url, app_id: 'app_1' })
    const fault = new Error('mine')
    onTestFinished(
      client.entity('Task').subscribe(() => {
        throw fault
      }),
    )
    const events: EntityEvent[] = []
    const onConnect = vi.fn()
    onTestFinished(client.entity('Task').subscribe((event) => events.push(event), { onConnect }))
    await eventually(() => expect(onConnect).toHaveBeenCalled())
    server.publish(made)
    await eventually(() => expect(events).toEqual([made]))
    await eventually(() => expect(uncaught.mock.calls[0]?.[0]).toBe(fault))
  })
})
