import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { invalidAt, refusal } from '../../../../test/refusal.ts'
import { createLog } from '../../../platform/log.ts'
import type { FunctionLog } from '../../../ports/function-runtime/port.ts'
import { purgeHistory } from '../purge-history.ts'
import { useFunctions } from '../test/function-scene.ts'
import {
  createFunctionLogs,
  MOST_BYTES_A_MINUTE,
  MOST_LINES_A_MINUTE,
  MOST_MESSAGE_BYTES,
} from './function-logs.ts'

const scene = useFunctions()
const { app, fake } = scene
const at = () => ({ app_id: scene.shop.id, name: 'talk' })
const logs = (query: Parameters<ReturnType<typeof app.as>['functions']['logs']>[1] = {}) =>
  app.as(scene.owner).functions.logs(at(), query)
const START = Date.parse('2026-01-01T00:00:00.000Z')
const minute = (n: number) => new Date(START + n * 60_000).toISOString()

/** As if they had been written at these minutes. */
async function written(lines: { n: number; level?: string; message?: string; request_id?: string | null }[]) {
  for (const [i, { n, level = 'info', message = `m${n}`, request_id = null }] of lines.entries()) {
    await sql`insert into function_logs
      (id, app_id, function_name, deployment_id, request_id, level, message, time) values (${`flg_${scene.shop.id}_${i}`}, ${scene.shop.id}, 'talk', 'dep_1',
      ${request_id}, ${level}, ${message}, ${minute(n)})`.execute(app.atrium.db)
  }
}

function writer() {
  const { db } = app.atrium
  const line: FunctionLog = {
    ...{ app_id: scene.shop.id, name: 'talk', deployment_id: 'dep_1', request_id: 'req_1' },
    ...{ level: 'info', message: 'x', time: app.clock.now() },
  }
  return { line, logs: createFunctionLogs({ db, clock: app.clock, log: createLog('silent') }) }
}

