/** Who is in which room on this node, and what they are sent. */
import { setImmediate as breathe } from 'node:timers/promises'
import { refuse } from '../errors.ts'
import type { Log } from '../log.ts'
import { tolerate } from '../tolerate.ts'
import type { Interests } from './interests.ts'
import type { RealtimeMetrics } from './realtime-metrics.ts'
import type { Parts, RoomKind, Seat } from './room-kind.ts'

/** Changes of one room that may wait for those before them; what comes then is dropped. */
const MOST_WAITING = 5_000
/** Between so many receivers other work gets its turn. */
const RECEIVERS_AT_ONCE = 500

export interface Rooms<Deps> {
  /** What a room's name stands for; null when there is no such kind of room. */
  placeOf(room: string): Place<Deps> | null
  has(room: string): boolean
  /** Resolves when changes on all nodes reach the room. */
  enter(room: string, place: Place<Deps>, socketId: string, seat: Seat): Promise<void>
  /** For those who are in the room: what they see from now on. */
  reseat(room: string, socketId: string, seat: Seat): void
  leave(room: string, socketId: string): void
  /** What happened in a room; fetched when it is its turn. */
  publish(room: string, fetch: () => Promise<unknown>): void
  countByKind(): ReadonlyMap<string, number>
}

export interface Place<Deps> {
  kind: RoomKind<Deps>
  parts: Parts
}

interface Room<Deps> extends Place<Deps> {
  name: string
  groups: Map<string, Group>
  /** The group of each socket. */
  seats: Map<string, string>
  opened: Promise<void>
  waiting: (() => Promise<unknown>)[]
  isPublishing: boolean
}

interface Group {
  view: unknown
  sockets: Set<string>
}

export function createRooms<Deps>(options: {
  kinds: readonly RoomKind<Deps>[]
  deps: Deps
  interests: Interests
  log: Log
  metrics: RealtimeMetrics
  /** Sends a text to these sockets. */
  send(room: string, text: string, sockets: readonly string[]): void
}): Rooms<Deps> {
  const { kinds, deps, interests, log, metrics, send } = options
  const rooms = new Map<string, Room<Deps>>()

  const open = (name: string, place: Place<Deps>): Room<Deps> => {
    const opened = interests.add(name)
    opened.catch(() => {}) // those who enter are notified
    return {
      ...place,
      name,
      groups: new Map(),
      seats: new Map(),
      opened,
      waiting: [],
      isPublishing: false,
    }
  }

  const leave = (name: string, socketId: string) => {
    const room = rooms.get(name)
    if (!room) return
    unseat(room, socketId)
    if (room.seats.size > 0) return
    rooms.delete(name)
    room.waiting.length = 0
    const closing = interests.remove(name)
    void tolerate(log, 'a room could not be closed for other nodes', closing, undefined)
  }

  const publishAll = async (room: Room<Deps>) => {
    room.isPublishing = true
    for (let next = room.waiting.shift(); next; next = room.waiting.shift()) {
      try {
        const change = await next()
        if (change !== null) await present(room, change)
      } catch (error) {
        metrics.dropped('failed')
        log.error({ err: error, room: room.name }, 'a change could not be published')
      }
    }
    room.isPublishing = false
  }

  const present = async (room: Room<Deps>, change: unknown) => {
    const groups = [...room.groups.values()]
    const views = groups.map(({ view }) => view)
    const texts = await room.kind.present(deps, room.parts, change, views)
    const byText = Map.groupBy(groups, (_, index) => texts[index] ?? null)
    for (const [text, those] of byText) {
      if (text === null) continue
      const sockets = those.flatMap((group) => [...group.sockets])
      for (let at = 0; at < sockets.length; at += RECEIVERS_AT_ONCE) {
        if (at > 0) await breathe()
        // Those who left or lost their seat while others were notified.
        const still = sockets.slice(at, at + RECEIVERS_AT_ONCE).filter((id) => room.seats.has(id))
        send(room.name, text, still)
        metrics.sent(room.kind.name, still.length)
      }
    }
  }

  return {
    placeOf(room) {
      for (const kind of kinds) {
        const found = kind.pattern.exec(room)
        if (found) return { kind, parts: { ...found.groups } }
      }
      return null
    },
    has: (room) => rooms.has(room),
    async enter(name, place, socketId, seat) {
      const room = rooms.get(name) ?? open(name, place)
      rooms.set(name, room)
      takeSeat(room, socketId, seat)
      try {
        await room.opened
      } catch (error) {
        if (rooms.get(name) === room) leave(name, socketId)
        throw refuse('database_unavailable', { cause: error })
      }
    },
    reseat(name, socketId, seat) {
      const room = rooms.get(name)
      if (!room?.seats.has(socketId)) return
      if (room.seats.get(socketId) !== seat.group) unseat(room, socketId)
      takeSeat(room, socketId, seat)
    },
    leave,
    publish(name, fetch) {
      const room = rooms.get(name)
      if (!room) return
      if (room.waiting.length >= MOST_WAITING) return metrics.dropped('too_many')
      room.waiting.push(fetch)
      if (!room.isPublishing) void publishAll(room)
    },
    countByKind() {
      const counts = new Map(kinds.map(({ name }) => [name, 0]))
      for (const { kind } of rooms.values()) counts.set(kind.name, (counts.get(kind.name) ?? 0) + 1)
      return counts
    },
  }
}

/** The newest view holds for all of the group: it is one and the same person's, or everybody's. */
function takeSeat<Deps>(room: Room<Deps>, socketId: string, { group: key, view }: Seat): void {
  const group = room.groups.get(key) ?? { view, sockets: new Set() }
  group.view = view
  group.sockets.add(socketId)
  room.groups.set(key, group)
  room.seats.set(socketId, key)
}

function unseat<Deps>(room: Room<Deps>, socketId: string): void {
  const key = room.seats.get(socketId)
  if (key === undefined) return
  room.seats.delete(socketId)
  const group = room.groups.get(key)
  if (group?.sockets.delete(socketId) && group.sockets.size === 0) room.groups.delete(key)
}
