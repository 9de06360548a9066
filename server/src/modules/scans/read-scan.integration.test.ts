import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bring, take } from '../../../test/bring.ts'
import { testConfig } from '../../../test/config.ts'
import { refusal } from '../../../test/refusal.ts'
import { FILES, useFunctions } from '../functions/test/function-scene.ts'
import { startNightlyScans } from './start-nightly-scans.ts'
import {
  codeFinding,
  createFakeScanner,
  emptyResult,
  packageFinding,
  ruleFinding,
} from './test/fake-scanner.ts'

const scanner = createFakeScanner()
const scene = useFunctions({}, { scanner })
const { app } = scene
let at: { app_id: string }
let client: ReturnType<typeof app.as>

beforeEach(() => {
  at = { app_id: scene.shop.id }
  client = app.as(scene.owner)
  scanner.seen.length = 0
})
afterEach(() => scanner.do(null))

const drain = () => app.atrium.jobs.drain()
const seenHere = () => scanner.seen.filter(({ app: { id } }) => id === at.app_id)
const history = async () => (await client.scans.list(at)).items.map(({ started_by }) => started_by)

describe('reading', () => {
  test('is refused with 403 alone, whatever the address names', async () => {
    const reads: [string, string, number, string][] = [
      [scene.viewer.token, at.app_id, 403, 'editor_required'],
      [scene.stranger.token, at.app_id, 403, 'no_app_access'],
      [scene.owner.token, 'unknown', 403, 'no_app_access'],
      [scene.owner.token, 'x'.repeat(400), 403, 'no_app_access'],
      [scene.owner.token, '%00%2F..', 403, 'no_app_access'],
    ]
    for (const [token, id, status, code] of reads) {
      const response = await fetch(`${app.baseUrl}/api/apps/${id}/security/scan?limit=x`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const body = (await response.json()) as { code: string }
      expect([id, response.status, body.code]).toEqual([id, status, code])
    }
    await expect(app.anonymous.scans.read(at)).rejects.toEqual(refusal(401, 'missing_credentials'))
  })

  test('of history and settings is refused as that of other things is', async () => {
    for (const name of ['list', 'read_settings'] as const) {
      await expect(app.as(scene.viewer).scans[name](at)).rejects.toEqual(refusal(403, 'editor_required'))
      await expect(app.as(scene.stranger).scans[name](at)).rejects.toEqual(refusal(404, 'app_not_found'))
    }
  })

  test('starts nothing', async () => {
    expect(await client.scans.read(at)).toEqual({
      ...{ status: 'none', result: null, static_code_enabled: true, ignored_fingerprints: [] },
      ...{ progress: null, error: null },
    })
    await drain()
    expect(seenHere()).toEqual([])
  })

  test('shows no group that is switched off, also of what was found before', async () => {
    const found = {
      static_code_findings: [codeFinding('c')],
      dependency_vulnerabilities: [packageFinding('p')],
    }
    scanner.do(() => found)
    await client.scans.run(at)
    await drain()
    expect((await client.scans.read(at)).result).toMatchObject(found)
    await client.scans.configure(at, { static_code_enabled: false, dependency_scan_enabled: false })
    expect(await client.scans.read(at)).toMatchObject({
      status: 'out_of_date',
      static_code_enabled: false,
      result: { static_code_findings: [], dependency_vulnerabilities: [] },
    })
  })
})

describe('settings', () => {
  test('are refused to those who cannot edit the app', async () => {
    await expect(app.as(scene.viewer).scans.configure(at, {})).rejects.toEqual(
      refusal(403, 'editor_required'),
    )
    await expect(app.as(scene.stranger).scans.configure(at, {})).rejects.toEqual(
      refusal(404, 'app_not_found'),
    )
  })

  test('have defaults, and what is not sent stays', async () => {
    const usual = { static_code_enabled: true, dependency_scan_enabled: true, mail: true }
    expect(await client.scans.read_settings(at)).toEqual({ ...usual, on_publish: false, nightly: false })
    await client.scans.configure(at, { nightly: true })
    await client.scans.configure(at, { nightly: true })
    const changed = { ...usual, on_publish: false, nightly: true, mail: false }
    expect(await client.scans.configure(at, { mail: false })).toEqual(changed)
    expect(await client.scans.read_settings(at)).toEqual(changed)
    const { items } = await client.audit.list({ app_id: at.app_id, action: 'scans.configure' })
    expect(items.map(({ detail }) => detail)).toEqual([{ mail: false }, { nightly: true }])
  })
})

describe('by choice', () => {
  const publish = (content: string) => client.site.publish(at, { files: [{ path: 'index.html', content }] })
  test('an app is scanned when it is published', async () => {
    await publish('a')
    await drain()
    expect(await history()).toEqual([])
    await client.scans.configure(at, { on_publish: true })
    await publish('b')
    await drain()
    expect(await history()).toEqual(['publish'])
  })

  const night = async () => {
    await app.atrium.jobs.send(app.atrium.db, startNightlyScans, {})
    await drain()
  }
  test('an app is scanned every night, once, also unchanged where its packages are looked up', async () => {
    await night()
    expect(await history()).toEqual([])
    await client.scans.configure(at, { nightly: true })
    await night()
    await night()
    expect(await history()).toEqual(['schedule'])
    app.clock.move(13 * 3_600)
    await night()
    expect((await history()).length).toBe(2)
    await client.scans.configure(at, { dependency_scan_enabled: false })
    app.clock.move(13 * 3_600)
    await night()
    app.clock.move(13 * 3_600)
    await night()
    expect((await history()).length).toBe(3)
  })

  test('at most ten apps are started at a time', async () => {
    await app.sql`update scan_settings set nightly = false`
    for (let n = 0; n < 12; n++) {
      const { id } = await app.make.app(scene.owner)
      await app.sql`insert into scan_settings values (${id}, false, true, true)`
    }
    const waiting = async () =>
      (await app.sql`select from security_scans where status = 'pending' and started_by = 'schedule'`).length
    await app.sql`truncate pgboss.job`
    await startNightlyScans.run({ ...app.atrium, clock: app.clock } as never, {} as never, {} as never)
    await startNightlyScans.run({ ...app.atrium, clock: app.clock } as never, {} as never, {} as never)
    expect(await waiting()).toBe(10)
    await night()
    await night()
    expect(await waiting()).toBe(0)
  })

  test('those that people wait for take no place of the night, nor do apps that are gone', {
    tags: 'slow',
  }, async () => {
    await app.sql`update scan_settings set nightly = false`
    const made = await Promise.all(Array.from({ length: 13 }, () => app.make.app(scene.owner)))
    const [gone, busy, ...others] = made.map(({ id }) => id)
    for (const id of [gone, busy, ...others.slice(1)])
      await app.sql`insert into scan_settings values (${id ?? ''}, false, true, true)`
    for (const id of [busy, others[0]]) await client.scans.run({ app_id: id ?? '' })
    await app.sql`update apps set deleted_at = now() where id = ${gone ?? ''}`
    await startNightlyScans.run({ ...app.atrium, clock: app.clock } as never, {} as never, {} as never)
    const rows = await app.sql<{ app_id: string; started_by: string }>`
      select app_id, started_by from security_scans where status = 'pending'`
    const startedBy = (who: string) =>
      rows.filter(({ started_by }) => started_by === who).map((row) => row.app_id)
    expect(startedBy('person').sort()).toEqual([busy, others[0]].sort())
    expect(startedBy('schedule').sort()).toEqual(others.slice(1).sort())
    await drain()
  })
})

test('a scan sees the app as it is: schemas, functions, text files, each once', async () => {
  await client.schemas.set({ ...at, name: 'Order' }, { properties: {}, rls: { read: true } })
  await scene.deploy('pay', { access: 'anyone' })
  await client.secrets.set(at, { TOKEN: 'a' })
  const write = (path: string, content: string, encoding: 'utf-8' | 'base64' = 'utf-8') =>
    client.source.write_file({ ...at, path }, { content, encoding })
  await write('src/app.js', 'one')
  await write('logo.png', Buffer.from([137, 80, 0, 1]).toString('base64'), 'base64')
  await write('latin.txt', Buffer.from([0xe9, 0x41]).toString('base64'), 'base64')
  await write('functions/pay/index.ts', FILES[0]?.content ?? '')
  await write('functions/pay/new.ts', 'not deployed')
  const files: string[] = []
  scanner.do(async (snapshot) => {
    for await (const { path, read } of snapshot.files()) files.push(`${path}: ${await read()}`)
    return {}
  })
  await client.scans.run(at)
  await drain()
  expect(files).toEqual([
    'functions/pay/new.ts: not deployed',
    'latin.txt: null',
    'logo.png: null',
    'src/app.js: one',
  ])
  const [snapshot] = seenHere()
  expect(snapshot).toMatchObject({
    app: { id: at.app_id, published_url: null, static_code_enabled: true, dependency_scan_enabled: true },
    schemas: [{ name: 'Order', rls: { read: true } }],
    functions: [
      {
        name: 'pay',
        entry: 'functions/pay/index.ts',
        access: 'anyone',
        is_automated: false,
        files: [{ path: 'functions/pay/index.ts', text: FILES[0]?.content }],
      },
    ],
    file_count: 5,
  })
})

test('code that cannot be read is no code without findings', async () => {
  const { data_dir } = testConfig({ database_url: '' })
  await client.source.write_file({ ...at, path: 'a.js' }, { content: 'one' })
  const repository = join(data_dir, 'source', `${at.app_id}.git`)
  renameSync(repository, `${repository}.away`)
  let change = async () => {}
  scanner.do(async (snapshot) => {
    await change()
    for await (const { read } of snapshot.files()) await read()
    return {}
  })
  await client.scans.run(at)
  await drain()
  expect(await client.scans.read(at)).toMatchObject({
    status: 'scan_failed',
    error: 'The code of the app could not be read. Run the scan again later.',
  })
  // Unless the app changed since: then the scan is out of date anyway.
  change = async () => void (await client.secrets.set(at, { TOKEN: 'a' }))
  await client.scans.run(at)
  await drain()
  expect(await client.scans.read(at)).toMatchObject({ status: 'out_of_date' })
  renameSync(`${repository}.away`, repository)
})

test('what scans have goes with the app', async () => {
  await client.scans.configure(at, { nightly: true })
  await client.scans.run(at)
  await drain()
  await client.apps.delete(at)
  await drain()
  for (const table of ['security_scans', 'scan_history', 'scan_settings'] as const) {
    const rows = {
      security_scans: () => app.sql`select from security_scans where app_id = ${at.app_id}`,
      scan_history: () => app.sql`select from scan_history where app_id = ${at.app_id}`,
      scan_settings: () => app.sql`select from scan_settings where app_id = ${at.app_id}`,
    }
    expect(await rows[table]()).toEqual([])
  }
})

describe('an archive', () => {
  const { data_dir } = testConfig({ database_url: '' })
  const archived = async () => {
    const { security_scans } = JSON.parse(await take(app, [scene.owner.workspace_id], { data_dir }))
    return security_scans.find(({ app_id }: { app_id: string }) => app_id === at.app_id)
  }
  const result = { ...emptyResult(new Date(0)), rls_recommendations: [ruleFinding('a')] }

  test('brings scans in their states, and each once', { tags: 'slow' }, async () => {
    await client.schemas.set({ ...at, name: 'Order' }, { properties: {} })
    const row = { ...at, result, ignored_fingerprints: ['a'] }
    expect(await bring(app, { security_scans: [{ ...row, status: 'up_to_date' }] })).toEqual({
      security_scans: 1,
    })
    expect(await bring(app, { security_scans: [{ ...at, status: 'scan_failed' }] })).toEqual({
      security_scans: 0,
    })
    expect(await client.scans.read(at)).toMatchObject({
      status: 'up_to_date',
      result,
      ignored_fingerprints: ['a'],
    })
    expect(await archived()).toEqual({ ...row, status: 'up_to_date', scanner_version: expect.any(String) })
    await client.schemas.delete({ ...at, name: 'Order' })
    expect(await archived()).toMatchObject({ status: 'out_of_date', result })
  })

  test('keeps the end of what is ignored for a time, and leaves out what shows again', async () => {
    await bring(app, { security_scans: [{ ...at, status: 'up_to_date', result }] })
    const ends = { kept: null, soon: '2999-01-01T00:00:00.000Z', over: '2020-01-01T00:00:00.000Z' }
    for (const [fingerprint, end] of Object.entries(ends))
      await app.sql`insert into ignored_findings (app_id, fingerprint, finding_type, created_date, expires_at)
        values (${at.app_id}, ${fingerprint}, 'rls', now(), ${end})`
    const taken = await archived()
    expect(taken).toMatchObject({
      ignored_fingerprints: ['kept', 'soon'],
      ignored_until: [{ fingerprint: 'soon', expires_at: ends.soon }],
    })
    await app.sql`delete from security_scans where app_id = ${at.app_id}`
    await app.sql`delete from ignored_findings where app_id = ${at.app_id}`
    const until = [...taken.ignored_until, { fingerprint: 'late', expires_at: ends.over }]
    const given = [...taken.ignored_fingerprints, 'late']
    await bring(app, { security_scans: [{ ...taken, ignored_fingerprints: given, ignored_until: until }] })
    const { items } = await client.findings.list_ignored(at)
    expect(Object.fromEntries(items.map((item) => [item.fingerprint, item.expires_at]))).toEqual({
      kept: null,
      soon: ends.soon,
    })
  })

  test.each([
    ['out_of_date', { result }, 'out_of_date', { rls_recommendations: [{ fingerprint: 'a' }] }],
    ['up_to_date', { result, scanner_version: 'another' }, 'out_of_date', null],
    ['scan_failed', { result }, 'scan_failed', { rls_recommendations: [{ fingerprint: 'a' }] }],
    ['scan_failed', {}, 'scan_failed', null],
    ['pending', { result }, 'pending', { rls_recommendations: [{ fingerprint: 'a' }] }],
    ['scanning', {}, 'pending', null],
    ['none', {}, 'none', null],
  ] as const)('of a scan that is %s', async (status, fields, shown, found) => {
    await bring(app, { security_scans: [{ ...at, status, ...fields }] })
    const read = await client.scans.read(at)
    expect(read).toMatchObject({ status: shown })
    if (found) expect(read.result).toMatchObject(found)
    else expect(read.result).toBeNull()
  })

  test('may come from elsewhere: what its findings do not say is filled in', async () => {
    const given = { rls_recommendations: [{ fingerprint: 'a', entity: 'Order' }], scanned_at: 'now-1d' }
    await bring(app, { security_scans: [{ ...at, status: 'up_to_date', result: given }] })
    expect((await client.scans.read(at)).result).toMatchObject({
      analysis_summary: '',
      rls_recommendations: [{ fingerprint: 'a', severity: 'info', entity_name: '', operations: [] }],
      hardcoded_secrets: [],
    })
  })

  test('is refused with a state that there is not', async () => {
    await expect(bring(app, { security_scans: [{ ...at, status: 'done' }] })).rejects.toThrow(
      'security_scans[0].status',
    )
    await expect(bring(app, { security_scans: [{ app_id: 'app_no', status: 'pending' }] })).rejects.toThrow(
      'There is no app',
    )
  })
})
