/** A listener as apps' front ends are: socket.io over a websocket. */
import { io, type Socket } from 'socket.io-client'
import { expect, onTestFinished } from 'vitest'

export interface TestListener {
  socket: Socket
  /** What came for a room so far, oldest first. */
  heard(room: string): Heard[]
  /** Waits until so much came for a room, and returns it. */
  hears(room: string, count: number): Promise<Heard[]>
  /** The server's answer. */
  join(room: unknown): Promise<{ ok: boolean; code?: string }>
  leave(room: string): Promise<unknown>
  /** Why the connection ended; null while it stands. */
  ended(): string | null
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the server sends
export type Heard = any

export interface ListenQuery {
  app_id: string
  token?: string
}

/** Connects, or throws the refusal as it was sent: `{code, message}`. */
export async function listen(
  baseUrl: string,
  query: ListenQuery,
  options: Record<string, unknown> = {},
): Promise<TestListener> {
  const socket = io(baseUrl, {
    path: '/ws-user-apps/socket.io/',
    transports: ['websocket'],
    query: { ...query },
    forceNew: true,
    reconnection: false,
    ...options,
  })
  onTestFinished(() => void socket.disconnect())
  const rooms = new Map<string, Heard[]>()
  let end: string | null = null
  socket.on('update_model', ({ room, data }) => {
    rooms.set(room, [...(rooms.get(room) ?? []), JSON.parse(data)])
  })
  socket.on('disconnect', (reason) => {
    end = reason
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', (error: Error & { data?: unknown }) => reject(error.data ?? error))
  })
  const heard = (room: string) => rooms.get(room) ?? []
  return {
    socket,
    heard,
    async hears(room, count) {
      await expect.poll(() => heard(room).length).toBeGreaterThanOrEqual(count)
      return heard(room)
    },
    join: (room) => socket.timeout(15_000).emitWithAck('join', room),
    leave: (room) => socket.timeout(15_000).emitWithAck('leave', room),
    ended: () => end,
  }
}
