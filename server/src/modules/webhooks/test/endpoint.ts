/** A receiver of webhooks on loopback that remembers what came and answers, by path, as instructed. */
import type { IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { receiveHttp } from '../../../../test/receivers.ts'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
}

export interface Endpoint {
  url(path: string): string
  received(path: string): Received[]
  /** 200 unless set otherwise; `hold` keeps the caller waiting for ever. */
  answer(path: string, status: number | 'hold', body?: string): void
  close(): Promise<void>
}

export async function startEndpoint(): Promise<Endpoint> {
  const received = new Map<string, Received[]>()
  const answers = new Map<string, { status: number | 'hold'; body: string }>()
  const receiver = await receiveHttp(async (request, response) => {
    const path = request.url ?? ''
    const body = await text(request)
    received.set(path, [...(received.get(path) ?? []), { headers: request.headers, body }])
    const { status, body: answer } = answers.get(path) ?? { status: 200, body: '' }
    if (status !== 'hold') response.writeHead(status).end(answer)
  })
  return {
    url: (path) => `http://127.0.0.1:${receiver.port}${path}`,
    received: (path) => received.get(path) ?? [],
    answer: (path, status, body = '') => void answers.set(path, { status, body }),
    close: receiver.close,
  }
}
