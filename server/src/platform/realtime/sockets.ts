/** The connections of listeners: socket.io over websockets, on the server that answers the API. */
import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { REALTIME_PATH } from '@atrium/contract/realtime'
import { Server, type Socket } from 'socket.io'
import { refuse } from '../errors.ts'
import { toApiError } from '../http/error-answers.ts'
import type { Log } from '../log.ts'
import { createBacklogs } from './backlogs.ts'
import { type AuthorizeConnection, addressOf, readHandshake } from './handshake.ts'
import { allowance, MAX_BYTES_IN, MAX_BYTES_OUT, type RealtimeLimits, tally } from './limits.ts'
import { type Admit, createListener, type Listener } from './listener.ts'
import type { RealtimeMetrics } from './realtime-metrics.ts'
import type { Rooms } from './rooms.ts'
import type { RightsWatch } from './watch-rights.ts'

const CONNECT_MS = 10_000
/** For clients to answer that the connection ends; who does not is cut off. */
const GOODBYE_MS = 500
/** To be let in by one connection, each with what it said at the start. */
const MOST_TRIES = 5
/** Next to joins, which have their own limit; who sends more is cut off. */
const PACKETS_PER_MINUTE = 600

export interface Sockets {
  count(): number
  send(room: string, text: string, sockets: readonly string[]): void
  showOut(listener: Listener): void
  /** Cuts all connections; clients connect again by themselves. */
  cutAll(): void
  /** The same, and takes no new ones. */
  close(): void
}

export interface SocketSettings {
  /** Whether listeners may come to this host; it may be that of another origin. */
  isServedAt(host: string | undefined): boolean
  cookieName: string
  trustProxy: boolean
  limits: RealtimeLimits
}

