/** Live updates of an app: one socket.io connection for all that listen, open while somebody does. */
import { REALTIME_PATH } from '@atrium/contract/realtime'
import type { Socket } from 'socket.io-client'
import { ApiError, ConnectionError, isRecord } from './errors.ts'

export interface ListenOptions {
  /** From now on changes are reported. Also after a lost connection: what happened in the meantime is not reported again. */
  onConnect?: () => void
  /** A ConnectionError is tried again by itself; an ApiError is a refusal, and nothing more comes. */
  onError?: (error: ApiError | ConnectionError) => void
}

/** Listens to a room until the answer is called. */
export interface Realtime {
  listen(room: string, callback: (event: unknown) => void, options?: ListenOptions): () => void
  /** The credential changed: connects again, if there is a connection. */
  renew(): void
}

export interface RealtimeAddress {
  baseUrl: string
  app_id: string
  token(): string | undefined
}

interface Listener extends ListenOptions {
  callback: (event: unknown) => void
}

type RefusalOf = (body: Record<string, unknown>) => ApiError

interface Room {
  listeners: Set<Listener>
  state: 'waiting' | 'joining' | 'joined' | 'refused'
}

/** A server that closes its connections is about to restart, or to refuse the next one. */
const RETRY_AFTER_CLOSE_MS = 1_000

export function createRealtime(address: RealtimeAddress): Realtime {
  const rooms = new Map<string, Room>()
  let socket: Socket | null = null
  /** Nothing is refused before there is a socket. */
  let refused: RefusalOf

  const reportToAll = (error: ApiError | ConnectionError) => {
    for (const { listeners } of rooms.values()) for (const each of listeners) report(each, error)
  }

  const open = async () => {
    // Only those who listen load it.
    const { io, refusalOf } = await import('./live-socket.ts')
    refused = refusalOf
    // They may have left in the meantime, or others may have been faster.
    if (rooms.size === 0 || socket) return
    const opened = io(...connectionTo(address))
    opened.on('connect', () => {
      for (const [name, room] of rooms) join(opened, name, room, refused)
    })
    opened.on('disconnect', (reason) => {
      for (const room of rooms.values()) room.state = 'waiting'
      if (reason === 'io server disconnect')
        setTimeout(() => opened === socket && opened.connect(), jittered())
    })
    opened.on('connect_error', (error) => reportToAll(errorOf(address.baseUrl, error, refused)))
    opened.on('update_model', (message: unknown) => deliver(rooms, message))
    socket = opened
  }

  const leave = (name: string, room: Room, listener: Listener) => {
    room.listeners.delete(listener)
    if (room.listeners.size > 0 || rooms.get(name) !== room) return
    rooms.delete(name)
    if (rooms.size > 0) return void socket?.emit('leave', name)
    if (socket) end(socket)
    socket = null
  }

  return {
    listen(name, callback, options = {}) {
      const listener = { callback, ...options }
      const room: Room = rooms.get(name) ?? { listeners: new Set(), state: 'waiting' }
      rooms.set(name, room)
      room.listeners.add(listener)
      if (!socket)
        open().catch((error) => reportToAll(new ConnectionError(address.baseUrl, String(error), error)))
      // One that was refused is not tried again by itself.
      else if (!socket.active) socket.connect()
      else if (room.state === 'joined')
        queueMicrotask(() => room.listeners.has(listener) && listener.onConnect?.())
      else if (socket.connected && room.state !== 'joining') join(socket, name, room, refused)
      return () => leave(name, room, listener)
    },
    renew() {
      if (!socket) return
      socket.io.opts.query = queryOf(address)
      socket.disconnect().connect()
    },
  }
}

/** A browser warns of a connection that is closed while it is being opened: such a one is closed once it is open. */
function end(socket: Socket): void {
  const { engine } = socket.io
  if (engine?.readyState !== 'opening') return void socket.disconnect()
  socket.off()
  socket.io.reconnection(false)
  engine.once('open', () => socket.disconnect())
}

function connectionTo(address: RealtimeAddress): [url: string, options: object] {
  // A browser knows its own origin; a path before ours would be taken for a namespace.
  const base = address.baseUrl === '' ? globalThis.location?.href : address.baseUrl
  const { origin, pathname } = new URL(base)
  const prefix = address.baseUrl === '' ? '' : pathname.replace(/\/+$/, '')
  return [
    origin,
    { path: prefix + REALTIME_PATH, transports: ['websocket'], query: queryOf(address), forceNew: true },
  ]
}

function queryOf({ app_id, token }: RealtimeAddress): Record<string, string> {
  const secret = token()
  return secret === undefined ? { app_id } : { app_id, token: secret }
}

/** The server drops the rooms of a connection with it, so that every new one begins with joining. */
function join(socket: Socket, name: string, room: Room, refusalOf: RefusalOf): void {
  room.state = 'joining'
  socket.emit('join', name, (answer: unknown) => {
    const isRefused = isRecord(answer) && answer.ok === false
    room.state = isRefused ? 'refused' : 'joined'
    for (const each of room.listeners) {
      if (isRefused) report(each, refusalOf(answer))
      else each.onConnect?.()
    }
  })
}

function deliver(rooms: ReadonlyMap<string, Room>, message: unknown): void {
  if (!isRecord(message) || typeof message.data !== 'string') return
  for (const { callback } of rooms.get(String(message.room))?.listeners ?? []) {
    try {
      callback(JSON.parse(message.data))
    } catch (error) {
      // Reported as an uncaught one, and the other listeners still hear of the event.
      queueMicrotask(() => {
        throw error
      })
    }
  }
}

function report({ onError }: Listener, error: ApiError | ConnectionError): void {
  if (onError) onError(error)
  else if (error instanceof ApiError)
    console.warn(`Live updates are refused. ${error.code}: ${error.message}`)
}

/** The server's refusal of a connection carries its code; any other error is of the network. */
function errorOf(
  baseUrl: string,
  error: Error & { data?: unknown },
  refusalOf: RefusalOf,
): ApiError | ConnectionError {
  return isRecord(error.data) ? refusalOf(error.data) : new ConnectionError(baseUrl, error.message, error)
}

function jittered(): number {
  return RETRY_AFTER_CLOSE_MS * (0.5 + Math.random())
}