describe('what a function writes', () => {
  test('becomes lines with level, time and the id of the request', async () => {
    await scene.deploy('talk')
    fake.handle('talk', (_request, { console }) => {
      console('info', 'hello')
      console('error', 'oh')
      return new Response()
    })
    const answer = await scene.call('talk')
    const request_id = answer.headers.get('x-request-id')
    await expect.poll(async () => (await logs()).length).toBe(2)
    expect(await logs()).toEqual([
      { id: expect.any(String), time: expect.any(String), level: 'info', message: 'hello', request_id },
      { id: expect.any(String), time: expect.any(String), level: 'error', message: 'oh', request_id },
    ])
    expect(await logs({ level: 'error' })).toMatchObject([{ message: 'oh' }])
    expect(await logs({ level: 'info' })).toMatchObject([{ message: 'hello' }])
    expect(await logs({ request_id: 'req_other' })).toEqual([])
  })

  test('is listed oldest first: the newest lines, or the first ones since a moment', async () => {
    await scene.deploy('talk')
    await written([{ n: 1 }, { n: 2, level: 'warn', request_id: 'req_2' }, { n: 3 }, { n: 4 }])
    const messages = async (query: Parameters<typeof logs>[0]) =>
      (await logs(query)).map(({ message }) => message)
    expect(await messages({ limit: 2 })).toEqual(['m3', 'm4'])
    expect(await messages({ since: minute(2), limit: 2 })).toEqual(['m2', 'm3'])
    expect(await messages({ since: minute(2), until: minute(4) })).toEqual(['m2', 'm3'])
    expect(await messages({ until: minute(3) })).toEqual(['m1', 'm2'])
    expect(await messages({ request_id: 'req_2', level: 'warn' })).toEqual(['m2'])
    const odd = [{ level: 'loud' as 'info' }, { min_level: 'loud' as 'info' }, { since: 'yesterday' }]
    for (const query of [{ limit: 0 }, { limit: 1_001 }, ...odd])
      await expect(logs(query)).rejects.toMatchObject({ status: 422 })
  })

  test('is chosen by one level, or by it and those above it', async () => {
    await scene.deploy('talk')
    const levels = ['debug', 'info', 'warn', 'error'] as const
    await written(levels.map((level, n) => ({ n, level })))
    const shown = async (query: Parameters<typeof logs>[0]) => (await logs(query)).map(({ level }) => level)
    for (const [n, level] of levels.entries()) {
      expect(await shown({ level })).toEqual([level])
      expect(await shown({ min_level: level })).toEqual(levels.slice(n))
    }
    expect(await shown({ level: 'warn', min_level: 'info' })).toEqual(['warn'])
    expect(await shown({ level: 'debug', min_level: 'info' })).toEqual([])
    expect(await shown({ min_level: 'warn', limit: 1 })).toEqual(['error'])
  })

  test('is cut where it is too long, and kept whatever stands in it', async () => {
    await scene.deploy('talk')
    const { line, logs: some } = writer()
    some.record({ ...line, message: 'ä'.repeat(MOST_MESSAGE_BYTES) })
    some.record({ ...line, message: 'a\0b\ud800' })
    some.record({ ...line, app_id: 'app_gone', message: 'of nobody' })
    await some.settle()
    const [long, odd, ...others] = await logs()
    expect(Buffer.byteLength(long?.message ?? '')).toBeLessThanOrEqual(MOST_MESSAGE_BYTES)
    expect(long?.message).toMatch(/^ä+…$/)
    expect([odd?.message, others]).toEqual(['a\ufffdb\ufffd', []])
  })

  test('is at most so much a minute, and then a line says how much there was beyond', async () => {
    await scene.deploy('talk')
    const { line, logs: some } = writer()
    for (let n = 0; n < MOST_LINES_A_MINUTE + 7; n++) some.record({ ...line, message: `n${n}` })
    app.clock.move(61)
    some.record({ ...line, time: app.clock.now(), message: 'next' })
    await some.settle()
    const all = await logs({ limit: 1_000 })
    expect(all.map(({ message }) => message)).toContain('next')
    expect(all.filter(({ message }) => message.startsWith('7 lines were dropped'))).toHaveLength(1)
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from function_logs where app_id = ${scene.shop.id}`.execute(app.atrium.db)
    expect(rows).toEqual([{ n: MOST_LINES_A_MINUTE + 2 }])
  })

  test('of one function keeps nothing of others from being written', async () => {
    const other = await app.make.app(scene.owner)
    await scene.deploy('talk')
    await scene.deploy('quiet')
    await scene.deploy('talk', {}, other)
    const { line, logs: some } = writer()
    for (let n = 0; n < MOST_LINES_A_MINUTE + 1; n++) some.record(line)
    some.record({ ...line, name: 'quiet' })
    some.record({ ...line, app_id: other.id })
    await some.settle()
    const of = async (app_id: string, name: string) =>
      (await app.as(scene.owner).functions.logs({ app_id, name })).map(({ message }) => message)
    expect([await of(scene.shop.id, 'quiet'), await of(other.id, 'talk')]).toEqual([['x'], ['x']])
    expect((await of(scene.shop.id, 'talk')).at(-1)).toMatch(/^1 lines were dropped/)
  })

  test('is bounded by its bytes too', async () => {
    await scene.deploy('talk')
    const { line, logs: some } = writer()
    const fitting = MOST_BYTES_A_MINUTE / MOST_MESSAGE_BYTES
    for (let n = 0; n < fitting + 3; n++)
      some.record({ ...line, message: 'x'.repeat(2 * MOST_MESSAGE_BYTES) })
    await some.settle()
    const all = await logs({ limit: 1_000 })
    expect(all).toHaveLength(fitting + 1)
    expect(all.at(-1)?.message).toMatch(/^3 lines were dropped/)
  })

  test('is for those who can edit the app', async () => {
    await scene.deploy('talk')
    await expect(app.as(scene.viewer).functions.logs(at())).rejects.toEqual(refusal(403, 'editor_required'))
    await expect(app.as(scene.stranger).functions.logs(at())).rejects.toEqual(refusal(404, 'app_not_found'))
    const nameless = `${app.baseUrl}/api/apps/${scene.shop.id}/functions-mgmt/logs`
    const headers = { authorization: `Bearer ${scene.owner.token}` }
    expect((await fetch(nameless, { headers })).status).toBe(422)
    expect((await fetch(nameless.replace('logs', 'talk/lines'), { headers })).status).toBe(404)
    const other = { ...at(), name: 'other/logs' }
    await expect(app.as(scene.owner).functions.logs(other)).rejects.toEqual(
      refusal(404, 'function_not_found'),
    )
  })
})

describe('calls', () => {
  test('are listed newest first, in pages, for those who can see the app', async () => {
    await scene.deploy('talk')
    fake.handle('talk', () => new Response(null, { status: 418 }))
    for (const method of ['GET', 'PUT', 'DELETE']) await scene.call('talk', { method })
    const { functions } = app.as(scene.viewer)
    const first = async () => functions.list_invocations(at(), { limit: 2 })
    await expect.poll(async () => (await functions.list_invocations(at())).items.length).toBe(3)
    const { items, next_cursor } = await first()
    expect(items.map(({ method, status, trigger }) => [method, status, trigger])).toEqual([
      ['DELETE', 418, 'http'],
      ['PUT', 418, 'http'],
    ])
    const rest = await functions.list_invocations(at(), { limit: 2, cursor: next_cursor ?? '' })
    expect(rest.items).toMatchObject([{ method: 'GET', error_code: null }])
    const request_id = items[0]?.request_id ?? ''
    expect((await functions.list_invocations(at(), { request_id })).items).toHaveLength(1)
    await expect(app.as(scene.stranger).functions.list_invocations(at())).rejects.toEqual(
      refusal(404, 'app_not_found'),
    )
    await expect(functions.list_invocations({ ...at(), name: 'none' })).rejects.toEqual(
      refusal(404, 'function_not_found'),
    )
  })

  test('that failed are listed alone: those with an error code, or a status of 500 or more', async () => {
    await scene.deploy('talk')
    await scene.deploy('other')
    const { functions } = app.as(scene.viewer)
    expect((await functions.list_invocations(at(), { failed: true })).items).toEqual([])
    const calls = [
      ['talk', 200, null],
      ['talk', 499, null],
      ['talk', 404, 'function_not_found'],
      ['talk', 500, null],
      ['talk', 200, null],
      ['talk', 508, 'function_loop'],
      ['other', 500, null],
    ] as const
    for (const [place, [name, status, code]] of calls.entries())
      await app.sql`insert into function_invocations values (${`fin_${scene.shop.id}_${place}`}, ${scene.shop.id},
        ${name}, 'dep_1', ${`req_${place}`}, 'http', 'GET', ${status}, 1, ${code}, now() - ${place} * interval '1 minute')`
    const statuses = async (query: { failed?: boolean; request_id?: string }) =>
      (await functions.list_invocations(at(), query)).items.map(({ status }) => status)
    expect(await statuses({ failed: true })).toEqual([404, 500, 508])
    expect(await statuses({ failed: false })).toEqual([200, 499, 404, 500, 200, 508])
    expect(await statuses({ failed: true, request_id: 'req_3' })).toEqual([500])
    expect(await statuses({ failed: true, request_id: 'req_0' })).toEqual([])

    const first = await functions.list_invocations(at(), { failed: true, limit: 2 })
    const cursor = first.next_cursor ?? ''
    const rest = await functions.list_invocations(at(), { failed: true, limit: 2, cursor })
    expect([first, rest].map(({ items, has_more }) => [items.map(({ status }) => status), has_more])).toEqual(
      [
        [[404, 500], true],
        [[508], false],
      ],
    )
    await expect(functions.list_invocations(at(), { cursor })).rejects.toMatchObject(
      invalidAt('query', 'cursor'),
    )
    for (const failed of ['maybe', '%', '', '\0'])
      await expect(functions.list_invocations(at(), { failed } as never)).rejects.toMatchObject(
        invalidAt('query', 'failed'),
      )
  })
})

test('old lines and calls are purged, and those beyond 10,000 of a function', { tags: 'slow' }, async () => {
  await scene.deploy('talk')
  const { db } = app.atrium
  const now = app.clock.now()
  const id = scene.shop.id
  await sql`insert into function_logs (id, app_id, function_name, deployment_id, request_id, level, message, time)
    select ${`flg_${id}`} || n, ${id}, 'talk', 'dep_1', null, 'info', n::text,
    ${now}::timestamptz - n * interval '1 minute' from generate_series(1, 10085) n`.execute(db)
  await sql`insert into function_invocations select ${`fin_${id}`} || n, ${id}, 'talk', 'dep_1', 'req', 'http', 'GET', 200, 1,
    null, ${now}::timestamptz - n * interval '1 minute' from generate_series(1, 10005) n`.execute(db)
  // Older than all of them, but of a function that writes little.
  await scene.deploy('quiet')
  await sql`insert into function_logs (id, app_id, function_name, deployment_id, request_id, level, message, time)
    values (${`flg_${id}_quiet`}, ${id}, 'quiet', 'dep_1', null, 'info', 'x',
    ${now}::timestamptz - interval '6 days 23 hours 59 minutes')`.execute(db)
  const context = { attempt: 1, signal: new AbortController().signal }
  const left = async (table: string, name = 'talk') => {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from ${sql.table(table)}
      where app_id = ${id} and function_name = ${name}`.execute(db)
    return rows[0]?.n
  }
  await purgeHistory.run({ db, clock: app.clock } as never, {}, context)
  expect([await left('function_logs'), await left('function_invocations')]).toEqual([10_000, 10_000])
  expect(await left('function_logs', 'quiet')).toBe(1)
  const later = { now: () => new Date(now.getTime() + 6 * 86_400_000) }
  await purgeHistory.run({ db, clock: later } as never, {}, context)
  // A day has 1,440 minutes; the line of that very moment is not older yet.
  expect([await left('function_logs'), await left('function_invocations')]).toEqual([1_440, 1_440])
})
