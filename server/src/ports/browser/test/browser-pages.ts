/** A tiny site on loopback for tests of browsers: pages by path, websockets, and what was asked of it. */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Page = string | ((request: IncomingMessage, response: ServerResponse) => void)

export interface BrowserPages {
  /** Such as `http://127.0.0.1:40001`. */
  readonly origin: string
  readonly port: number
  /** What was asked for so far. */
  readonly requests: { method: string; path: string; headers: IncomingMessage['headers'] }[]
  /** More pages, or others in their place. */
  add(pages: Record<string, Page>): void
  close(): Promise<void>
}

/** Pages in HTML by their path, without its query. Websockets at `/socket` send back the headers of their request. */
export async function startBrowserPages(pages: Record<string, Page> = {}): Promise<BrowserPages> {
  const known = new Map(Object.entries(pages))
  const requests: BrowserPages['requests'] = []
  const note = ({ method = '', url = '', headers }: IncomingMessage) =>
    requests.push({ method, path: url, headers })
  const server = createServer((request, response) => {
    note(request)
    const page = known.get((request.url ?? '').split('?', 1)[0] ?? '')
    if (typeof page === 'function') return page(request, response)
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page ?? '<h1>There is no such page</h1>')
  })
  server.on('upgrade', (request, socket) => {
    note(request)
    socket.on('error', () => {}).on('end', () => socket.destroy())
    socket.resume() // else its end would not be seen
    const key = request.headers['sec-websocket-key']
    const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    )
    const text = Buffer.from(`authorization: ${request.headers.authorization ?? 'none'}`)
    socket.write(Buffer.concat([Buffer.from([0x81, text.length]), text]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a string only for pipes
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    add(more) {
      for (const [path, page] of Object.entries(more)) known.set(path, page)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
