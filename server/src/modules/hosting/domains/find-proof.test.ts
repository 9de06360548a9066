import { expect, test } from 'vitest'
import { findProof } from './find-proof.ts'

const ROW = { domain: 'shop.example.org', proof: 'atrium-domain=abc' }
const FILE = '://shop.example.org/.well-known/atrium-domain.txt'

/** Texts under the name of the domain, and files by address. */
const proofIn = (texts: string[], files: Record<string, string> = {}) =>
  findProof(
    {
      texts: async (name) => (name === '_atrium.shop.example.org' ? texts : []),
      file: async (url) => files[url] ?? null,
    },
    ROW,
  )

test('a record proves a domain, alone or among others', async () => {
  expect(await proofIn(['x', ' atrium-domain=abc '])).toBe('dns')
  expect(await proofIn(['atrium-domain=abcd', 'abc', ''])).toBeNull()
})

test('a file proves it too, over https or http', async () => {
  expect(await proofIn([], { [`https${FILE}`]: 'atrium-domain=abc\n' })).toBe('file')
  expect(await proofIn([], { [`http${FILE}`]: 'atrium-domain=abc' })).toBe('file')
})

test('another text or a page around it proves nothing', async () => {
  expect(await proofIn([], { [`https${FILE}`]: 'atrium-domain=other' })).toBeNull()
  expect(await proofIn([], { [`https${FILE}`]: '<p>atrium-domain=abc</p>' })).toBeNull()
  expect(await proofIn([])).toBeNull()
})
