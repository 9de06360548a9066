/** Telling people of changes while they look: over open connections, across all nodes of an installation. */
import type { Server as HttpServer } from 'node:http'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/db.ts'
import type { Notifications } from '../database/listen.ts'
import { makeId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { AuthorizeConnection } from './handshake.ts'
import { createInterests } from './interests.ts'
import type { Admit } from './listener.ts'
import { createOtherNodes } from './other-nodes.ts'
import { createRealtimeMetrics } from './realtime-metrics.ts'
import type { RoomKind } from './room-kind.ts'
import { createRooms, type Rooms } from './rooms.ts'
import { type SocketSettings, type Sockets, serveSockets } from './sockets.ts'
import { realtimeStore } from './store.ts'
import { type RightsWatch, watchRights } from './watch-rights.ts'

export interface Realtime {
  /** Whether anybody on any node is in the room; from memory, so that asking costs nothing. */
  isWanted(room: string): boolean
  /** Notifies all who are in the room; the change must survive being written as JSON. */
  publish(room: string, change: unknown): void
  /** Lets listeners come to this server; once, before it listens. */
  serve<Deps>(http: HttpServer, kinds: readonly RoomKind<Deps>[], deps: Deps, settings: ServeSettings): void
  /** From here on it knows of other nodes, and takes connections. */
  start(): Promise<void>
  /** Before `start`, and only where no other node lives: takes all that are known for dead. */
  takeOver(): Promise<void>
  /** Something with this id changed that somebody's rights may depend on. */
  recheckRights(id: string): void
  /** Cuts the connections, which clients then open again elsewhere. */
  close(): void
  /** After the last change was published. */
  stop(): Promise<void>
}

export type ServeSettings = SocketSettings & { authorizeConnection: AuthorizeConnection }

interface Served {
  sockets: Sockets
  rooms: Rooms<never>
  rights: RightsWatch
}

export function createRealtime(options: {
  db: Db
  notifications: Notifications
  clock: Clock
  log: Log
  metrics: Metrics
}): Realtime {
  const { db, notifications, clock, log } = options
  const metrics = createRealtimeMetrics(options.metrics)
  const node = makeId('node')
  const interests = createInterests({ db, notifications, log, node })
  const others = createOtherNodes({
    db,
    notifications,
    log,
    node,
    onDropped: () => metrics.dropped('other_nodes'),
  })
  let isReady = false
  let hasStarted = false
  let served: Served | null = null

  return {
    isWanted: (room) => interests.isElsewhere(room) || served?.rooms.has(room) === true,
    publish(room, change) {
      served?.rooms.publish(room, async () => change)
      if (interests.isElsewhere(room)) others.send(room, change)
    },
    recheckRights: (id) => served?.rights.recheckRights(id),
    serve(http, kinds, deps, settings) {
      const { authorizeConnection } = settings
      const admit: Admit = ({ connection, handshake }, _room, { kind, parts }) =>
        kind.admit(deps as never, { person: connection.person, app_id: handshake.app_id }, parts)
      const of = () => {
        if (!served) throw new Error('nobody can come before it is served')
        return served
      }
      const sockets = serveSockets(http, {
        ...settings,
        admit,
        log,
        metrics,
        isReady: () => isReady,
        rooms: () => of().rooms,
        rights: () => of().rights,
      })
      const rooms = createRooms({ kinds, deps, interests, log, metrics, send: sockets.send })
      const rights = watchRights({ authorizeConnection, admit, clock, log, showOut: sockets.showOut })
      served = { sockets, rooms: rooms as Rooms<never>, rights }
      metrics.watch(sockets.count, rooms.countByKind)
    },
    takeOver: () => realtimeStore(db).removeNodes(),
    async start() {
      others.onMessage((room, fetch) => served?.rooms.publish(room, fetch))
      // What was published since is lost: a client that connects again knows that it may have missed something.
      notifications.onReconnect(() => served?.sockets.cutAll())
      hasStarted = true
      await interests.start()
      isReady = true
    },
    close() {
      isReady = false
      interests.retire()
      served?.rights.stop()
      served?.sockets.close()
    },
    async stop() {
      await others.settle()
      if (hasStarted) await interests.stop()
    },
  }
}
