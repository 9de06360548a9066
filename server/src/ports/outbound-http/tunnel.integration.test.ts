/** Connections whose TLS is made by somebody else: the same guard, and no handshake of ours. */
import { once } from 'node:events'
import { connect as connectTls } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { makeAuthority } from '../../../test/certificates.ts'
import { receiveHttps } from '../../../test/receivers.ts'
import { openTcpSocket } from './dial.ts'
import { createOutboundHttp, type OutboundHttpOptions } from './guarded.ts'
import { OutboundRefused } from './port.ts'

const never = new AbortController().signal

function sockets(addresses: string[], more: Partial<OutboundHttpOptions> = {}) {
  const dialled: string[] = []
  const port = createOutboundHttp({
    allow: [],
    caFile: null,
    resolve: async () => addresses,
    openSocket: (address, number) => {
      dialled.push(address)
      return openTcpSocket(address, number)
    },
    ...more,
  })
  onTestFinished(() => port.close())
  return { ...port, dialled }
}

test('the caller makes TLS with the receiver itself', async () => {
  const authority = makeAuthority('Test authority')
  const receiver = await receiveHttps(authority.issue(['shop.internal']), (_, response) =>
    response.end('hello'),
  )
  onTestFinished(() => receiver.close())
  const { tunnel } = sockets(['127.0.0.1'], { allow: ['127.0.0.0/8'] })
  const socket = await tunnel(`https://shop.internal:${receiver.port}/`, never)
  const secured = connectTls({ socket, servername: 'shop.internal', ca: authority.cert })
  await once(secured, 'secureConnect')
  secured.write('GET / HTTP/1.1\r\nhost: shop.internal\r\nconnection: close\r\n\r\n')
  expect(Buffer.concat(await secured.toArray()).toString()).toContain('hello')
})

test.each([
  'https://127.0.0.1/',
  'https://169.254.169.254/',
  'https://[::1]:8787/',
  'https://localhost:8787/',
  'http://shop.example/',
  'https://shop.example:22/',
  'https://shop.example:5432/',
])('%s is refused before a socket opens', async (url) => {
  const { tunnel, dialled } = sockets(['8.8.8.8'])
  await expect(tunnel(url, never)).rejects.toThrow(OutboundRefused)
  expect(dialled).toEqual([])
})

test('a name that turns to a private address is refused at the next connection', async () => {
  const addresses = ['8.8.8.8']
  const { tunnel, dialled } = sockets(addresses, {
    openSocket: () => openTcpSocket('127.0.0.1', 1),
  })
  await expect(tunnel('https://rebind.example/', never)).rejects.not.toThrow(OutboundRefused)
  addresses[0] = '10.0.0.1'
  await expect(tunnel('https://rebind.example/', never)).rejects.toThrow(OutboundRefused)
  expect(dialled).toEqual([])
})

test('a caller who no longer waits ends it', async () => {
  const { tunnel } = sockets([], { resolve: () => new Promise(() => {}) })
  await expect(tunnel('https://shop.example/', AbortSignal.abort())).rejects.toThrow()
})
