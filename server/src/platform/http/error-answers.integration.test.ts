import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { collectedLog } from '../../../test/collected-log.ts'
import { testConfig } from '../../../test/config.ts'
import { factories } from '../../../test/make.ts'
import { cloneTemplate } from '../../../test/template.ts'
import { createApp } from '../../app.ts'
import { systemClock } from '../clock.ts'
import { databaseGate } from '../database/test/database-gate.ts'
import { refuse } from '../errors.ts'
import { toApiError } from './error-answers.ts'
import { toyServer } from './test/toy-server.ts'

const failure = (fields: object, message = 'it failed') => Object.assign(new Error(message), fields)

describe('toApiError', () => {
  test.each([
    [failure({ code: '53100' }), 'storage_full', 507],
    [failure({ code: 'ENOSPC' }), 'storage_full', 507],
    [failure({ code: '57014' }), 'database_unavailable', 503],
    [failure({ code: '57P01' }), 'database_unavailable', 503],
    [failure({ code: 'ECONNREFUSED' }), 'database_unavailable', 503],
    [failure({ code: '53300' }), 'database_unavailable', 503],
    [failure({}, 'Connection terminated unexpectedly'), 'database_unavailable', 503],
    [new Error('outer', { cause: failure({ code: '53100' }) }), 'storage_full', 507],
    [failure({ code: '23505' }), 'internal_error', 500],
    [failure({ code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }), 'body_too_large', 413],
    [failure({ code: 'FST_ERR_MAX_PARAM_LENGTH', statusCode: 414 }), 'headers_too_large', 431],
    [failure({ code: 'FST_ERR_SOMETHING_NEW', statusCode: 400 }), 'bad_request', 400],
    [failure({ code: 'FST_ERR_SOMETHING_NEW', statusCode: 500 }), 'internal_error', 500],
    [failure({ statusCode: 404 }), 'internal_error', 500],
    [new TypeError('x is not a function'), 'internal_error', 500],
    ['text', 'internal_error', 500],
    [undefined, 'internal_error', 500],
    [null, 'internal_error', 500],
  ])('%j is %s', (thrown, code, status) => {
    const error = toApiError(thrown)
    expect([error.code, error.status]).toEqual([code, status])
    if (status >= 500) expect(error.cause).toBe(thrown)
  })

  test('a refusal stays what it is', () => {
    const refusal = refuse('app_not_found')
    expect(toApiError(refusal)).toBe(refusal)
  })
})

describe('a failure that nobody foresaw', () => {
  test.each([
    [
      'an error',
      () => failure({ detail: 'Key (email)=(a@b.c)', query: 'select hush' }, 'hush in /srv/atrium'),
    ],
    [
      'an error that poses as a status',
      () => failure({ statusCode: 418, headers: { 'x-hush': 'hush' } }, 'hush'),
    ],
    ['text', () => 'hush'],
    ['nothing', () => undefined],
  ])(
    '%s is a 500 that tells nothing; its cause is in the log under the request id',
    async (_name, thrown) => {
      const { server, baseUrl, log } = await toyServer(async () => {
        throw thrown()
      })
      const response = await fetch(`${baseUrl}/toys/1`)
      const text = await response.text()
      expect(response.status).toBe(500)
      expect(JSON.parse(text)).toEqual({
        code: 'internal_error',
        message: 'Something failed on our side; try again and report the request_id.',
        detail: 'Something failed on our side; try again and report the request_id.',
        request_id: response.headers.get('x-request-id'),
      })
      expect([...response.headers.keys()]).not.toContain('x-hush')
      expect(log.lines).toContainEqual(
        expect.objectContaining({
          level: 'error',
          msg: 'internal_error',
          request_id: response.headers.get('x-request-id'),
          err: expect.anything(),
        }),
      )
      await server.close()
    },
  )

  test('an answer that cannot be written as declared is a 500, not half an answer', async () => {
    const { server, baseUrl } = await toyServer(async () => ({ size: Symbol('x') }))
    const response = await fetch(`${baseUrl}/toys/1`)
    expect([response.status, (await response.json()).code]).toEqual([500, 'internal_error'])
    await server.close()
  })

  test('an answer carries nothing that the contract does not declare', async () => {
    const { server, baseUrl } = await toyServer(async () => ({ size: 1, password_hash: 'hush' }))
    expect(await (await fetch(`${baseUrl}/toys/1`)).json()).toEqual({ size: 1 })
    await server.close()
  })
})

test('while the database is gone operations answer 503 and the server is not ready; it recovers by itself', async () => {
  const log = collectedLog()
  const clone = await cloneTemplate()
  const gate = await databaseGate(clone.url)
  const app = await createApp(testConfig({ database_url: gate.url, rate_limits: 'off' }), { log })
  const owner = await factories(app.db, systemClock).person('owner')
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${owner.token}` }
    const response = await fetch(`${app.address}${path}`, { headers })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  expect((await read('/api/app-folders/tree')).status).toBe(200)
  expect((await read('/readyz')).body).toEqual({ status: 'ready' })

  await gate.shut()
  const refused = await read('/api/app-folders/tree')
  expect([refused.status, refused.body.code]).toEqual([503, 'database_unavailable'])
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(JSON.stringify(refused.body)).not.toMatch(/connect|postgres|sql/i)
  const ready = await read('/readyz')
  expect([ready.status, ready.body]).toEqual([
    503,
    { status: 'not_ready', reason: 'the database does not answer' },
  ])
  expect((await read('/healthz')).status).toBe(200)
  expect(log.lines).toContainEqual(
    expect.objectContaining({ msg: 'database_unavailable', request_id: refused.body.request_id }),
  )

  await gate.open()
  while ((await read('/readyz')).status !== 200) await wait(20)
  expect((await read('/api/app-folders/tree')).status).toBe(200)
  await app.stop()
  await gate.shut()
  await clone.drop()
})
