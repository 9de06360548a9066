/** Receivers that break off, drip, flood or talk nonsense. */
import type { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { useOutbound } from './test/outbound-calls.ts'

const { outbound, receiver } = useOutbound()

const says = (text: string) => receiver((socket) => socket.write(text))

/** Writes again and again until the other side has had enough. */
function keepWriting(socket: Socket, text: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(text), everyMs)
  socket.on('close', () => clearInterval(timer))
}

describe('connections', () => {
  test('closed before the answer', async () => {
    const { url } = await receiver((socket) => socket.end())
    expect(await outbound.post(url)).toMatchObject({ error_type: 'connection_reset', sent: true })
  })

  test('reset during the headers', async () => {
    const { url } = await receiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-', () => socket.resetAndDestroy())
    })
    expect(await outbound.post(url)).toMatchObject({ error_type: 'connection_reset', sent: true })
  })

  test('into a black hole end after the time for connecting', async () => {
    const hole = await openBlackHole()
    try {
      const outcome = await outbound.post(`http://127.0.0.1:${hole.port}/`, { connectMs: 200 })
      expect(outcome).toMatchObject({ error_type: 'timeout', sent: false })
      expect(outcome.durationMs).toBeLessThan(10_000)
    } finally {
      await hole.close()
    }
  })
})

describe('slow answers', () => {
  test('headers that never end are cut at the deadline', { tags: 'slow' }, async () => {
    const { url, connections } = await receiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      keepWriting(socket, 'X-A: 1\r\n', 20)
    })
    const outcome = await outbound.post(url, { deadlineMs: 1_500 })
    expect(outcome).toMatchObject({ error_type: 'timeout', sent: true })
    expect(outcome.durationMs).toBeLessThan(10_000)
    await vi.waitFor(() => expect(connections.open.size).toBe(0), 15_000)
  })

  test('a 200 counts at once, however long its body drips', async () => {
    const { url, connections } = await receiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      keepWriting(socket, '1\r\nx\r\n', 10)
    })
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => outbound.post(url)))
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 200, truncated: false })
      expect(outcome.durationMs).toBeLessThan(10_000)
    }
    await vi.waitFor(() => expect(connections.open.size).toBe(0), 15_000)
  })

  test('a 500 whose body drips is reported with what came until the deadline', { tags: 'slow' }, async () => {
    const { url, connections } = await receiver((socket) => {
      socket.write('HTTP/1.1 500 Oh\r\nTransfer-Encoding: chunked\r\n\r\n')
      keepWriting(socket, '1\r\nx\r\n', 10)
    })
    const outcome = await outbound.post(url, { deadlineMs: 1_500 })
    expect(outcome).toMatchObject({ status: 500, truncated: true })
    expect(outcome.kind === 'answered' && outcome.body.toString()).toMatch(/^x{1,512}$/)
    expect(outcome.durationMs).toBeLessThan(10_000)
    await vi.waitFor(() => expect(connections.open.size).toBe(0), 15_000)
  })
})

describe('large answers', () => {
  test.each([
    [200, 0],
    [500, 512],
  ])('a %i with an endless body is dropped after %i bytes', async (status, bytes) => {
    let written = 0
    const { url, connections } = await receiver((socket) => {
      socket.write(`HTTP/1.1 ${status} X\r\nContent-Length: 10000000000\r\n\r\n`)
      const flood = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536, 'x'))) written += 65_536
      }
      socket.on('drain', flood)
      flood()
    })
    const outcome = await outbound.post(url)
    expect(outcome).toMatchObject({ status, body: Buffer.alloc(bytes, 'x') })
    await vi.waitFor(() => expect(connections.open.size).toBe(0), 15_000)
    expect(written).toBeLessThan(32 * 1024 * 1024)
  })

  test('compressed bodies are kept as they came', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000))
    const { url } = await receiver((socket) => {
      socket.write(`HTTP/1.1 500 X\r\nContent-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
      socket.write(bomb)
    })
    const outcome = await outbound.post(url)
    expect(outcome).toMatchObject({ status: 500, body: bomb.subarray(0, 512), truncated: true })
  })

  test('a body that breaks off is reported as far as it came', async () => {
    const { url } = await receiver((socket) => {
      socket.end('HTTP/1.1 500 X\r\nContent-Length: 10\r\n\r\nabc')
    })
    expect(await outbound.post(url)).toMatchObject({ status: 500, body: Buffer.from('abc'), truncated: true })
  })
})

describe('odd answers', () => {
  test.each([
    ['nonsense', 'not http at all\r\n\r\n'],
    ['HTTP/0.9', '<html>hello</html>'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['a status of 600', 'HTTP/1.1 600 X\r\nContent-Length: 0\r\n\r\n'],
    ['a status of 99', 'HTTP/1.1 99 X\r\nContent-Length: 0\r\n\r\n'],
    ['a status of 199', 'HTTP/1.1 199 X\r\n\r\n'],
    ['an unasked upgrade', 'HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['an unasked 100', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'],
    ['hints without end', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(50)],
    ['a header of 40 KB', `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`],
    ['10,000 headers', `HTTP/1.1 200 OK\r\n${'X-A: b\r\n'.repeat(10_000)}\r\n`],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['a NUL in a header', 'HTTP/1.1 200 OK\r\nX-A: a\0b\r\nContent-Length: 0\r\n\r\n'],
  ])('%s is no valid answer', async (_, text) => {
    const { url, connections } = await says(text)
    expect(await outbound.post(url)).toMatchObject({ error_type: 'invalid_response', sent: true })
    await vi.waitFor(() => expect(connections.open.size).toBe(0), 15_000)
  })

  test('early hints and processing come before the answer', async () => {
    const { url } = await says(
      'HTTP/1.1 102 P\r\n\r\nHTTP/1.1 103 E\r\nLink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n',
    )
    expect(await outbound.post(url)).toMatchObject({ status: 204 })
  })

  test('an answer before the body was read is honoured', async () => {
    const { url } = await receiver((socket, times) => {
      if (times === 1)
        socket.end('HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 3\r\n\r\nbig')
    })
    const outcome = await outbound.post(url, { body: Buffer.alloc(4_000_000) })
    expect(outcome).toMatchObject({ status: 413, body: Buffer.from('big') })
  })
})

/** A listener that never accepts and whose queue is full: further attempts to connect get no reply. */
async function openBlackHole(): Promise<{ port: number; close(): Promise<void> }> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads')
     const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port)
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30_000)
     })`,
    { eval: true },
  )
  const port = await new Promise<number>((resolve) => worker.once('message', resolve))
  const { connect } = await import('node:net')
  const fillers = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  await vi.waitFor(
    () => expect(fillers.filter((socket) => !socket.connecting).length).toBeGreaterThan(0),
    15_000,
  )
  return {
    port,
    async close() {
      for (const socket of fillers) socket.destroy()
      await worker.terminate()
    },
  }
}
