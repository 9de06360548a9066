import type { FastifyInstance } from 'fastify'
import { refuse } from '../errors.ts'

const MIB = 2 ** 20

export interface AnswerRoom {
  /** Bytes from which on an answer counts. */
  large: number
  /** Of all large answers that are on their way; of those of one app half. */
  most: number
  /** Who takes nothing for so long is not waited for any more. */
  patienceMs: number
}

const ROOM: AnswerRoom = { large: MIB, most: 256 * MIB, patienceMs: 30_000 }

/** An answer stays in memory until it is read: those who ask for much and read slowly must not fill it. */
export function limitLargeAnswers(server: FastifyInstance, room: AnswerRoom = ROOM): void {
  const { large, most, patienceMs } = room
  let onTheirWay = 0
  const ofApp = new Map<string, number>()
  const count = (app: string, bytes: number) => {
    onTheirWay += bytes
    const now = (ofApp.get(app) ?? 0) + bytes
    if (now > 0) ofApp.set(app, now)
    else ofApp.delete(app)
  }
  server.addHook('onSend', async (request, reply, payload) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0
    if (bytes < large) return payload
    const { app_id: app = '' } = request.params as { app_id?: string }
    if (onTheirWay + bytes > most || (ofApp.get(app) ?? 0) + bytes > most / 2)
      throw refuse('server_busy', {
        message: 'Many large answers are on their way; try again in a moment, or ask for less.',
        headers: { 'Retry-After': '1' },
      })
    count(app, bytes)
    const { socket } = reply.raw
    const leave = () => socket?.destroy()
    socket?.setTimeout(patienceMs).on('timeout', leave)
    reply.raw.once('close', () => {
      count(app, -bytes)
      socket?.off('timeout', leave)
      // Behind a whole answer, Node has set how long the connection may be idle.
      if (socket?.timeout === patienceMs) socket.setTimeout(0)
    })
    return payload
  })
}
