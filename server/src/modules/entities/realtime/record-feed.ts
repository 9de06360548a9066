import { entityRoom } from '@atrium/contract/realtime'
import type { RecordRow } from '../records/record-store.ts'

/** One record before and after: before is null when it was created, after when it was deleted. */
export interface RecordStep {
  before: RecordRow | null
  after: RecordRow | null
  happened_at: Date
}

/** Notifies those who listen to an entity at this moment. */
export interface RecordFeed {
  /** Whether anybody on any node listens to this entity; synchronous, from memory. */
  isWanted(appId: string, entityName: string): boolean
  /** After the commit, and only if it is wanted. */
  publish(appId: string, entityName: string, changes: readonly RecordStep[]): void
}

/** Where rooms are kept. */
interface Rooms {
  isWanted(room: string): boolean
  publish(room: string, change: RecordStep): void
}

export function createRecordFeed(rooms: Rooms): RecordFeed {
  return {
    isWanted: (appId, entityName) => rooms.isWanted(entityRoom(appId, entityName)),
    publish(appId, entityName, changes) {
      for (const change of changes) rooms.publish(entityRoom(appId, entityName), change)
    },
  }
}
