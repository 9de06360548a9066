import { afterEach, expect, test } from 'vitest'
import { collectedLog } from '../../../test/collected-log.ts'
import type { ServeFirst } from './serve-first.ts'
import { createHttpServer } from './server.ts'

let stop: (() => Promise<void>) | undefined
afterEach(() => stop?.())

async function serverThat(serveFirst: ServeFirst) {
  const log = collectedLog('debug')
  const server = await createHttpServer({
    ...{ log, trustProxy: false, isSecure: true, strictAnswers: false, onAnswer: null },
    serveFirst,
  })
  server.get('/route', async () => ({ from: 'the route' }))
  stop = () => server.close()
  return { log, address: await server.listen({ host: '127.0.0.1', port: 0 }) }
}

test('what is served first has the common headers and stands in the log; the rest goes to the routes', async () => {
  const { log, address } = await serverThat(({ url }) =>
    url === '/first' ? { status: 203, headers: { 'content-length': '2' }, body: Buffer.from('hi') } : null,
  )
  const first = await fetch(`${address}/first`, { headers: { 'x-request-id': 'mine' } })
  expect([first.status, await first.text(), first.headers.get('x-request-id')]).toEqual([203, 'hi', 'mine'])
  expect(first.headers.get('strict-transport-security')).toBe('max-age=31536000')
  const head = await fetch(`${address}/first`, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([203, '2', ''])
  expect(await (await fetch(`${address}/route`)).json()).toEqual({ from: 'the route' })
  await expect
    .poll(() => log.lines.filter((line) => line.status === 203 && line.request_id === 'mine'))
    .toHaveLength(1)
})

test('a failure before the answer is a 500 of ours, one within it breaks the connection', async () => {
  const { address } = await serverThat(async ({ url }) => {
    if (url === '/before') throw new Error('broken')
    const body = (async function* () {
      yield Buffer.from('half')
      throw new Error('broken')
    })()
    return { status: 200, headers: { 'content-length': '8' }, body }
  })
  const before = await fetch(`${address}/before`)
  expect([before.status, (await before.json()).code]).toEqual([500, 'internal_error'])
  await expect(fetch(`${address}/within`).then((answer) => answer.text())).rejects.toThrow()
})
