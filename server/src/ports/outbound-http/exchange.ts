/** One request and its answer on one connection. */
import type { Client, Dispatcher } from 'undici'
import { OutboundError } from './failures.ts'
import type { Answered, OutboundRequest } from './port.ts'

export type Answer = Omit<Answered, 'kind' | 'durationMs'>

export interface Exchange {
  /** As soon as the caller can know; rejects when no status came. */
  answer: Promise<Answer>
  /** When the connection is done with: whole answers leave it usable. */
  end: Promise<'reusable' | 'spent'>
  wasSent(): boolean
  /** What is known when time is up. */
  stop(reason: unknown): void
}

export type Message = Pick<OutboundRequest, 'keepBody' | 'keepBodyWhen'> & Dispatcher.DispatchOptions

/** `dispatch`, not `request`: it tells when the request is written, and hands over bytes without a stream. */
export function exchange(client: Client, { keepBody, keepBodyWhen, ...message }: Message): Exchange {
  const answer = Promise.withResolvers<Answer>()
  const end = Promise.withResolvers<'reusable' | 'spent'>()
  const kept: Buffer[] = []
  let head: Pick<Answer, 'status' | 'headers'> | null = null
  let room = keepBody
  let drainable = 0
  let interim = 0
  let sent = false

  const settle = (rest: 'ended' | 'cut') => {
    if (head) answer.resolve({ ...head, body: Buffer.concat(kept), truncated: rest === 'cut' })
  }

  function onStatus(controller: Dispatcher.DispatchController, status: number): void {
    if (keepBodyWhen === 'always' || status < 200 || status > 299) return
    room = 0
    drainable = MAX_DRAINED
    settle('ended')
    const timer = setTimeout(() => controller.abort(new Error('drained long enough')), DRAIN_MS)
    void end.promise.then(() => clearTimeout(timer))
  }

  client.dispatch(message, {
    onRequestStart() {
      sent = true
    },
    onResponseStart(controller, status, headers) {
      if (status < 200) {
        const isKnown = INTERIM_STATUSES.has(status) && ++interim <= MAX_INTERIM
        if (!isKnown) controller.abort(new OutboundError('invalid_response'))
      } else if (status > 599) {
        controller.abort(new OutboundError('invalid_response'))
      } else {
        head = { status, headers: joinHeaders(headers) }
        onStatus(controller, status)
      }
    },
    onResponseData(controller, chunk) {
      if (room > 0) kept.push(Buffer.from(chunk.subarray(0, room))) // a copy: the chunk holds a larger buffer
      room -= chunk.length
      if (room < -drainable) controller.abort(new Error('more than wanted'))
      // Only in the next turn: the end may be among the bytes that have already come.
      if (room === 0) setImmediate(() => controller.abort(new Error('as much as wanted')))
    },
    onResponseEnd() {
      settle('ended')
      end.resolve('reusable')
    },
    onResponseError(_, error) {
      settle('cut')
      answer.reject(error)
      end.resolve('spent')
    },
  })

  return {
    answer: answer.promise,
    end: end.promise,
    wasSent: () => sent,
    stop(reason) {
      settle('cut')
      answer.reject(reason)
    },
  }
}

/** Reading a little of a body that nobody wants is cheaper than a new connection. */
const MAX_DRAINED = 16 * 1024
const DRAIN_MS = 250

/** Processing and early hints: the answer is still to come. */
const INTERIM_STATUSES = new Set([102, 103])
const MAX_INTERIM = 10

function joinHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  )
}
