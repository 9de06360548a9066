/** How connections are kept, shared and given up. */
import { describe, expect, test, vi } from 'vitest'
import { useOutbound } from './test/outbound-calls.ts'

const { outbound, receiver } = useOutbound()

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Until a connection that was given back is there to be taken again. */
async function settled(): Promise<void> {
  await nextTurn()
  await nextTurn()
}

describe('a kept connection', () => {
  test('serves the next request to the same origin', async () => {
    const { url, connections } = await receiver((socket) => socket.write(OK))
    for (let times = 0; times < 5; times++) {
      expect(await outbound.post(url)).toMatchObject({ status: 200 })
      await settled()
    }
    expect(connections.made).toBe(1)
  })

  test('is not used for another origin', async () => {
    const one = await receiver((socket) => socket.write(OK))
    const other = await receiver((socket) => socket.write(OK))
    await outbound.post(one.url)
    await settled()
    await outbound.post(other.url)
    await settled()
    await outbound.post(one.url.replace('127.0.0.1', '127.0.0.2')) // refused: nobody listens there
    expect([one.connections.made, other.connections.made]).toEqual([1, 1])
  })

  test('that the receiver closed is opened again without a failure', async () => {
    const { url, connections } = await receiver((socket) => socket.end(OK))
    for (let times = 0; times < 5; times++) expect(await outbound.post(url)).toMatchObject({ status: 200 })
    await vi.waitFor(() => expect(connections.open.size).toBe(0), 15_000)
    expect(await outbound.post(url)).toMatchObject({ status: 200 })
    expect(connections.made).toBe(6)
  })

  test('that breaks after the next request was written is a failure: it is never sent twice', async () => {
    const { url, requests, connections } = await receiver((socket, times) => {
      if (times === 1) socket.write(OK)
      else socket.resetAndDestroy()
    })
    expect(await outbound.post(url)).toMatchObject({ status: 200 })
    await settled()
    expect(await outbound.post(url)).toMatchObject({ error_type: 'connection_reset', sent: true })
    expect(requests).toEqual([1, 2])
    expect(connections.made).toBe(1)
  })

  test('with bytes behind its answer is not used again', async () => {
    const { url, connections } = await receiver((socket) => {
      socket.write(`${OK}HTTP/1.1 500 Smuggled\r\nContent-Length: 0\r\n\r\n`)
    })
    for (let times = 0; times < 4; times++) {
      expect(await outbound.post(url, { keepBodyWhen: 'always' })).toMatchObject({ status: 200 })
      await settled()
    }
    expect(connections.made).toBe(4)
  })

  test('to which an unasked answer comes later is not used again', async () => {
    const { url, connections } = await receiver((socket) => socket.write(OK))
    await outbound.post(url)
    await settled()
    for (const socket of connections.open) socket.write('HTTP/1.1 500 Late\r\nContent-Length: 0\r\n\r\n')
    await vi.waitFor(() => expect(connections.open.size).toBe(0), 15_000)
    expect(await outbound.post(url)).toMatchObject({ status: 200 })
    expect(connections.made).toBe(2)
  })

  test('is closed with the port', async () => {
    const { url, connections } = await receiver((socket) => socket.write(OK))
    await outbound.post(url)
    await settled()
    expect(connections.open.size).toBe(1)
    await outbound.close()
    await vi.waitFor(() => expect(connections.open.size).toBe(0), 15_000)
  })
})

describe('an origin that hangs', () => {
  test('gets 16 connections; further calls wait and end without one', { tags: 'slow' }, async () => {
    const { url, connections } = await receiver(() => {})
    const served = Array.from({ length: 16 }, () => outbound.post(url, { deadlineMs: 4_000 }))
    const waiting = Array.from({ length: 24 }, () => outbound.post(url, { deadlineMs: 200 }))
    for (const outcome of await Promise.all(waiting)) {
      expect(outcome).toMatchObject({ error_type: 'timeout', sent: false })
    }
    for (const outcome of await Promise.all(served)) {
      expect(outcome).toMatchObject({ error_type: 'timeout', sent: true })
    }
    expect(connections.made).toBe(16)
    await vi.waitFor(() => expect(connections.open.size).toBe(0), 15_000)
  })

  test('does not delay another', async () => {
    const hanging = await receiver(() => {})
    const healthy = await receiver((socket) => socket.write(OK))
    const stuck = Array.from({ length: 40 }, () => outbound.post(hanging.url, { deadlineMs: 30_000 }))
    const outcome = await outbound.post(healthy.url)
    expect(outcome).toMatchObject({ status: 200 })
    expect(outcome.durationMs).toBeLessThan(15_000)
    await outbound.close() // cuts them
    await Promise.all(stuck)
  })

  test('is served again as soon as it answers', async () => {
    let isHanging = true
    const { url } = await receiver((socket) => {
      if (!isHanging) socket.write(OK)
    })
    await Promise.all(Array.from({ length: 20 }, () => outbound.post(url, { deadlineMs: 200 })))
    isHanging = false
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => outbound.post(url)))
    expect(outcomes.every((outcome) => outcome.kind === 'answered')).toBe(true)
  })
})
