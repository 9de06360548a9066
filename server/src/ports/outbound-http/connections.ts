/** Connections to receivers. A line carries one request at a time and is kept a while for the same origin. */
import { Client } from 'undici'
import type { Dial, DialLimits, Target } from './dial.ts'
import { OutboundError } from './failures.ts'

export interface Line {
  origin: string
  client: Client
  /** Whose time the next dial runs on. */
  limits: DialLimits
  dials: number
  isConnected: boolean
}

export interface Lines {
  take(target: Target, limits: DialLimits): Line
  /** Kept for the next request if it is still connected. */
  giveBack(line: Line): void
  cut(line: Line): void
  close(): Promise<void>
}

export function createLines(dial: Dial): Lines {
  /** In order of being given back; small enough to search through. */
  const idle: Line[] = []
  const all = new Set<Line>()

  function open(target: Target, limits: DialLimits): Line {
    const client = new Client(target.url.origin, {
      ...CLIENT_OPTIONS,
      connect: (_, done) => {
        dialFor(line, target).then(
          (socket) => done(null, socket),
          (error) => done(error, null),
        )
      },
    })
    const line: Line = { origin: target.url.origin, client, limits, dials: 0, isConnected: false }
    client.on('connect', () => {
      line.isConnected = true
    })
    client.on('disconnect', () => {
      line.isConnected = false
      if (forgetIdle(line)) cut(line)
    })
    all.add(line)
    return line
  }

  /**
   * undici dials again when a kept connection proves closed before anything was written on it.
   * Once is enough: a receiver that drops every connection must not keep us dialling.
   */
  async function dialFor(line: Line, target: Target) {
    line.dials++
    if (line.dials > 1) throw new OutboundError('connection_reset')
    return dial(target, line.limits)
  }

  function forgetIdle(line: Line): boolean {
    const index = idle.indexOf(line)
    if (index >= 0) idle.splice(index, 1)
    return index >= 0
  }

  function cut(line: Line): void {
    all.delete(line)
    void line.client.destroy()
  }

  return {
    take(target, limits) {
      const kept = idle.findLast(({ origin }) => origin === target.url.origin)
      if (!kept) return open(target, limits)
      forgetIdle(kept)
      return Object.assign(kept, { limits, dials: 0 })
    },
    giveBack(line) {
      if (!line.isConnected || !all.has(line)) return cut(line)
      const oldest = idle.length >= MAX_IDLE ? idle.shift() : undefined
      if (oldest) cut(oldest)
      idle.push(line)
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
