/** Judges listeners again when their rights may have changed; those who have none left are disconnected. */
import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { AuthorizeConnection, Connection } from './handshake.ts'
import type { Admit, Listener } from './listener.ts'
import type { Seat } from './room-kind.ts'

const AT_ONCE = 4
const LOOK_FOR_EXPIRED_MS = 1_000

export interface RightsWatch {
  add(listener: Listener): void
  remove(listener: Listener): void
  /** This one may have missed a change. */
  recheckListener(listener: Listener): void
  /** Something with this id changed. */
  recheckRights(id: string): void
  /** Counts the changes so far. */
  readonly changes: number
  stop(): void
}

export function watchRights(options: {
  authorizeConnection: AuthorizeConnection
  admit: Admit
  clock: Clock
  log: Log
  showOut(listener: Listener, refusal: ApiError): void
}): RightsWatch {
  const { authorizeConnection, admit, clock, log, showOut } = options
  const listeners = new Set<Listener>()
  const byId = new Map<string, Set<Listener>>()
  const due = new Set<Listener>()
  let changes = 0
  let running = 0
  let judged = judgement(authorizeConnection, admit)

  const file = (listener: Listener) => {
    for (const id of listener.connection.depends_on) {
      const those = byId.get(id) ?? new Set()
      byId.set(id, those.add(listener))
    }
  }
  const unfile = (listener: Listener) => {
    for (const id of listener.connection.depends_on) {
      const those = byId.get(id)
      if (those?.delete(listener) && those.size === 0) byId.delete(id)
    }
  }

  const judge = async (listener: Listener) => {
    // What others are found to be while this one is judged holds for it as well, until the next change.
    const now = judged
    try {
      const connection = await now.connection(listener)
      if (!listeners.has(listener)) return
      unfile(listener)
      listener.connection = connection
      file(listener)
      await listener.judgeRooms(now.seat)
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return showOut(listener, error)
      log.warn({ err: error }, 'a listener could not be judged again, trying again')
      setTimeout(() => listeners.has(listener) && recheck([listener]), LOOK_FOR_EXPIRED_MS).unref()
    }
  }

  const work = async () => {
    running++
    for (const listener of due) {
      due.delete(listener)
      if (listeners.has(listener)) await judge(listener)
    }
    running--
    if (running === 0) judged = judgement(authorizeConnection, admit)
  }

  const recheck = (those: Iterable<Listener>) => {
    changes++
    judged = judgement(authorizeConnection, admit)
    for (const listener of those) due.add(listener)
    // After the other subscribers of the same notification: they drop what they cached of the old state.
    if (due.size > 0) setImmediate(() => void startWork())
  }
  const startWork = () => {
    while (running < AT_ONCE && due.size > running) void work()
  }

  const looking = setInterval(() => {
    const now = clock.now()
    const isExpired = ({ connection: { expires_at } }: Listener) => expires_at !== null && expires_at <= now
    const expired = [...listeners].filter(isExpired)
    if (expired.length > 0) recheck(expired)
  }, LOOK_FOR_EXPIRED_MS)
  looking.unref()

  return {
    add(listener) {
      listeners.add(listener)
      file(listener)
    },
    remove(listener) {
      listeners.delete(listener)
      due.delete(listener)
      unfile(listener)
    },
    recheckListener: (listener) => recheck([listener]),
    recheckRights: (id) => recheck(byId.get(id) ?? []),
    get changes() {
      return changes
    },
    stop: () => clearInterval(looking),
  }
}

/** Between two changes the same credential is the same person, and sees the same: thousands may share one. */
function judgement(
  authorizeConnection: AuthorizeConnection,
  admit: Admit,
): { connection(listener: Listener): Promise<Connection>; seat: Admit } {
  const connections = new Map<string, Promise<Connection>>()
  const seats = new Map<string, Promise<Seat>>()
  return {
    connection: ({ handshake }) =>
      remembered(connections, credentialOf(handshake), () => authorizeConnection(handshake)),
    seat: (listener, room, place) =>
      remembered(seats, `${credentialOf(listener.handshake)} ${room}`, () => admit(listener, room, place)),
  }
}

function credentialOf({ app_id, presented }: Listener['handshake']): string {
  return `${app_id} ${presented?.secret ?? ''}`
}

function remembered<T>(known: Map<string, Promise<T>>, key: string, find: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? find()
  known.set(key, found)
  return found
}
