/** Outbound calls as tests make them: to loopback, with patience for a busy machine. */
import { createOutboundHttp, type OutboundHttpOptions } from '../src/ports/outbound-http/guarded.ts'
import type { OutboundHttp, OutboundOutcome, OutboundRequest } from '../src/ports/outbound-http/port.ts'

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
