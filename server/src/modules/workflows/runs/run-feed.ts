import { runRoom } from '@atrium/contract/realtime'
import type { RunWrite } from '../engine/run-store.ts'

/** Notifies those who look at a run at this moment. */
export interface RunFeed {
  /** After the commit of what is stored. */
  publish(write: RunWrite): void
}

interface Rooms {
  isWanted(room: string): boolean
  publish(room: string, change: { run_id: string }): void
}

/** What is sent is the whole run, so not after each of many quick steps. */
const PAUSE_MS = 200

/** Only that something changed: what a listener may see of it is read when it is sent. */
export function createRunFeed(rooms: Rooms): RunFeed {
  const due = new Set<string>()
  return {
    publish({ id }) {
      const room = runRoom(id)
      if (due.has(id) || !rooms.isWanted(room)) return
      due.add(id)
      const send = () => {
        due.delete(id)
        rooms.publish(room, { run_id: id })
      }
      setTimeout(send, PAUSE_MS).unref()
    },
  }
}