export function serveSockets(
  http: HttpServer,
  parts: SocketSettings & {
    authorizeConnection: AuthorizeConnection
    admit: Admit
    isReady(): boolean
    rooms(): Rooms<never>
    rights(): RightsWatch
    log: Log
    metrics: RealtimeMetrics
  },
): Sockets {
  const { limits, authorizeConnection, admit, metrics, log, trustProxy, cookieName } = parts
  const byAddress = tally()
  const byApp = tally()
  const backlogs = createBacklogs(() => metrics.dropped('slow'))
  const lines = new Map<string, Duplex>()
  const triesOf = new WeakMap<object, number>()
  const knocking = new WeakSet<object>()
  // Only listeners may change the protocol: to all others an offer to do so means nothing, as without us.
  Object.assign(http, {
    shouldUpgradeCallback: (request: IncomingMessage) =>
      isOurs(request) && parts.isServedAt(request.headers.host),
  })
  const io = new Server(http, {
    path: REALTIME_PATH,
    transports: ['websocket'],
    allowUpgrades: false,
    serveClient: false,
    maxHttpBufferSize: MAX_BYTES_IN,
    connectTimeout: CONNECT_MS,
    perMessageDeflate: false,
    httpCompression: false,
    allowRequest: (request, answer) => {
      const refusal = refusalAtTheGate(request)
      if (refusal) metrics.refused(refusal)
      answer(refusal, refusal === null)
    },
  })

  const refusalAtTheGate = (request: IncomingMessage): 'starting' | 'too_many_connections' | null => {
    if (!parts.isReady()) return 'starting'
    const isFull =
      io.engine.clientsCount >= limits.sockets ||
      byAddress.count(addressOf(request, trustProxy)) >= limits.sockets_per_address
    return isFull ? 'too_many_connections' : null
  }

  io.engine.on('connection', (connection) => {
    const address = addressOf(connection.request, trustProxy)
    const { id, request } = connection
    const line: Duplex = request.socket
    byAddress.add(address)
    lines.set(id, line)
    line.once('close', () => lines.delete(id))
    connection.on('close', () => byAddress.remove(address))
  })

  io.use((socket, next) => {
    const { conn } = socket
    const tries = triesOf.get(conn) ?? 0
    // One after the other: who knocks twice at once wants to be two.
    if (tries >= MOST_TRIES || knocking.has(conn)) return void conn.close()
    triesOf.set(conn, tries + 1)
    knocking.add(conn)
    accept(socket).then(
      () => next(),
      (error) => {
        knocking.delete(conn)
        const reported = refusalOf(error, log)
        metrics.refused(reported.code)
        next(Object.assign(new Error(reported.message), { data: reported }))
      },
    )
  })

  const accept = async (socket: Socket) => {
    const handshake = readHandshake(socket.request, cookieName, addressOf(socket.request, trustProxy))
    const { app_id } = handshake
    const before = parts.rights().changes
    const found = await authorizeConnection(handshake)
    if (byApp.count(app_id) >= limits.sockets_per_app) throw refuse('too_many_connections')
    if (socket.conn.readyState !== 'open') return // and is not let in either
    byApp.add(app_id)
    socket.conn.on('close', () => byApp.remove(app_id))
    const listener = createListener({
      socket,
      handshake,
      connection: found,
      rooms: parts.rooms(),
      limits,
      admit,
    })
    socket.data = { listener, hasMissedChanges: () => before !== parts.rights().changes }
  }

  io.on('connection', (socket) => {
    const { listener, hasMissedChanges } = socket.data as {
      listener: Listener
      hasMissedChanges(): boolean
    }
    const packets = allowance(PACKETS_PER_MINUTE)
    socket.use((_packet, next) => (packets.take() ? next() : void socket.disconnect(true)))
    socket.on('join', (room: unknown, ack: unknown) => {
      listener.join(room).then(
        () => answer(ack, { ok: true, room }),
        (error) => {
          const reported = { room: typeof room === 'string' ? room : null, ...refusalOf(error, log) }
          metrics.refused(reported.code)
          socket.emit('join_error', reported)
          answer(ack, { ok: false, ...reported })
        },
      )
    })
    socket.on('leave', (room: unknown, ack: unknown) => {
      void listener.leave(room).then(() => answer(ack, { ok: true, room }))
    })
    backlogs.watch(socket)
    // The request is not needed any more, and large.
    Object.assign(socket.conn, { request: null })
    socket.on('disconnect', () => {
      backlogs.remove(socket.id)
      parts.rights().remove(listener)
      listener.end()
    })
    parts.rights().add(listener)
    if (hasMissedChanges()) parts.rights().recheckListener(listener)
  })

  return {
    count: () => io.engine.clientsCount,
    send(room, text, sockets) {
      const bytes = Buffer.byteLength(text)
      if (bytes > MAX_BYTES_OUT) throw new Error(`an event of ${bytes} bytes is too large`)
      const ready = sockets.filter((id) => backlogs.isKeepingUp(id, bytes))
      // Written down once for all of them.
      if (ready.length > 0) io.to(ready).emit('update_model', { room, data: text })
    },
    showOut: ({ id }) => void io.of('/').sockets.get(id)?.disconnect(true),
    cutAll() {
      for (const { conn } of io.of('/').sockets.values()) conn.close()
    },
    close() {
      io.engine.close()
      const cutOff = () => {
        for (const line of lines.values()) line.destroy()
      }
      setTimeout(cutOff, GOODBYE_MS).unref()
    },
  }
}

function isOurs(request: IncomingMessage): boolean {
  return (
    request.headers.upgrade?.toLowerCase() === 'websocket' && request.url?.startsWith(REALTIME_PATH) === true
  )
}

function answer(ack: unknown, reported: object): void {
  if (typeof ack === 'function') ack(reported)
}

function refusalOf(error: unknown, log: Log): { code: string; message: string } {
  const { status, code, message } = toApiError(error)
  if (status >= 500) log.error({ err: error }, 'a listener could not be served')
  return { code, message }
}
