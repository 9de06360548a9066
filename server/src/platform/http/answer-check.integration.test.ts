import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { refuse } from '../errors.ts'
import { toyServer } from './test/toy-server.ts'

let stop: (() => Promise<void>) | null = null
afterEach(() => stop?.())

async function answerOf(
  work: () => Promise<unknown>,
  settings: { prepare?: (server: FastifyInstance) => void } = {},
) {
  const noted: string[] = []
  const { server, baseUrl, log } = await toyServer(work, {
    strictAnswers: true,
    onAnswer: (operation, code) => noted.push(`${operation} ${code}`),
    ...settings,
  })
  stop = () => server.close()
  const response = await fetch(`${baseUrl}/toys`, {
    method: 'POST',
    headers: { authorization: 'Bearer x' },
  })
  return { status: response.status, body: await response.json(), noted, log }
}

describe('in tests an answer', () => {
  test('that fits passes, and is noted', async () => {
    const { status, body, noted } = await answerOf(async () => ({ size: 1 }))
    expect([status, body, noted]).toEqual([200, { size: 1 }, ['toys.play ok']])
  })

  test('with a declared refusal passes', async () => {
    const { status, noted } = await answerOf(async () => {
      throw refuse('app_not_found')
    })
    expect([status, noted]).toEqual([404, ['toys.play app_not_found']])
  })

  test('with a refusal that every operation may have passes', async () => {
    const { status, body } = await answerOf(async () => {
      throw new Error('why')
    })
    expect([status, body.code]).toEqual([500, 'internal_error'])
  })

  test('with a refusal that is not declared is a 500 that names it', async () => {
    const { status, body, noted, log } = await answerOf(async () => {
      throw refuse('folder_not_found')
    })
    const complaint = 'toys.play answered 404 folder_not_found, which the contract does not declare'
    expect([status, body.code, body.message, noted]).toEqual([500, 'internal_error', complaint, []])
    expect(log.lines).toContainEqual(
      expect.objectContaining({ level: 'error', msg: complaint, request_id: body.request_id }),
    )
  })

  test('of another shape is a 500 that names the place', async () => {
    const { status, body } = await answerOf(async () => ({ size: 5 }), {
      prepare: (server) => {
        server.addHook('preSerialization', async () => ({ size: 1.5 }))
        server.setSerializerCompiler(() => JSON.stringify)
      },
    })
    expect([status, body.message]).toEqual([
      500,
      'toys.play answered outside its contract: data/size must be integer',
    ])
  })

  test('with another status than the declared one is a 500', async () => {
    const { status, body } = await answerOf(async () => ({ size: 1 }), {
      prepare: (server) => {
        server.addHook('preSerialization', async (_request, reply, payload) => {
          reply.code(202)
          return payload
        })
      },
    })
    expect([status, body.message]).toEqual([
      500,
      'toys.play answered 202, which the contract does not declare',
    ])
  })
})
