import { expect, test } from 'vitest'
import type { OutboundHttp, OutboundOutcome } from '../../../ports/outbound-http/port.ts'
import { findProof } from './find-proof.ts'

const ROW = { domain: 'shop.example.org', proof: 'atrium-domain=abc' }
const FILE = '://shop.example.org/.well-known/atrium-domain.txt'

/** A web in which only these addresses answer. */
function web(pages: Record<string, { status?: number; body: string }>): OutboundHttp {
  return {
    checkTarget: () => {
      throw new Error('not used')
    },
    close: async () => {},
    async send({ url }): Promise<OutboundOutcome> {
      const page = pages[url]
      if (!page) {
        const error_type = 'connection_refused' as const
        return { kind: 'failed', error_type, message: 'Refused', durationMs: 1, sent: false }
      }
      const body = Buffer.from(page.body)
      return {
        kind: 'answered',
        status: page.status ?? 200,
        headers: {},
        body,
        truncated: false,
        durationMs: 1,
      }
    },
  }
}
const proofIn = (texts: string[], pages: Parameters<typeof web>[0] = {}) =>
  findProof({ txtRecords: { find: async () => texts }, outboundHttp: web(pages) }, ROW)

test('a record proves a domain, alone or among others', async () => {
  expect(await proofIn(['x', ' atrium-domain=abc '])).toBe('dns')
  expect(await proofIn(['atrium-domain=abcd', 'abc', ''])).toBeNull()
})

test('a file proves it too, over https or http', async () => {
  expect(await proofIn([], { [`https${FILE}`]: { body: 'atrium-domain=abc\n' } })).toBe('file')
  expect(await proofIn([], { [`http${FILE}`]: { body: 'atrium-domain=abc' } })).toBe('file')
})

test('another file, a redirect or a page around it proves nothing', async () => {
  expect(await proofIn([], { [`https${FILE}`]: { body: 'atrium-domain=other' } })).toBeNull()
  expect(await proofIn([], { [`https${FILE}`]: { status: 302, body: 'atrium-domain=abc' } })).toBeNull()
  expect(await proofIn([], { [`https${FILE}`]: { body: '<p>atrium-domain=abc</p>' } })).toBeNull()
  expect(await proofIn([])).toBeNull()
})
