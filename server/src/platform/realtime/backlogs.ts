import type { Duplex } from 'node:stream'
import type { Socket } from 'socket.io'
import { MAX_BYTES_WAITING } from './limits.ts'

/** What waits for each reader: one that is too slow must not fill our memory. */
export interface Backlogs {
  watch(socket: Socket): void
  remove(socketId: string): void
  /** Before so much is sent. Anyone who is too far behind is cut off, and learns so that something was missed. */
  isKeepingUp(socketId: string, bytes: number): boolean
}

/** Bytes that were not handed over yet, and those that the system has not taken yet. */
interface Backlog {
  waiting: number
  leaving: number
  line: Duplex
}

export function createBacklogs(onCutOff: () => void): Backlogs {
  const backlogs = new Map<string, Backlog>()
  return {
    watch({ id, conn, request }) {
      const backlog: Backlog = { waiting: 0, leaving: 0, line: request.socket }
      backlogs.set(id, backlog)
      conn.on('flush', () => {
        backlog.leaving = backlog.waiting
        backlog.waiting = 0
      })
      conn.transport.on('drain', () => {
        backlog.leaving = 0
      })
    },
    remove: (socketId) => void backlogs.delete(socketId),
    isKeepingUp(socketId, bytes) {
      const backlog = backlogs.get(socketId)
      if (!backlog) return false
      backlog.waiting += bytes
      if (backlog.waiting + backlog.leaving <= MAX_BYTES_WAITING) return true
      onCutOff()
      backlog.line.destroy() // who does not read would not read a goodbye either
      backlogs.delete(socketId)
      return false
    },
  }
}
