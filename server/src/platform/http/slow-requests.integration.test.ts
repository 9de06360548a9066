import { connect, type Socket } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { useMade } from '../../../test/use-started.ts'
import { closeHttpServer } from './server.ts'
import { rawRequest, sendRaw } from './test/raw-http.ts'
import { toyServer } from './test/toy-server.ts'

const PATIENCE = { headers: 150, request: 400, check: 20 }

const toy = useMade(() => toyServer(async () => ({ size: 1 }), { patience: PATIENCE }))
afterAll(() => toy.server.close())

const BEGINNING =
  'POST /toys HTTP/1.1\r\nHost: atrium\r\nAuthorization: Bearer x\r\nContent-Type: application/json\r\n'

/** One byte at a time for as long as the server listens; what it said at the end. */
async function drip(start: string, byte: string): Promise<string> {
  const socket = open(toy.baseUrl)
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk
  })
  socket.write(start)
  const dripping = setInterval(() => socket.write(byte), 20)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(dripping)
  return said
}

function open(baseUrl: string): Socket {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {}) // written to after the server closed it
  return socket
}

describe('a request that takes too long to arrive', () => {
  test.each([
    ['dripped headers', BEGINNING, 'X'],
    ['nothing at all after the first line', 'GET /toys/1 HTTP/1.1\r\n', ''],
    ['a dripped body', `${BEGINNING}Content-Length: 100000\r\n\r\n`, ' '],
    ['dripped chunks', `${BEGINNING}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
  ])('%s: 408 and closed', async (_name, start, byte) => {
    const said = await drip(start, byte)
    expect(said).toMatch(/^HTTP\/1\.1 408 /)
    expect(said).toContain('"code":"request_timeout"')
  })

  test('does not keep others waiting', async () => {
    // More patient, as the others may take longer than PATIENCE on a busy machine.
    const { baseUrl, close } = await toyServer(async () => ({ size: 1 }))
    const slow = Array.from({ length: 50 }, () => {
      const socket = open(baseUrl)
      socket.write(BEGINNING)
      return socket
    })
    const answer = await sendRaw(baseUrl, rawRequest('GET', '/toys/1'))
    expect(answer?.status).toBe(200)
    for (const socket of slow) socket.destroy()
    await close()
  })
})

describe('a stop', () => {
  test('lets a running request finish, and takes no new one', async () => {
    const running = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const { server, baseUrl } = await toyServer(async () => {
      running.resolve()
      await finish.promise
      return { size: 2 }
    })
    const answer = fetch(`${baseUrl}/toys/1`)
    await running.promise
    const closed = closeHttpServer(server)
    await expect(sendRaw(baseUrl, rawRequest('GET', '/toys/2'))).resolves.toBeNull()
    finish.resolve()
    expect(await (await answer).json()).toEqual({ size: 2 })
    await closed
  })

  test('does not wait for one that never finishes arriving', async () => {
    const { server, baseUrl } = await toyServer(async () => ({ size: 1 }))
    const socket = open(baseUrl)
    const isThere = new Promise((resolve) => server.server.once('connection', resolve))
    socket.write(BEGINNING)
    await isThere
    const closedByServer = new Promise((resolve) => socket.once('close', resolve))
    await closeHttpServer(server, 100)
    await closedByServer
  })
})
