/** Opens connections, and only to addresses that may be called. Every byte that leaves comes through here. */
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext } from 'node:tls'
import type { AddressRules } from './address-rules.ts'
import { errorTypeOf, OutboundError } from './failures.ts'
import type { ResolveName } from './resolve-names.ts'
import { hostOf, portOf } from './target-url.ts'

export interface Target {
  url: URL
  reach: 'public' | 'opened'
}

export interface DialLimits {
  connectMs: number
  signal: AbortSignal
  /** How far: `tcp` leaves TLS to the caller, also where the address asks for it. */
  upTo?: 'tcp' | 'tls'
}

export type Dial = (target: Target, limits: DialLimits) => Promise<Socket>

export type OpenSocket = (address: string, port: number) => Socket

/** For logs and metrics: may name internal addresses, so never for the caller. */
export interface Refusal {
  host: string
  /** What the name stood for; empty when the URL itself was refused. */
  addresses: string[]
}

export interface DialDeps {
  rules: AddressRules
  resolve: ResolveName
  openSocket: OpenSocket
  secureContext: SecureContext
  onRefused: (refusal: Refusal) => void
}

export const openTcpSocket: OpenSocket = (address, port) =>
  connectTcp({ host: address, port, noDelay: true, keepAlive: true })

export function createDial({ rules, resolve, openSocket, secureContext, onRefused }: DialDeps): Dial {
  /** One address that must not be called refuses the whole name: a mixed answer is no accident. */
  function requireCallable({ url, reach }: Target, addresses: string[]): void {
    const isCallable = (address: string) => {
      const verdict = rules.judge(address)
      return verdict === 'allowed' || (verdict === 'public' && reach === 'public')
    }
    if (addresses.every(isCallable)) return
    onRefused({ host: hostOf(url), addresses })
    throw new OutboundError('blocked_address')
  }

  /** Tries addresses in turn, each with its share of the time, until one takes the connection. */
  async function openFirst(target: Target, addresses: string[], limits: DialLimits): Promise<Socket> {
    const until = performance.now() + limits.connectMs
    const tried = addresses.slice(0, MAX_ADDRESSES)
    let failure: unknown
    for (const [index, address] of tried.entries()) {
      const connectMs = (until - performance.now()) / (tried.length - index)
      try {
        const socket = openSocket(address, portOf(target.url))
        return await whenReady(socket, 'connect', { ...limits, connectMs })
      } catch (error) {
        limits.signal.throwIfAborted()
        failure = error
      }
    }
    throw failure
  }

  return async (target, limits) => {
    const addresses = await addressesOf(hostOf(target.url), resolve, limits)
    requireCallable(target, addresses)
    const started = performance.now()
    const socket = await openFirst(target, addresses, limits)
    try {
      requireCallable(target, [socket.remoteAddress ?? ''])
      if (target.url.protocol === 'http:' || limits.upTo === 'tcp') return socket
      const connectMs = limits.connectMs - (performance.now() - started)
      return await secure(socket, hostOf(target.url), secureContext, { ...limits, connectMs })
    } catch (error) {
      socket.destroy()
      throw error
    }
  }
}

const MAX_ADDRESSES = 4

async function addressesOf(host: string, resolve: ResolveName, limits: DialLimits): Promise<string[]> {
  if (isIP(host) !== 0) return [host]
  const budget = new AbortController()
  const over = Promise.withResolvers<never>()
  const stop = () => {
    budget.abort()
    over.reject(new Error('looking up the name took too long'))
  }
  const timer = setTimeout(stop, limits.connectMs)
  limits.signal.addEventListener('abort', stop)
  if (limits.signal.aborted) stop()
  try {
    const addresses = await Promise.race([resolve(host, budget.signal), over.promise])
    if (addresses.length === 0) throw new Error('the name has no addresses')
    return addresses
  } catch (cause) {
    limits.signal.throwIfAborted()
    throw new OutboundError('dns_error', { cause })
  } finally {
    clearTimeout(timer)
    limits.signal.removeEventListener('abort', stop)
  }
}

/** The certificate is checked for the name that was called, not for the address that was dialled. */
async function secure(
  socket: Socket,
  host: string,
  secureContext: SecureContext,
  limits: DialLimits,
): Promise<Socket> {
  const name = isIP(host) === 0 ? { servername: host } : {}
  const secured = connectTls({
    socket,
    host,
    ...name,
    secureContext,
    rejectUnauthorized: true, // on purpose: the environment could switch it off
    ALPNProtocols: ['http/1.1'],
  })
  try {
    return await whenReady(secured, 'secureConnect', limits)
  } catch (cause) {
    limits.signal.throwIfAborted()
    const error_type = errorTypeOf(cause)
    throw new OutboundError(error_type === 'network_error' ? 'tls_error' : error_type, { cause })
  }
}

/** Destroys the socket when it is not ready in time. */
function whenReady(socket: Socket, event: 'connect' | 'secureConnect', limits: DialLimits): Promise<Socket> {
  const { connectMs, signal } = limits
  return new Promise((resolve, reject) => {
    const give = (failure: unknown) => {
      stopWaiting()
      socket.destroy()
      reject(failure)
    }
    const onReady = () => {
      stopWaiting()
      resolve(socket)
    }
    const onClose = () => give(new OutboundError('connection_reset'))
    const onAbort = () => give(signal.reason)
    const timer = setTimeout(() => give(new OutboundError('timeout')), Math.max(0, connectMs))
    const stopWaiting = () => {
      clearTimeout(timer)
      socket.off(event, onReady).off('close', onClose).off('error', give)
      signal.removeEventListener('abort', onAbort)
    }
    socket.once(event, onReady).once('close', onClose).once('error', give)
    socket.on('error', () => {}) // one that comes before the next listener is there must not end the process
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
  })
}
