import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, expect, test } from 'vitest'
import { type Receiver, receiveHttp } from '../../../test/receivers.ts'
import { createLog } from '../../platform/log.ts'
import { createOutboundHttp } from '../outbound-http/guarded.ts'
import type { OutboundHttp } from '../outbound-http/port.ts'
import { registryAdvisories } from './registry.ts'

const outboundHttp = createOutboundHttp({ allow: ['127.0.0.1/32'], caFile: null })
const receivers: Receiver[] = []
afterAll(() => outboundHttp.close())
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close()
})

async function ask(answer: RequestListener, names = ['qs'], through: OutboundHttp = outboundHttp) {
  let calls = 0
  const receiver = await receiveHttp((request, response) => {
    calls++
    answer(request, response)
  })
  receivers.push(receiver)
  const source = registryAdvisories({
    registryUrl: `http://127.0.0.1:${receiver.port}/npm`,
    outboundHttp: through,
    log: createLog('silent'),
  })
  const packages = new Map(names.map((name) => [name, new Set(['1.0.0', '1.0.1'])]))
  const found = await source.find(packages, new AbortController().signal)
  return { ...found, calls }
}

const json = (response: ServerResponse, value: unknown) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
const bodyOf = async (request: IncomingMessage) =>
  JSON.parse(gunzipSync(Buffer.concat(await request.toArray())).toString())

const NOTHING =
  'Packages were not looked up: the registry that is set up for advisories gave no usable answer.'

test.each<[string, number, RequestListener]>([
  ['has no such endpoint', 1, (_, response) => response.writeHead(404).end()],
  ['fails', 2, (_, response) => response.writeHead(500).end()],
  ['returns no JSON', 2, (_, response) => response.end('<html>')],
  ['returns a list', 2, (_, response) => json(response, [])],
  [
    'breaks off',
    2,
    (_, response) =>
      response.writeHead(200, { 'content-length': '100' }).write('{', () => response.destroy()),
  ],
  ['says too much', 2, (_, response) => response.end(`{"a":"${'x'.repeat(5 * 1024 * 1024)}"}`)],
  [
    'leads elsewhere',
    2,
    (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  ],
])('a registry that %s is asked %i times, and that is said', async (_, calls, answer) => {
  expect(await ask(answer)).toEqual({ advisories: [], unchecked: NOTHING, calls })
})

test('one that never answers is given up in time, and so is the rest', async () => {
  // The time is over when the request has arrived: a short time might be over before that.
  let giveUp = () => {}
  const impatient: OutboundHttp = {
    ...outboundHttp,
    send(request) {
      expect(request.deadlineMs).toBeGreaterThan(0)
      const over = new AbortController()
      giveUp = () => over.abort()
      return outboundHttp.send({ ...request, signal: over.signal })
    },
  }
  const names = Array.from({ length: 1_500 }, (_, n) => `p${n}`)
  expect(await ask(() => giveUp(), names, impatient)).toEqual({
    advisories: [],
    unchecked: NOTHING,
    calls: 2,
  })
})

test('one that the guard refuses is not called', async () => {
  const closed = createOutboundHttp({ allow: [], caFile: null })
  expect(await ask((_, response) => response.end(), ['qs'], closed)).toMatchObject({
    unchecked: NOTHING,
    calls: 0,
  })
  await closed.close()
})

test('packages are asked for in parts, and what was missed is said', { tags: 'slow' }, async () => {
  const sizes: number[] = []
  const found = await ask(
    async (request, response) => {
      const asked = await bodyOf(request)
      sizes.push(Object.keys(asked).length)
      if (sizes.length === 1) json(response, {})
      else response.writeHead(400).end()
    },
    Array.from({ length: 2_500 }, (_, n) => `p${n}`),
  )
  expect(sizes).toEqual([1_000, 1_000])
  expect(found.unchecked).toMatch(/^1500 of 2500 packages were not looked up/)
})

test('an answer is read, as far as it was asked for and can be used', async () => {
  let asked: unknown
  let path: unknown
  const advisory = {
    id: 1_097_000,
    url: 'https://advisories.example/GHSA-hrpp-h998-j3pp',
    title: 'qs:\u0000 prototype\npollution',
    severity: 'moderate',
    vulnerable_versions: '<6.2.4',
    cwe: ['CWE-1321', 7],
    cvss: { score: 7.5, vectorString: null },
  }
  const { advisories, unchecked } = await ask(async (request, response) => {
    path = request.url
    asked = await bodyOf(request)
    const bare = {
      id: 'own-1',
      severity: 'dreadful',
      vulnerable_versions: '*',
      url: 'javascript:alert(1)',
      cvss: { score: 0 },
    }
    json(response, { qs: [advisory, bare, { id: 2 }, null], never: [advisory], __proto__: [advisory] })
  })
  expect(path).toBe('/npm/-/npm/v1/security/advisories/bulk')
  expect(asked).toEqual({ qs: ['1.0.0', '1.0.1'] })
  expect(unchecked).toBeNull()
  expect(advisories).toEqual([
    {
      id: 'GHSA-hrpp-h998-j3pp',
      package_name: 'qs',
      title: 'qs:  prototype pollution',
      severity: 'medium',
      vulnerable_range: '<6.2.4',
      cve_ids: [],
      cvss_score: 7.5,
      cwe: ['CWE-1321'],
      references: ['https://advisories.example/GHSA-hrpp-h998-j3pp'],
    },
    {
      id: 'own-1',
      package_name: 'qs',
      title: 'Vulnerability in qs',
      severity: 'medium',
      vulnerable_range: '*',
      cve_ids: [],
      cvss_score: null,
      cwe: [],
      references: [],
    },
  ])
})
