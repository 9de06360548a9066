/** One request to the process of a function. A short answer comes whole, a long one as it arrives. */
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'

export interface SentRequest {
  /** Rejects when the connection breaks, or with the reason of `abort`. */
  readonly answer: Promise<ProcessAnswer>
  /** Breaks it off, be it before or in the middle of the answer. */
  abort(reason: Error): void
}

export interface ProcessAnswer {
  status: number
  /** By lower-case name. */
  headers: Record<string, string | string[] | undefined>
  body: Buffer | Readable
}

/** An answer that says it is no longer than this is waited for. */
const MOST_WHOLE_BYTES = 16 * 1024

export function sendRequest(dispatcher: Dispatcher, request: Dispatcher.DispatchOptions): SentRequest {
  const { promise, resolve, reject } = Promise.withResolvers<ProcessAnswer>()
  let controller: Dispatcher.DispatchController | undefined
  let aborted: Error | undefined
  const abort = (reason: Error) => {
    aborted ??= reason
    controller?.abort(reason)
  }

  let head: Omit<ProcessAnswer, 'body'> = { status: 0, headers: {} }
  const pieces: Buffer[] = []
  let stream: Readable | undefined
  dispatcher.dispatch(request, {
    onRequestStart(started) {
      controller = started
      if (aborted) started.abort(aborted)
    },
    onResponseStart(started, status, headers) {
      head = { status, headers }
      if (status < 200 || Number(headers['content-length'] ?? Infinity) <= MOST_WHOLE_BYTES) return
      stream = new Readable({
        read: () => started.resume(),
        destroy(error, done) {
          abort(error ?? new Error('The rest of the answer is not wanted'))
          done(error)
        },
      })
      stream.on('error', () => {}) // the reader gets it, however late it comes
      resolve({ ...head, body: stream })
    },
    onResponseData(started, piece) {
      if (!stream) pieces.push(piece)
      else if (!stream.push(piece)) started.pause()
    },
    onResponseEnd() {
      if (stream) stream.push(null)
      else resolve({ ...head, body: Buffer.concat(pieces) })
    },
    onResponseError(_started, error) {
      if (stream) stream.destroy(error)
      else reject(error)
    },
  })
  return { answer: promise, abort }
}
