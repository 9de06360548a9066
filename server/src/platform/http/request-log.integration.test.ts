import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import { collectedLog } from '../../../test/collected-log.ts'
import { refuse } from '../errors.ts'
import { toyServer } from './test/toy-server.ts'

const requestLines = (log: ReturnType<typeof collectedLog>) =>
  log.lines.filter((line) => line.msg === 'request' || line.msg === 'slow request')

/** All requests take so long, whatever the machine makes of it. */
const taking = (ms: number) => (toys: FastifyInstance) => {
  toys.addHook('onSend', async (_request, reply) => {
    Object.defineProperty(reply, 'elapsedTime', { value: ms })
  })
}

test('every request is one line: id, operation, status, time and caller', async () => {
  const { server, baseUrl, log } = await toyServer(async () => ({ size: 1 }), { prepare: taking(3) })
  const played = await fetch(`${baseUrl}/toys`, {
    method: 'POST',
    headers: { authorization: 'Bearer hush', 'content-type': 'application/json' },
    body: '{"size": 1}',
  })
  await fetch(`${baseUrl}/toys/hush?secret=hush`)
  await fetch(`${baseUrl}/hush`)
  await server.close()
  expect(requestLines(log)).toEqual([
    {
      level: 'debug',
      time: expect.any(String),
      request_id: played.headers.get('x-request-id'),
      operation: 'toys.play',
      status: 200,
      ms: expect.any(Number),
      caller: 'tok_toy',
      msg: 'request',
    },
    expect.objectContaining({ operation: 'toys.look', status: 200, caller: null }),
    expect.objectContaining({ operation: 'GET unknown', status: 404, caller: null }),
  ])
  expect(log.text()).not.toContain('hush')
})

test('one above a second is a warning', async () => {
  const { server, baseUrl, log } = await toyServer(
    async () => {
      throw refuse('app_not_found')
    },
    { prepare: taking(1_500.4) },
  )
  await fetch(`${baseUrl}/toys/1`)
  await server.close()
  expect(requestLines(log)).toMatchObject([{ level: 'warn', msg: 'slow request', status: 404, ms: 1_500 }])
})

test('a whole day of use leaves no secret in the log', async () => {
  const log = collectedLog()
  const app = await createTestApp({}, { log })
  const owner = await app.make.person('owner')
  const secrets = [owner.token, 'a wrong password']
  const { token } = await app
    .as(owner)
    .tokens.create({ name: 'ci', permission: 'full_access', app_ids: null })
  secrets.push(token)
  const signingIn = app.anonymous.session.create({ email: owner.email, password: 'a wrong password' })
  await expect(signingIn).rejects.toMatchObject({ status: 401 })
  await app.as(token).apps.create({ name: 'Shop' })
  await expect(app.as('pat_made-up').apps.list({})).rejects.toMatchObject({ status: 401 })
  await app.stop()
  expect(requestLines(log).length).toBeGreaterThanOrEqual(4)
  for (const secret of [...secrets, 'pat_made-up']) expect(log.text()).not.toContain(secret)
})
