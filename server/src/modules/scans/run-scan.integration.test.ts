import { KEPT_SCANS } from '@atrium/contract/scans'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { startApp } from '../../../test/start-app.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import { SCAN_DEADLINE_MS } from './carry-out-scan.ts'
import { resumeScans } from './resume-scans.ts'
import { createFakeScanner, ruleFinding } from './test/fake-scanner.ts'

const scanner = createFakeScanner()
const app = useApp({ rate_limits: 'off' }, { scanner })
const { owner, viewer, stranger } = useTeam(app)
let at: { app_id: string }
let client: ReturnType<typeof app.as>

beforeEach(async () => {
  at = { app_id: (await app.make.app(owner)).id }
  client = app.as(owner)
  scanner.seen.length = 0
})
afterEach(() => scanner.do(null))

const run = () => client.scans.run(at)
const read = () => client.scans.read(at)
const drain = () => app.atrium.jobs.drain()
const scanned = async () => {
  await run()
  await drain()
  return read()
}
const changeApp = () =>
  client.schemas.set({ ...at, name: 'Order' }, { properties: { n: { type: 'number' } } })
const rowOf = async () => {
  const [row] = await app.sql<{ tries: number; status: string; worker: string | null }>`
    select tries, status, worker from security_scans where app_id = ${at.app_id}`
  return row
}
/** Holds the next scan; `go` lets it end. */
function hold(found: Parameters<typeof scanner.do>[0] = () => ({})) {
  const { promise, resolve: go } = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  scanner.do(async (snapshot, options) => {
    started.resolve()
    options.report({ stage: 'hardcoded_secrets', done: 1, total: 2 })
    await promise
    return found?.(snapshot, options) ?? {}
  })
  return { started: started.promise, go }
}
const source = async () => {
  const response = await fetch(`${app.baseUrl}/api/apps/${at.app_id}/security/scan`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}` },
  })
  return [response.headers.get('x-scan-source'), ((await response.json()) as { status: string }).status]
}

describe('a scan is refused', () => {
  test('to those who cannot edit the app', async () => {
    await expect(app.as(viewer).scans.run(at)).rejects.toEqual(refusal(403, 'editor_required'))
    await expect(app.as(stranger).scans.run(at)).rejects.toEqual(refusal(404, 'app_not_found'))
  })
})

describe('a scan', () => {
  test('waits, runs and is up to date', async () => {
    expect(await read()).toMatchObject({ status: 'none', result: null })
    expect(await run()).toEqual({ status: 'pending' })
    expect(await read()).toMatchObject({ status: 'pending', result: null })
    const { started, go } = hold(() => ({ rls_recommendations: [ruleFinding('a')] }))
    const drained = drain()
    await started
    await expect.poll(read).toMatchObject({
      status: 'scanning',
      result: null,
      progress: { stage: 'hardcoded_secrets', done: 1, total: 2 },
    })
    expect(await run()).toEqual({ status: 'scanning' })
    go()
    await drained
    expect(await read()).toMatchObject({
      status: 'up_to_date',
      result: { rls_recommendations: [{ fingerprint: 'a' }] },
      progress: null,
      error: null,
    })
  })

  test('is not repeated while it is up to date, and says so', async () => {
    expect(await source()).toEqual(['async', 'pending'])
    await drain()
    expect(await source()).toEqual(['cache', 'up_to_date'])
    await changeApp()
    expect(await source()).toEqual(['async', 'pending'])
    expect(await source()).toEqual(['async', 'pending'])
  })

  test('is one, however many ask at once', async () => {
    await Promise.all(Array.from({ length: 8 }, run))
    await drain()
    expect(scanner.seen.filter((one) => one.app.id === at.app_id).length).toBe(1)
    expect((await client.audit.list({ app_id: at.app_id, action: 'scans.run' })).items.length).toBe(1)
  })

  test('is out of date with its result when the app changed, and carries it while the next one runs', async () => {
    scanner.do(() => ({ rls_recommendations: [ruleFinding('a')] }))
    await scanned()
    await changeApp()
    const result = { rls_recommendations: [{ fingerprint: 'a' }] }
    expect(await read()).toMatchObject({ status: 'out_of_date', result })
    await run()
    expect(await read()).toMatchObject({ status: 'pending', result })
    scanner.do(null)
    await drain()
    expect(await read()).toMatchObject({ status: 'up_to_date', result: { rls_recommendations: [] } })
  })

  test('is out of date at once when the app changed while it ran', async () => {
    const { started, go } = hold()
    await run()
    const drained = drain()
    await started
    await changeApp()
    go()
    await drained
    expect(await read()).toMatchObject({ status: 'out_of_date', result: { rls_recommendations: [] } })
  })

  test('of another version of the scanner has no result any more', async () => {
    await scanned()
    await app.sql`update security_scans set scanner_version = '0' where app_id = ${at.app_id}`
    expect(await read()).toMatchObject({ status: 'out_of_date', result: null })
    expect(await source()).toEqual(['async', 'pending'])
  })
})

describe('a scan that fails', () => {
  test('says so without internals, keeps what was found, and stays so when the app changes', async () => {
    scanner.do(() => ({ rls_recommendations: [ruleFinding('a')] }))
    await scanned()
    await changeApp()
    scanner.do(() => {
      throw new Error('connect /secret/path ECONNREFUSED')
    })
    const failed = {
      status: 'scan_failed',
      error: 'The scan could not be carried out. Run it again.',
      result: { rls_recommendations: [{ fingerprint: 'a' }] },
    }
    expect(await scanned()).toMatchObject(failed)
    await client.schemas.delete({ ...at, name: 'Order' })
    expect(await read()).toMatchObject(failed)
    scanner.do(null)
    expect(await scanned()).toMatchObject({ status: 'up_to_date', error: null })
    const { items } = await client.scans.list(at)
    expect(items.map(({ status }) => status)).toEqual(['completed', 'failed', 'completed'])
  })

  test('has its time, and no more', async () => {
    const deadline = new AbortController()
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const spy = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => (ms === SCAN_DEADLINE_MS ? deadline.signal : timeout(ms)))
    try {
      const { started } = hold()
      await run()
      const drained = drain()
      await started
      deadline.abort()
      await drained
    } finally {
      spy.mockRestore()
    }
    expect(await read()).toMatchObject({
      status: 'scan_failed',
      error: 'The scan took longer than 5 minutes and was ended. Run it again.',
    })
  })
})

describe('a worker that is lost', () => {
  /** Takes the scan and is never heard of again. */
  const loseWorker = async () => {
    await app.sql`update security_scans set status = 'scanning', worker = 'gone', tries = tries + 1,
      leased_until = ${new Date(app.clock.now().getTime() + 60_000)} where app_id = ${at.app_id}`
  }
  const resume = async () => {
    app.clock.move(61)
    await app.atrium.jobs.send(app.atrium.db, resumeScans, {})
    await drain()
  }

  test('loses its scan to another, which ends it', async () => {
    await run()
    await loseWorker()
    await drain()
    expect(await read()).toMatchObject({ status: 'scanning' })
    await resume()
    expect(await read()).toMatchObject({ status: 'up_to_date' })
  })

  test('before it took the scan, whose job is gone, leaves it to another', async () => {
    await run()
    await app.sql`delete from pgboss.job where data::text like ${`%${at.app_id}%`}`
    await drain()
    expect(await read()).toMatchObject({ status: 'pending' })
    await resume()
    expect(await read()).toMatchObject({ status: 'up_to_date' })
  })

  test('twice is a scan that failed', async () => {
    await run()
    await loseWorker()
    await loseWorker()
    await resume()
    expect(scanner.seen).toEqual([])
    expect(await read()).toMatchObject({
      status: 'scan_failed',
      error: 'The server was lost twice during the scan. Run it again.',
    })
  })

  test('and comes back stores nothing', async () => {
    await run()
    const { started, go } = hold(() => ({ rls_recommendations: [ruleFinding('late')] }))
    const first = drain()
    await started
    const other = createFakeScanner()
    other.do(() => ({ rls_recommendations: [ruleFinding('new')] }))
    const second = await startApp({ database_url: app.databaseUrl, rate_limits: 'off' }, { scanner: other })
    second.clock.move(600)
    await second.atrium.jobs.send(second.atrium.db, resumeScans, {})
    await second.atrium.jobs.drain()
    expect(other.seen.some((one) => one.app.id === at.app_id)).toBe(true)
    go()
    await first
    expect(await read()).toMatchObject({
      status: 'up_to_date',
      result: { rls_recommendations: [{ fingerprint: 'new' }] },
    })
    expect((await client.scans.list(at)).items.length).toBe(1)
  })
})

test('a server that stops hands its scan back, without counting the try', async () => {
  const other = createFakeScanner()
  const { promise: started, resolve } = Promise.withResolvers<void>()
  other.do(async () => {
    resolve()
    return new Promise(() => {})
  })
  const second = await startApp({ database_url: app.databaseUrl, rate_limits: 'off' }, { scanner: other })
  await run()
  // It ends with the database of its server.
  const drained = second.atrium.jobs.drain().catch(() => {})
  await started
  await second.atrium.stop()
  await drained
  expect(await rowOf()).toEqual({ status: 'pending', worker: null, tries: 0 })
  app.clock.move(6)
  await drain()
  expect(await read()).toMatchObject({ status: 'up_to_date' })
})

test('an app that was deleted while it was scanned has no scan', async () => {
  const { started, go } = hold()
  await run()
  const drained = drain()
  await started
  await client.apps.delete(at)
  await app.sql`delete from security_scans where app_id = ${at.app_id}`
  go()
  await drained
  expect(await app.sql`select from scan_history where app_id = ${at.app_id}`).toEqual([])
  expect(await rowOf()).toBeUndefined()
})

test('the history has what is new and fixed, newest first, and forgets', async () => {
  scanner.do(() => ({ rls_recommendations: [ruleFinding('a'), ruleFinding('b', { severity: 'low' })] }))
  await scanned()
  await app.sql`insert into ignored_findings (app_id, fingerprint, finding_type, created_date)
    values (${at.app_id}, 'a', 'rls', now())`
  await changeApp()
  scanner.do(() => ({ rls_recommendations: [ruleFinding('a'), ruleFinding('c')] }))
  await scanned()
  const first = await client.scans.list(at, { limit: 1 })
  expect(first.items).toMatchObject([
    {
      status: 'completed',
      started_by: 'person',
      counts: { critical: 1, low: 0 },
      new_count: 1,
      fixed_count: 1,
    },
  ])
  const rest = await client.scans.list(at, { cursor: first.next_cursor ?? '' })
  expect(rest.items).toMatchObject([{ counts: { critical: 1, low: 1 }, new_count: 2, fixed_count: 0 }])
  expect(rest.has_more).toBe(false)
  const other = await app.make.app(owner)
  for (const [id, days, many] of [
    [at.app_id, 1, KEPT_SCANS],
    [other.id, 2, 1],
  ] as const)
    await app.sql`insert into scan_history select ${id} || n, ${id}, 'completed', 'person', counts, 0, 0, null,
      now() - ${days} * interval '1 day', now() - ${days} * interval '1 day'
      from generate_series(1, ${many}) n, (select counts from scan_history limit 1) c`
  await changeApp().then(() => client.schemas.delete({ ...at, name: 'Order' }))
  await scanned()
  const [{ count } = { count: 0 }] = await app.sql<{ count: number }>`
    select count(*)::int as count from scan_history where app_id = ${at.app_id}`
  expect(count).toBe(KEPT_SCANS)
  // Each app has so many.
  at = { app_id: other.id }
  await scanned()
  expect((await client.scans.list(at)).items).toHaveLength(2)
})

test('ignores of what no scan finds any more are dropped, and those whose time is over', async () => {
  const ignore = (fingerprint: string, type: string, expires_at: Date | null = null) =>
    app.sql`insert into ignored_findings (app_id, fingerprint, finding_type, created_date, expires_at)
      values (${at.app_id}, ${fingerprint}, ${type}, now(), ${expires_at})`
  const past = new Date(app.clock.now().getTime() - 1_000)
  await ignore('kept', 'rls')
  await ignore('gone', 'rls')
  await ignore('over', 'rls', past)
  await ignore('unknown', 'dependency')
  expect((await read()).ignored_fingerprints.toSorted()).toEqual(['gone', 'kept', 'unknown'])
  scanner.do(() => ({
    rls_recommendations: [ruleFinding('kept'), ruleFinding('over')],
    unchecked: ['dependency_vulnerabilities'],
  }))
  await scanned()
  expect((await read()).ignored_fingerprints.toSorted()).toEqual(['kept', 'unknown'])
  expect(await app.sql`select from ignored_findings where app_id = ${at.app_id}`).toHaveLength(2)
})
