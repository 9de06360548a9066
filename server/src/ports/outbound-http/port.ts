import type { Socket } from 'node:net'
import type { TargetCheck } from './target-url.ts'

export { responseText } from './response-text.ts'
export { MAX_URL_LENGTH, type TargetCheck, type TargetRefusal } from './target-url.ts'

/** The one way out: to receivers of webhooks, to models, forges and whatever else people name by an address. */
export interface OutboundHttp {
  /**
   * Never throws for what network or receiver do: that is a failed outcome.
   * Throws on a method or header that must not be sent, before anything leaves.
   */
  send(request: OutboundRequest): Promise<OutboundOutcome>
  /** What can be said of an address when it is entered, without asking the network. */
  checkTarget(text: string): TargetCheck
  /** Cuts what is still under way and closes all connections. */
  close(): Promise<void>
}

/** The address may not be called; everything else that goes wrong with a connection is another error. */
export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused'
}

/** For those who stream. Both throw where `send` would fail, with the same sentence. */
export interface OutboundSockets {
  /** A connection to the host of an address, with TLS. */
  connect(url: string, signal: AbortSignal): Promise<Socket>
  /** The same without TLS, for those who pass on the bytes of others: a browser makes its own. */
  tunnel(url: string, signal: AbortSignal): Promise<Socket>
}

export interface OutboundRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: Buffer | string | null
  /** For everything together: name, connection, TLS, headers, body. */
  deadlineMs?: number
  /** For finding the addresses, and again for connection and TLS. */
  connectMs?: number
  /** At most so many bytes of the answer's body are kept; no more are waited for. */
  keepBody: number
  /** `refused`: only when the status is not 2xx; a 2xx is then an outcome as soon as its headers are there. */
  keepBodyWhen: 'refused' | 'always'
  signal?: AbortSignal
}

export const DEFAULT_DEADLINE_MS = 15_000
export const DEFAULT_CONNECT_MS = 5_000

export type OutboundOutcome = Answered | Failed

export interface Answered {
  kind: 'answered'
  status: number
  /** By lower-case name; repeated ones joined with a comma. */
  headers: Record<string, string>
  /** As it came: never decompressed. */
  body: Buffer
  /** More was to come: over `keepBody`, over the deadline, or the connection broke. */
  truncated: boolean
  durationMs: number
}

export interface Failed {
  kind: 'failed'
  error_type: OutboundErrorType
  /** A sentence for anyone who entered the address: names no address, host or path. */
  message: string
  durationMs: number
  /** False: surely no byte of the request left. True: the receiver may have acted on it. */
  sent: boolean
}

export type OutboundErrorType =
  | 'connection_refused'
  | 'timeout'
  | 'connection_reset'
  | 'dns_error'
  | 'tls_error'
  | 'blocked_address'
  | 'invalid_response'
  | 'network_error'
