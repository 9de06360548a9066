import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveHttp } from '../../../test/receivers.ts'
import { createLog } from '../../platform/log.ts'
import { createOutboundHttp } from '../outbound-http/guarded.ts'
import { systemDomainProofs } from './system.ts'

/** A name server on loopback that knows these texts, in pieces; of other names it says that there are none. */
const TEXTS: Record<string, string[][]> = { '_atrium.shop.example': [['one'], ['in ', 'pieces']] }
let server: Socket

beforeAll(async () => {
  server = createSocket('udp4', (query, { port, address }) => server.send(answerTo(query), port, address))
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

function answerTo(query: Buffer): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const question = query.subarray(12, at + 5)
  const texts = TEXTS[labels.join('.')]
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(texts ? 0x8180 : 0x8183, 2) // an answer; without texts there is no such name
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(texts?.length ?? 0, 6)
  header.writeUInt32BE(0, 8)
  const records = (texts ?? []).map((pieces) => {
    const data = Buffer.concat(pieces.map((piece) => Buffer.from([piece.length, ...Buffer.from(piece)])))
    const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, data.length])
    return Buffer.concat([head, data])
  })
  return Buffer.concat([header, question, ...records])
}

const log = createLog('silent')
const outboundHttp = createOutboundHttp({ allow: ['127.0.0.0/8'], caFile: null, log, onRefused: () => {} })
afterAll(() => outboundHttp.close())

const find = (name: string, port = server.address().port) =>
  systemDomainProofs({ log, outboundHttp, servers: [`127.0.0.1:${port}`] }).texts(name)

test('texts are found whole', async () => {
  expect(await find('_atrium.shop.example')).toEqual(['one', 'in pieces'])
})

test('a name that is not there has none', async () => {
  expect(await find('_atrium.other.example')).toEqual([])
})

test('a name server that is not there knows none', async () => {
  const closed = createSocket('udp4').bind(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address()
  await new Promise<void>((resolve) => closed.close(() => resolve()))
  expect(await find('_atrium.shop.example', port)).toEqual([])
})

test('a file is read, and a redirect, a refusal and a host that is not there are none', async () => {
  const receiver = await receiveHttp((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/proof' }).end('atrium-domain=abc')
    else if (request.url === '/proof') response.end('atrium-domain=abc\n')
    else if (request.url === '/endless') response.end('x'.repeat(100_000))
    else response.writeHead(404).end('atrium-domain=abc')
  })
  const { file } = systemDomainProofs({ log, outboundHttp })
  const address = `http://127.0.0.1:${receiver.port}`
  expect(await file(`${address}/proof`)).toBe('atrium-domain=abc\n')
  expect(await file(`${address}/moved`)).toBeNull()
  expect(await file(`${address}/unknown`)).toBeNull()
  expect((await file(`${address}/endless`))?.length).toBeLessThanOrEqual(1_024)
  await receiver.close()
  expect(await file(`${address}/proof`)).toBeNull()
})
