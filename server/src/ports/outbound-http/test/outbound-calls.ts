/** Outbound calls as tests make them: to loopback, with patience for a busy machine. */
import type { Socket } from 'node:net'
import { afterEach, beforeEach } from 'vitest'
import { type Receiver, receiveRaw } from '../../../../test/receivers.ts'
import { useMade } from '../../../../test/use-started.ts'
import { createOutboundHttp, type OutboundHttpOptions } from '../guarded.ts'
import type { OutboundHttp, OutboundOutcome, OutboundRequest } from '../port.ts'

export interface OutboundCalls extends OutboundHttp {
  post(url: string, more?: Partial<OutboundRequest>): Promise<OutboundOutcome>
}

export function outboundCalls(options: Partial<OutboundHttpOptions> = {}): OutboundCalls {
  const port = createOutboundHttp({ allow: ['127.0.0.0/8'], caFile: null, ...options })
  return {
    ...port,
    post: (url, more) =>
      port.send({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        body: '{}',
        keepBody: 512,
        keepBodyWhen: 'refused',
        deadlineMs: 20_000,
        connectMs: 15_000,
        ...more,
      }),
  }
}

/** New for each test: outbound calls, and receivers that say what the test says on their sockets. */
export function useOutbound() {
  const outbound = useMade(async () => outboundCalls(), beforeEach)
  const receivers: Receiver[] = []
  afterEach(async () => {
    await outbound.close()
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
  })
  return {
    outbound,
    async receiver(onRequest: (socket: Socket, times: number) => void) {
      const requests: number[] = []
      const started = await receiveRaw((socket) => {
        let times = 0
        socket.on('data', () => {
          requests.push(++times)
          onRequest(socket, times)
        })
      })
      receivers.push(started)
      return { ...started, requests, url: `http://127.0.0.1:${started.port}/` }
    },
  }
}
