/** Many failing calls leave nothing behind. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { makeAuthority } from '../../../test/certificates.ts'
import { receiveHttps } from '../../../test/receivers.ts'
import { outboundCalls } from './test/outbound-calls.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const openSockets = () =>
  process.getActiveResourcesInfo().filter((kind) => /^(TCPSocket|TLS|TCP)Wrap$/.test(kind)).length

test('2,000 calls to a receiver with a bad certificate leave no sockets and no memory', {
  timeout: 120_000,
}, async () => {
  const receiver = await receiveHttps(makeAuthority('hooks.example'), (_, response) => response.end())
  const outbound = outboundCalls({ resolve: async () => ['127.0.0.1'] })
  const url = `https://hooks.example:${receiver.port}/`

  async function callTimes(times: number): Promise<number> {
    for (let done = 0; done < times; done += 20) {
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => outbound.post(url)))
      expect(new Set(outcomes.map((one) => one.kind === 'failed' && one.error_type))).toEqual(
        new Set(['tls_error']),
      )
    }
    await vi.waitFor(() => expect(receiver.connections.open.size).toBe(0), 15_000)
    collectGarbage()
    return process.memoryUsage().heapUsed
  }

  const socketsBefore = openSockets()
  const warm = await callTimes(400)
  const after = await callTimes(1_600)
  expect(receiver.connections.made).toBe(2_000)
  await vi.waitFor(() => expect(openSockets()).toBeLessThanOrEqual(socketsBefore), 15_000)
  expect(after - warm).toBeLessThan(4 * 1024 * 1024) // 2.5 KB a call
  await outbound.close()
  await receiver.close()
})
