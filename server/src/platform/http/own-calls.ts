import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import type { Identity } from './visitor.ts'

/** On whose behalf the server calls itself. */
export interface OwnCall {
  /** How many calls led to this one, each by the one before. */
  depth: number
  /** The one that needs no credential, because nobody outside can be it; null where the request brings one. */
  caller: Identity | null
}

export interface OwnRequest {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: Buffer | null
  /** Where the call that led to this one came from. */
  address: string
  /** Breaks it off: what it started is left, as by somebody who closes their connection. */
  signal?: AbortSignal
}

export interface OwnAnswer {
  status: number
  headers: Record<string, string | string[]>
  body: Buffer
}

/** Requests that the server makes to itself, without a network in between. */
export interface OwnCalls {
  send(call: OwnCall, request: OwnRequest): Promise<OwnAnswer>
  /** What the current request is made for; undefined for those that come from outside. */
  current(): OwnCall | undefined
  /** Does work that counts as a request on this behalf, without one. */
  within<T>(call: OwnCall, work: () => Promise<T>): Promise<T>
  serveBy(server: FastifyInstance): void
}

export function createOwnCalls(): OwnCalls {
  // Not in the request itself: whatever stands there, somebody outside could write as well.
  const running = new AsyncLocalStorage<OwnCall>()
  let server: FastifyInstance | undefined
  return {
    current: () => running.getStore(),
    within: (call, work) => running.run(call, work),
    serveBy(those) {
      server = those
    },
    async send(call, { method, url, headers, body, address, signal }) {
      const to = server
      if (!to) throw new Error('The server calls itself before it is there')
      const options = { method: method as 'GET', url, headers, remoteAddress: address }
      const answer = await running.run(call, async () =>
        to.inject({ ...options, ...(body && { payload: body }), ...(signal && { signal }) }),
      )
      return {
        status: answer.statusCode,
        headers: answer.headers as OwnAnswer['headers'], // numbers stand in none that we send
        body: answer.rawPayload,
      }
    },
  }
}
