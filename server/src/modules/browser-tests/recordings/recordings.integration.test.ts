import { MAX_OPEN_RECORDINGS, MAX_RECORDED_ACTIONS, RECORDING_HOURS } from '@atrium/contract/recordings'
import { expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { startApp } from '../../../../test/start-app.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const app = useApp({ rate_limits: 'off' })
const { owner, viewer, stranger } = useTeam(app)
const missing = refusal(404, 'recording_not_found')
const url = 'https://shop.example.com/'
const click = (name: string) => ({ type: 'click' as const, url, target: { role: 'button', name } })

/** A recording of a new app, and its key. */
async function begin(app_id?: string) {
  const { recordings } = app.as(owner)
  const of = app_id ?? (await app.make.app(owner)).id
  const { snippet, ...recording } = await recordings.create({ app_id: of })
  const [, recording_key = ''] = /#(rck_[\w-]{43})"/.exec(snippet) ?? []
  const at = { app_id: of, recording_id: recording.id }
  return { recordings, at, recording_key, snippet, recording, path: { recording_key } }
}
const anyone = () => app.anonymous.recordings

test('begins with a snippet and a bookmark that hold its key, which is kept nowhere', async () => {
  const { recording, snippet, recording_key, at } = await begin()
  const address = `${app.baseUrl}/testing-agent/recorder.js#${recording_key}`
  expect(snippet).toBe(`<script src="${address}"></script>`)
  expect(recording).toMatchObject({ status: 'open', start_url: null, steps: [], dropped: 0 })
  expect(recording.bookmark).toMatch(/^javascript:[\w%.~!*'()-]+$/)
  expect(decodeURIComponent(recording.bookmark)).toContain(`s.src=${JSON.stringify(address)}`)
  const rows = await app.sql`select * from test_recordings where id = ${at.recording_id}`
  const entries = await app.sql`select * from audit_log where target_id = ${at.recording_id}`
  expect(rows).toHaveLength(1)
  expect(entries).toMatchObject([{ action: 'recordings.create' }])
  expect(JSON.stringify([rows, entries])).not.toContain(recording_key)
})

test('takes actions by its key alone, once however often they are sent, until it is ended', async () => {
  const { recordings, at, path } = await begin()
  const start = { type: 'navigate' as const, url, by_address: true }
  expect(await anyone().send(path, { seq: 0, actions: [] })).toEqual({ status: 'open', next_seq: 0 })
  const first = { seq: 0, actions: [start, click('Add to cart')] }
  for (let i = 0; i < 2; i++)
    expect(await anyone().send(path, first)).toEqual({ status: 'open', next_seq: 2 })
  const more = await anyone().send(path, {
    seq: 1,
    actions: [click('Add to cart'), click('Pay')],
    ended: true,
  })
  expect(more).toEqual({ status: 'closed', next_seq: 3 })
  expect(await recordings.read(at)).toMatchObject({
    status: 'closed',
    start_url: url,
    steps: [{ instruction: 'Click “Add to cart”' }, { instruction: 'Click “Pay”' }],
  })
  await expect(anyone().send(path, first)).rejects.toEqual(missing)
})

test('takes no more from one address than its limit', async () => {
  const { path } = await begin()
  const limits = new Map([['recordings.send', 1]])
  const limited = await startApp({ rate_limits: limits, database_url: app.databaseUrl })
  const send = () => limited.anonymous.recordings.send(path, { seq: 0, actions: [] })
  await send()
  await expect(send()).rejects.toEqual(refusal(429, 'rate_limited'))
})

test('says the same of what is unknown, over, deleted or of an app that is gone', {
  tags: 'slow',
}, async () => {
  const body = { seq: 0, actions: [] }
  await expect(anyone().send({ recording_key: 'rck_unknown' }, body)).rejects.toEqual(missing)

  const deleted = await begin()
  expect(await deleted.recordings.delete(deleted.at)).toEqual({ deleted: true, id: deleted.at.recording_id })
  await expect(anyone().send(deleted.path, body)).rejects.toEqual(missing)
  await expect(deleted.recordings.delete(deleted.at)).rejects.toEqual(missing)

  const gone = await begin()
  await app.as(owner).apps.delete({ app_id: gone.at.app_id })
  await expect(anyone().send(gone.path, body)).rejects.toEqual(missing)

  const over = await begin()
  app.clock.move(RECORDING_HOURS * 3_600)
  await expect(anyone().send(over.path, body)).rejects.toEqual(missing)
  await expect(over.recordings.read(over.at)).rejects.toEqual(missing)
})

test('is for those who edit the app', async () => {
  const { at } = await begin()
  const { app_id } = at
  const elsewhere = (await app.make.app(owner)).id
  for (const call of ['read', 'delete'] as const) {
    const notFound = refusal(404, 'app_not_found')
    await expect(app.as(viewer).recordings[call](at)).rejects.toEqual(refusal(403, 'editor_required'))
    await expect(app.as(stranger).recordings[call](at)).rejects.toEqual(notFound)
    await expect(app.as(owner).recordings[call]({ ...at, app_id: elsewhere })).rejects.toEqual(missing)
  }
  const create = (who: typeof viewer) => app.as(who).recordings.create({ app_id })
  await expect(create(viewer)).rejects.toEqual(refusal(403, 'editor_required'))
  await expect(create(stranger)).rejects.toEqual(refusal(404, 'app_not_found'))
})

test('an app has a few open ones at a time, and does not gather closed ones', async () => {
  const { id: app_id } = await app.make.app(owner)
  const open = await Promise.all(Array.from({ length: MAX_OPEN_RECORDINGS }, () => begin(app_id)))
  await expect(begin(app_id)).rejects.toEqual(refusal(409, 'recording_limit_reached'))
  const { at: elsewhere, path: closed } = await begin()
  await anyone().send(closed, { seq: 0, actions: [], ended: true })
  await app.sql`insert into test_recordings
    select 'rcd_closed' || n || app_id, app_id, sha256(convert_to(n || app_id, 'UTF8')), 'closed', '[]', null,
           created_date - interval '1 minute' * n, expires_at
      from test_recordings, generate_series(1, 60) n where id = ${open[0]?.at.recording_id}`
  await anyone().send(open[0]?.path ?? { recording_key: '' }, { seq: 0, actions: [], ended: true })
  await begin(app_id)
  const counts = await app.sql`select status, count(*)::int from test_recordings where app_id = ${app_id}
    group by status order by status`
  expect(counts).toEqual([
    { status: 'closed', count: 40 },
    { status: 'open', count: MAX_OPEN_RECORDINGS },
  ])
  // Of another app it is neither counted nor taken away, however old it is.
  await app.sql`update test_recordings set created_date = created_date - interval '1 day' where id = ${elsewhere.recording_id}`
  await anyone().send(open[1]?.path ?? { recording_key: '' }, { seq: 0, actions: [], ended: true })
  await begin(app_id)
  expect(await app.as(owner).recordings.read(elsewhere)).toMatchObject({ status: 'closed' })
})

test('closes when it is full; what is too long is refused', async () => {
  const { path } = await begin()
  const actions = Array.from({ length: 50 }, (_, n) => click(`Part ${n}`))
  for (let seq = 0; seq < MAX_RECORDED_ACTIONS - 50; seq += 50) await anyone().send(path, { seq, actions })
  const last = await anyone().send(path, { seq: MAX_RECORDED_ACTIONS - 50, actions })
  expect(last).toEqual({ status: 'closed', next_seq: MAX_RECORDED_ACTIONS })
  const { path: other } = await begin()
  const long = { type: 'fill' as const, url, target: { label: 'Text' }, value: 'x'.repeat(10_000) }
  const many = { seq: 0, actions: Array.from({ length: 50 }, () => long) }
  await expect(anyone().send(other, many)).rejects.toMatchObject({ status: 413 })
})

test('pages of other sites may load the script and send with it', async () => {
  const answer = await anyone().script()
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const script = await answer.text()
  expect(script.length).toBeLessThan(32_000)
  const names = [...script.matchAll(/^(?:async )?function (\w+)/gm)].map(([, name]) => name)
  expect(names.length).toBe(new Set(names).size)
  expect(script).not.toMatch(/^(import|export) /m)

  const { recording_key } = await begin()
  const address = `${app.baseUrl}/api/testing-agent/recordings/${recording_key}/actions`
  const preflight = await fetch(address, {
    method: 'OPTIONS',
    headers: {
      ...{ origin: 'https://shop.example.com', 'access-control-request-method': 'POST' },
      'access-control-request-headers': 'content-type',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type')
})
