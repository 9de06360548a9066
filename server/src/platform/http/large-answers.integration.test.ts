/** What is asked for and not read. */
import { connect, type Socket } from 'node:net'
import { fastify } from 'fastify'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { collectedLog } from '../../../test/collected-log.ts'
import { useMade } from '../../../test/use-started.ts'
import { refuse } from '../errors.ts'
import { answerErrors } from './error-answers.ts'
import { type AnswerRoom, limitLargeAnswers } from './large-answers.ts'

const MIB = 2 ** 20
/** More than the machine keeps for a connection on its own. */
const LARGE = 'x'.repeat(16 * MIB)
const ROOM: AnswerRoom = { large: MIB, most: 4 * LARGE.length, patienceMs: 60_000 }

async function serve(room: AnswerRoom) {
  const server = fastify({ genReqId: () => 'req_1', keepAliveTimeout: 50 })
  answerErrors(server, collectedLog())
  limitLargeAnswers(server, room)
  server.get('/:app_id/large', async () => LARGE)
  server.get('/:app_id/bytes', async () => Buffer.from(LARGE))
  server.get('/:app_id/small', async () => 'x')
  server.get('/:app_id/refused', async () => {
    throw refuse('app_not_found')
  })
  const address = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
  return { server, address }
}

const one = useMade(() => serve(ROOM))
afterAll(async () => {
  one.server.server.closeAllConnections()
  await one.server.close()
})

/** Has the first bytes and takes no more. */
async function slowReader({ hostname, port }: URL, app: string, what = 'large'): Promise<Socket> {
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(`GET /${app}/${what} HTTP/1.1\r\nHost: atrium\r\n\r\n`)
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
  onTestFinished(() => void socket.destroy())
  return socket
}

async function ask({ origin }: URL, path: string) {
  const answer = await fetch(`${origin}${path}`)
  const text = await answer.text()
  return answer.ok ? { status: answer.status, bytes: text.length } : JSON.parse(text)
}
const WHOLE = { status: 200, bytes: LARGE.length }
const BUSY = expect.objectContaining({ code: 'server_busy' })

describe('large answers', () => {
  test('of one app have half of the room, those of all apps the whole', { tags: 'slow' }, async () => {
    const { address } = one
    const readers = [await slowReader(address, 'a'), await slowReader(address, 'a')]
    expect(await ask(address, '/a/large')).toEqual(BUSY)
    expect(await ask(address, '/b/large')).toEqual(WHOLE)
    readers.push(await slowReader(address, 'b'), await slowReader(address, 'c'))
    expect(await ask(address, '/d/large')).toEqual(BUSY)
    expect(await ask(address, '/a/small')).toEqual({ status: 200, bytes: 1 })
    expect(await ask(address, '/a/refused')).toMatchObject({ code: 'app_not_found' })

    // Gone without having read: their room is free again.
    for (const reader of readers) reader.destroy()
    await expect.poll(() => ask(address, '/a/large')).toEqual(WHOLE)
    expect(await ask(address, '/d/large')).toEqual(WHOLE)
  })

  test('count as bytes too', async () => {
    const { address } = one
    await slowReader(address, 'bytes', 'bytes')
    await slowReader(address, 'bytes')
    expect(await ask(address, '/bytes/bytes')).toEqual(BUSY)
    expect(await ask(address, '/bytes/large')).toEqual(BUSY)
  })

  test('that are read leave nothing behind', { tags: 'slow' }, async () => {
    for (let i = 0; i < 10; i++) expect(await ask(one.address, '/a/large')).toEqual(WHOLE)
  })
})

test('a connection that is idle behind a large answer is closed like any other', {
  tags: 'slow',
}, async () => {
  const { hostname, port } = one.address
  const socket = connect(Number(port), hostname)
  socket.write('GET /a/large HTTP/1.1\r\nHost: atrium\r\n\r\n')
  socket.resume()
  await new Promise((resolve) => socket.once('close', resolve))
  expect(socket.bytesRead).toBeGreaterThan(LARGE.length)
})

test('who takes nothing for long is left', async () => {
  const { server, address } = await serve({ ...ROOM, patienceMs: 50 })
  // All the room of their app.
  await slowReader(address, 'a')
  await slowReader(address, 'a')
  await expect.poll(() => ask(address, '/a/large')).toEqual(WHOLE)
  await server.close()
})
