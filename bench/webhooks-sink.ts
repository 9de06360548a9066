/** Endpoints in a process of their own: on every port but the last each request is counted and answered at once. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

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
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      take(body)
      if (take === count) response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  return (server.address() as AddressInfo).port // on purpose: a string only for pipes
}
