import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { storedText } from './stored-text.ts'

const REPLY = { headers() {}, header() {}, type() {}, code() {} } as unknown as FastifyReply

function asking(send: ReturnType<typeof storedText>) {
  return (accepted: string) => {
    const request = { headers: { 'accept-encoding': accepted } } as FastifyRequest
    return send(request, REPLY)
  }
}

test('a stored text is read once and compressed once for each encoding', async () => {
  let readings = 0
  const ask = asking(
    storedText('text/plain', () => {
      readings++
      return 'long '.repeat(1_000)
    }),
  )
  const accepted = ['br', 'gzip', 'identity']
  const [first, second] = [await Promise.all(accepted.map(ask)), await Promise.all(accepted.map(ask))]
  for (const [i, bytes] of first.entries()) expect(second[i]).toBe(bytes)
  expect(new Set(first).size).toBe(3)
  expect(readings).toBe(1)
})

test('a text that could not be read is read again', async () => {
  let isThere = false
  const ask = asking(
    storedText('text/plain', async () => {
      if (!isThere) throw new Error('not yet')
      return 'text'
    }),
  )
  await expect(ask('gzip')).rejects.toThrow('not yet')
  isThere = true
  expect(String(await ask('identity'))).toBe('text')
  expect(await ask('gzip')).toBeInstanceOf(Buffer)
})
