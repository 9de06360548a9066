import { describe, expect, test } from 'vitest'
import { collectedLog } from '../../test/collected-log.ts'

describe('the log', () => {
  test('is one JSON object a line, with level, time and message', () => {
    const log = collectedLog()
    log.info({ request_id: 'req_1' }, 'hello\nworld')
    expect(log.text().split('\n')).toHaveLength(2)
    expect(log.lines).toEqual([
      { level: 'info', time: expect.stringMatching(/^\d{4}-.*Z$/), request_id: 'req_1', msg: 'hello\nworld' },
    ])
  })

  test('keeps to its level', () => {
    const log = collectedLog('warn')
    log.info({}, 'not this')
    log.warn({}, 'this')
    expect(log.lines.map((line) => line.msg)).toEqual(['this'])
  })

  test.each(['authorization', 'api_key', 'cookie', 'password', 'secret', 'token'])('cuts out %s', (field) => {
    const log = collectedLog()
    log.info({ [field]: 'hush', headers: { [field]: 'hush' }, a: { b: { [field]: 'hush' } } }, 'x')
    expect(log.text()).not.toContain('hush')
  })

  test('tells an error with its causes, without the rows and connections that it carries', () => {
    const log = collectedLog()
    const cause = Object.assign(new Error('duplicate key'), {
      code: '23505',
      constraint: 'users_email_key',
      detail: 'Key (email)=(hush@example.com) already exists.',
      client: { password: 'hush', secretKey: 'hush' },
    })
    log.error({ err: new Error('could not save', { cause }) }, 'internal_error')
    expect(log.lines[0].err).toMatchObject({
      type: 'Error',
      message: 'could not save',
      stack: expect.stringContaining('log.test.ts'),
      cause: { message: 'duplicate key', code: '23505', constraint: 'users_email_key' },
    })
    expect(log.text()).not.toContain('hush')
  })

  test('survives what is thrown without being an error, and causes that go in circles', () => {
    const log = collectedLog()
    const loop = new Error('loop')
    loop.cause = loop
    for (const err of ['text', null, undefined, 7, loop]) log.error({ err }, 'x')
    expect(log.lines).toHaveLength(5)
  })
})
