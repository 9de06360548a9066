/** The adapter: undici behind a guard that decides at the moment of dialling. docs/decisions/0008-outbound-http.md */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import type { Log } from '../../platform/log.ts'
import { createSlots } from '../../platform/slots.ts'
import { createAddressRules } from './address-rules.ts'
import { createConnections } from './connections.ts'
import {
  createDial,
  type DialLimits,
  type OpenSocket,
  openTcpSocket,
  type Refusal,
  type Target,
} from './dial.ts'
import { type Exchange, exchange, type Message } from './exchange.ts'
import { describeFailure, OutboundError } from './failures.ts'
import {
  type Answered,
  DEFAULT_CONNECT_MS,
  DEFAULT_DEADLINE_MS,
  type Failed,
  type OutboundHttp,
  type OutboundOutcome,
  OutboundRefused,
  type OutboundRequest,
  type OutboundSockets,
} from './port.ts'
import { sendableHeaders, sendableMethod } from './request-headers.ts'
import { createResolver, type ResolveName } from './resolve-names.ts'
import { checkTargetUrl } from './target-url.ts'

export interface OutboundHttpOptions {
  /** OUTBOUND_ALLOW: ranges that the guard lets through. */
  allow: readonly string[]
  /** OUTBOUND_CA_FILE: certificates trusted besides the usual ones. */
  caFile: string | null
  log?: Log
  onRefused?: (refusal: Refusal) => void
  resolve?: ResolveName
  openSocket?: OpenSocket
  ownAddresses?: () => readonly string[]
}

export function createOutboundHttp(options: OutboundHttpOptions): OutboundHttp & OutboundSockets {
  const { allow, caFile, log, ownAddresses = addressesOfThisNode } = options
  const rules = createAddressRules({ allow, ownAddresses })
  const onRefused = (refusal: Refusal) => {
    log?.info(refusal, 'outbound call refused')
    options.onRefused?.(refusal)
  }
  const dial = createDial({
    rules,
    resolve: options.resolve ?? createResolver(),
    openSocket: options.openSocket ?? openTcpSocket,
    secureContext: trust(caFile),
    onRefused,
  })
  const connections = createConnections(dial)
  const takeSlot = createSlots(CONNECTIONS_PER_ORIGIN)
  const underWay = new Set<AbortController>()
  let isClosed = false

  /** The slot is held until the connection is done with, which may be a moment after the answer. */
  async function start(target: Target, message: Message, limits: DialLimits): Promise<Exchange> {
    const { signal } = limits
    const free = await takeSlot(target.url.origin, signal)
    const connection = connections.take(target, limits)
    const running = exchange(connection.client, message)
    const stop = () => {
      running.stop(signal.reason)
      connections.cut(connection)
    }
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    void running.end.then((state) => {
      signal.removeEventListener('abort', stop)
      // In the next turn: bytes that came behind the answer show first, and spoil the connection.
      setImmediate(() => {
        if (state === 'reusable') connections.release(connection)
        else connections.cut(connection)
        free()
      })
    })
    return running
  }

  /** Our own timer is the truth about time. */
  async function attempt(target: Target, message: Message, request: OutboundRequest): Promise<Attempt> {
    const { deadlineMs = DEFAULT_DEADLINE_MS, connectMs = DEFAULT_CONNECT_MS, signal } = request
    const limit = new AbortController()
    const giveUp = () => limit.abort(new OutboundError('network_error'))
    const timer = setTimeout(() => limit.abort(new OutboundError('timeout')), deadlineMs)
    signal?.addEventListener('abort', giveUp)
    if (signal?.aborted || isClosed) giveUp()
    underWay.add(limit)
    let running: Exchange | null = null
    try {
      running = await start(target, message, { connectMs, signal: limit.signal })
      return { kind: 'answered', ...(await running.answer) }
    } catch (error) {
      log?.debug({ err: error, host: target.url.host }, 'outbound call failed')
      return { kind: 'failed', ...describeFailure(error), sent: running?.wasSent() ?? false }
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
      underWay.delete(limit)
    }
  }

  async function send(request: OutboundRequest): Promise<OutboundOutcome> {
    const started = performance.now()
    const method = sendableMethod(request.method)
    const headers = sendableHeaders(request.headers)
    const target = checkTargetUrl(request.url, rules)
    if (!target.ok) {
      onRefused({ host: URL.parse(request.url)?.hostname ?? '', addresses: [] })
      const { message } = target
      return { kind: 'failed', error_type: 'blocked_address', message, durationMs: 0, sent: false }
    }
    const { keepBody, keepBodyWhen, body } = request
    const path = target.url.pathname + target.url.search
    const outcome = await attempt(target, { method, path, headers, body, keepBody, keepBodyWhen }, request)
    return { ...outcome, durationMs: Math.round(performance.now() - started) }
  }

  async function open(url: string, signal: AbortSignal, upTo: 'tcp' | 'tls'): Promise<Socket> {
    const target = checkTargetUrl(url, rules)
    if (!target.ok) {
      onRefused({ host: URL.parse(url)?.hostname ?? '', addresses: [] })
      throw new OutboundRefused(target.message)
    }
    try {
      return await dial(target, { connectMs: DEFAULT_CONNECT_MS, signal, upTo })
    } catch (cause) {
      const { error_type, message } = describeFailure(cause)
      throw new (error_type === 'blocked_address' ? OutboundRefused : Error)(message, { cause })
    }
  }

  return {
    send,
    connect: (url, signal) => open(url, signal, 'tls'),
    tunnel: (url, signal) => open(url, signal, 'tcp'),
    checkTarget: (text) => checkTargetUrl(text, rules),
    async close() {
      isClosed = true
      for (const limit of underWay) limit.abort(new OutboundError('network_error'))
      await connections.close()
    },
  }
}

type Attempt = Omit<Answered, 'durationMs'> | Omit<Failed, 'durationMs'>

const CONNECTIONS_PER_ORIGIN = 16

function addressesOfThisNode(): string[] {
  return Object.values(networkInterfaces()).flatMap((own = []) => own.map(({ address }) => address))
}

/** One context for all connections: making one reads every root certificate. */
function trust(caFile: string | null): SecureContext {
  if (caFile === null) return createSecureContext()
  const extra = readFileSync(caFile, 'utf8')
  new X509Certificate(extra) // throws at the start rather than at every call
  return createSecureContext({ ca: [...getCACertificates('default'), extra] })
}
