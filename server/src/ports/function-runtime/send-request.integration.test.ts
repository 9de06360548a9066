import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { Client } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { type ProcessAnswer, sendRequest } from './send-request.ts'

const WHOLE = 16 * 1024

/** Sends one request to a server that answers with this text and whatever else it does with the connection. */
async function send(answer: string, then: (socket: Socket) => void = () => {}) {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(answer)
      then(socket)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = new Client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  onTestFinished(async () => {
    await client.destroy()
    server.close()
  })
  return sendRequest(client, { method: 'GET', path: '/', headers: [] })
}

async function streamed(answer: Promise<ProcessAnswer>) {
  const { body } = await answer
  if (body instanceof Uint8Array) throw new Error('it came whole')
  return body
}

const head = (fields: string) => `HTTP/1.1 200 OK\r\n${fields}\r\n\r\n`

test('an answer that says it is short comes whole, with all its headers', async () => {
  const { answer } = await send(`${head('Content-Length: 2\r\nX-A: 1\r\nX-a: 2')}ok`)
  expect(await answer).toEqual({
    status: 200,
    headers: { 'content-length': '2', 'x-a': ['1', '2'] },
    body: Buffer.from('ok'),
  })
})

test('an early answer is passed over', async () => {
  const { answer } = await send(`HTTP/1.1 103 Early Hints\r\nX-A: 1\r\n\r\n${head('Content-Length: 2')}ok`)
  expect(await answer).toEqual({ status: 200, headers: { 'content-length': '2' }, body: Buffer.from('ok') })
})

test.each([
  ['that says it is long', `${head(`Content-Length: ${WHOLE + 1}`)}${'x'.repeat(WHOLE + 1)}`, WHOLE + 1],
  ['that does not say how long it is', `${head('Transfer-Encoding: chunked')}2\r\nok\r\n0\r\n\r\n`, 2],
])('an answer %s comes as it arrives', async (_, text, length) => {
  const { answer } = await send(text)
  const body = await streamed(answer)
  expect(await buffer(body)).toHaveLength(length)
})

test('what is not read is not taken in', async () => {
  let sent = 0
  const { answer } = await send(head('Content-Length: 1000000000'), (socket) => {
    const piece = Buffer.alloc(2 ** 20)
    const fill = () => {
      while (sent < 100 && socket.write(piece)) sent++
    }
    socket.on('drain', fill)
    fill()
  })
  const body = await streamed(answer)
  await expect.poll(() => body.readableLength).toBeGreaterThan(0)
  // Time enough for all of it, if somebody took it in.
  for (let turn = 0; turn < 1_000; turn++) await setImmediate()
  const before = sent
  expect(before).toBeLessThan(100)
  for await (const _ of body) if (sent > before) break
  expect(sent).toBeGreaterThan(before)
})

test.each([
  ['whole', 'Content-Length: 5'],
  ['long', `Content-Length: ${WHOLE + 1}`],
])('an answer that breaks off before it is %s fails, also before anybody reads it', async (_, fields) => {
  const { answer } = await send(`${head(fields)}x`, (socket) => socket.destroySoon())
  const whole = answer.then(async ({ body }) => {
    if (body instanceof Uint8Array) return
    if (!body.destroyed) await once(body, 'close').catch(() => {})
    await buffer(body)
  })
  await expect(whole).rejects.toThrow()
})

test('more than the answer said breaks the connection instead of filling memory', async () => {
  const { answer } = await send(`${head('Content-Length: 2')}${'x'.repeat(100)}`)
  expect((await answer).body).toEqual(Buffer.from('xx'))
})

test('one that is broken off fails with the reason, before and in the middle of the answer', async () => {
  const reason = new Error('no longer wanted')
  const early = await send('')
  early.abort(reason)
  await expect(early.answer).rejects.toBe(reason)
  const late = await send(`${head('Transfer-Encoding: chunked')}1\r\nx\r\n`)
  const body = await streamed(late.answer)
  late.abort(reason)
  await expect(buffer(body)).rejects.toBe(reason)
})

test('a reader who leaves ends the connection', async () => {
  const closed = Promise.withResolvers<void>()
  const { answer } = await send(`${head('Transfer-Encoding: chunked')}1\r\nx\r\n`, (socket) =>
    socket.once('close', () => closed.resolve()),
  )
  const body = await streamed(answer)
  for await (const _ of body) break
  await closed.promise
})
