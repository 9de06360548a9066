/** An endpoint on loopback that takes deliveries, and answers by path as the test says. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Receiver {
  url(path: string): string
  /** The bodies that came to this path. */
  received(path: string): { id: string; type: string; data: Record<string, unknown> }[]
  /** From now on the path answers so; 200 otherwise. */
  answer(path: string, status: number, body?: string): void
  /** From now on the path answers only once the returned function was called. */
  hold(path: string): () => void
  stop(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const bodies: { path: string; body: string }[] = []
  const answers = new Map<string, { status: number; body: string }>()
  const held = new Map<string, Promise<void>>()
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part) => {
      body += part
    })
    request.on('end', async () => {
      const path = request.url ?? ''
      bodies.push({ path, body })
      await held.get(path)
      const answer = answers.get(path) ?? { status: 200, body: '' }
      response.writeHead(answer.status, { 'content-type': 'text/plain' }).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    received: (path) => bodies.filter((one) => one.path === path).map(({ body }) => JSON.parse(body)),
    answer: (path, status, body = '') => answers.set(path, { status, body }),
    hold(path) {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(path, promise)
      return resolve
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
