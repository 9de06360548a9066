/** Connections to receivers. A connection carries one request at a time and is kept a while for the same origin. */
import { Client } from 'undici'
import type { Dial, DialLimits, Target } from './dial.ts'
import { OutboundError } from './failures.ts'

export interface Connection {
  origin: string
  client: Client
  /** Whose time the next dial runs on. */
  limits: DialLimits
  dials: number
  isConnected: boolean
}

export interface Connections {
  take(target: Target, limits: DialLimits): Connection
  /** Kept for the next request if it is still connected. */
  release(connection: Connection): void
  cut(connection: Connection): void
  close(): Promise<void>
}

export function createConnections(dial: Dial): Connections {
  /** In order of being given back; small enough to search through. */
  const idle: Connection[] = []
  const all = new Set<Connection>()

  function open(target: Target, limits: DialLimits): Connection {
    const client = new Client(target.url.origin, {
      ...CLIENT_OPTIONS,
      connect: (_, done) => {
        dialFor(connection, target).then(
          (socket) => done(null, socket),
          (error) => done(error, null),
        )
      },
    })
    const connection: Connection = { origin: target.url.origin, client, limits, dials: 0, isConnected: false }
    client.on('connect', () => {
      connection.isConnected = true
    })
    client.on('disconnect', () => {
      connection.isConnected = false
      if (removeIdle(connection)) cut(connection)
    })
    all.add(connection)
    return connection
  }

  /**
   * undici dials again when a kept connection proves closed before anything was written on it.
   * Once is enough: a receiver that drops every connection must not keep us dialling.
   */
  async function dialFor(connection: Connection, target: Target) {
    connection.dials++
    if (connection.dials > 1) throw new OutboundError('connection_reset')
    return dial(target, connection.limits)
  }

  function removeIdle(connection: Connection): boolean {
    const index = idle.indexOf(connection)
    if (index >= 0) idle.splice(index, 1)
    return index >= 0
  }

  function cut(connection: Connection): void {
    all.delete(connection)
    void connection.client.destroy()
  }

  return {
    take(target, limits) {
      const kept = idle.findLast(({ origin }) => origin === target.url.origin)
      if (!kept) return open(target, limits)
      removeIdle(kept)
      return Object.assign(kept, { limits, dials: 0 })
    },
    release(connection) {
      if (!connection.isConnected || !all.has(connection)) return cut(connection)
      const oldest = idle.length >= MAX_IDLE ? idle.shift() : undefined
      if (oldest) cut(oldest)
      idle.push(connection)
    },
    cut,
    async close() {
      const clients = [...all].map(({ client }) => client)
      all.clear()
      idle.length = 0
      await Promise.all(clients.map((client) => client.destroy()))
    },
  }
}

const MAX_IDLE = 256

const CLIENT_OPTIONS = {
  allowH2: false,
  pipelining: 1,
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 30_000,
  maxHeaderSize: 16 * 1024,
  // Our own deadline is the truth; undici's timers are coarse and start again with every chunk.
  headersTimeout: 0,
  bodyTimeout: 0,
}
