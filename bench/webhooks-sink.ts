/**
 * Endpoints in a process of their own: on every port but the last each request is counted and answered at once. They
 * stand for other machines, so they take as little of this one as they can: no HTTP server, just enough to find where
 * a request ends.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface SinkStart {
  ports: number[]
  /** Takes requests and never answers. */
  hangingPort: number
}

export interface SinkReport {
  count: number
  /** Times of the first and the last request. */
  first: number
  last: number
  /** From the creation of each event to its arrival, in milliseconds. */
  delays: number[]
}

const report: SinkReport = { count: 0, first: 0, last: 0, delays: [] }
const ports = await Promise.all(Array.from({ length: Number(process.argv[2]) }, () => listen(count)))
const hangingPort = await listen(() => {})
process.on('message', (wanted) => {
  if (wanted === 'report') process.send?.(report)
  else Object.assign(report, { count: 0, first: 0, last: 0, delays: [] })
})
process.send?.({ ports, hangingPort } satisfies SinkStart)

function count(body: string): void {
  report.last = performance.now()
  report.first ||= report.last
  report.count++
  const created = /"created_date":"([^"]+)"/.exec(body)?.[1]
  if (created) report.delays.push(Date.now() - Date.parse(created))
}

async function listen(take: (body: string) => void): Promise<number> {
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy())
    readRequests(socket, (body) => {
      take(body)
      if (take === count) socket.write(ANSWER)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  return (server.address() as AddressInfo).port // on purpose: a string only for pipes
}

const ANSWER = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')

/** One at a time on each connection, every one with its length. */
function readRequests(socket: Socket, take: (body: string) => void): void {
  let text = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part
    const head = text.indexOf('\r\n\r\n')
    if (head < 0) return
    const size = Number(/content-length: (\d+)/i.exec(text.slice(0, head))?.[1])
    if (text.length < head + 4 + size) return
    take(text.slice(head + 4))
    text = ''
  })
}
