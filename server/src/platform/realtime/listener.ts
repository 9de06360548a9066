import type { Socket } from 'socket.io'
import { ApiError, refuse } from '../errors.ts'
import type { Connection, Handshake } from './handshake.ts'
import { type Allowance, allowance, type RealtimeLimits } from './limits.ts'
import type { Seat } from './room-kind.ts'
import type { Place, Rooms } from './rooms.ts'
import { createTurns } from './turns.ts'

/** One connection: who it is, and the rooms it is in or is about to enter. */
export interface Listener {
  readonly id: string
  readonly handshake: Handshake
  connection: Connection
  /** Resolves when changes reach the room; joining again is the same join. */
  join(room: unknown): Promise<void>
  leave(room: unknown): Promise<void>
  /** Judges all rooms again by the listener's rights of now, and reports the rooms that are lost. */
  judgeRooms(admit: Admit): Promise<void>
  /** Everything it is in is left, and nothing more is entered. */
  end(): void
}

export type Admit = (listener: Listener, room: string, place: Place<never>) => Promise<Seat>

interface Entry {
  place: Place<never>
  entered: Promise<void>
}

const LONGEST_NAME = 200

export function createListener(options: {
  socket: Socket
  handshake: Handshake
  connection: Connection
  rooms: Rooms<never>
  limits: RealtimeLimits
  admit: Admit
}): Listener {
  const { socket, handshake, rooms, limits, admit } = options
  const entries = new Map<string, Entry>()
  const inTurn = createTurns()
  const joins: Allowance = allowance(limits.joins_per_minute)
  /** Counts how often rights may have changed: what was judged before that must be judged again. */
  let changes = 0

  const judge = async (room: string, place: Place<never>): Promise<Seat> => {
    for (;;) {
      const before = changes
      const seat = await admit(listener, room, place)
      if (before === changes) return seat
    }
  }

  const enter = async (room: string, entry: Entry): Promise<void> => {
    if (entries.get(room) !== entry) return
    try {
      const seat = await judge(room, entry.place)
      if (entries.get(room) === entry) await rooms.enter(room, entry.place, socket.id, seat)
    } catch (refusal) {
      if (entries.get(room) === entry) entries.delete(room)
      throw refusal
    }
  }

  const leave = async (room: string): Promise<void> => {
    if (entries.delete(room)) await inTurn(room, async () => rooms.leave(room, socket.id))
  }

  const judgeEntry = async (room: string, entry: Entry, judgeNow: Admit): Promise<void> => {
    if (entries.get(room) !== entry) return
    try {
      const seat = await judgeNow(listener, room, entry.place)
      if (entries.get(room) === entry) rooms.reseat(room, socket.id, seat)
    } catch (refusal) {
      if (!(refusal instanceof ApiError) || refusal.status >= 500) throw refusal
      if (entries.get(room) !== entry) return
      entries.delete(room)
      rooms.leave(room, socket.id)
      socket.emit('room_closed', { room, code: refusal.code, message: refusal.message })
    }
  }

  const listener: Listener = {
    id: socket.id,
    handshake,
    connection: options.connection,
    async join(room) {
      const place = typeof room === 'string' && room.length <= LONGEST_NAME ? rooms.placeOf(room) : null
      if (typeof room !== 'string' || !place) throw refuse('room_not_found')
      const known = entries.get(room)
      if (known) return known.entered
      if (!joins.take()) throw refuse('rate_limited', { message: 'Too many joins; wait a minute.' })
      if (entries.size >= limits.rooms_per_socket) throw refuse('room_limit_reached')
      const entry: Entry = { place, entered: Promise.resolve() }
      entries.set(room, entry)
      entry.entered = inTurn(room, () => enter(room, entry))
      return entry.entered
    },
    async leave(room) {
      if (typeof room === 'string') await leave(room)
    },
    async judgeRooms(judgeNow) {
      changes++
      await Promise.all(
        [...entries].map(([room, entry]) => inTurn(room, () => judgeEntry(room, entry, judgeNow))),
      )
    },
    end() {
      for (const room of [...entries.keys()]) void leave(room)
    },
  }
  return listener
}
