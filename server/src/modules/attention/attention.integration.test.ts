import { describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { refusal } from '../../../test/refusal.ts'
import { startApp } from '../../../test/start-app.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import { makeEndingToken, makeTrouble, makeWebhook } from './test/attention-scene.ts'
import type { Kind } from './troubles.ts'

const app = useApp({ rate_limits: 'off' })
const { owner, admin, editor, viewer, guest, stranger } = useTeam(app)
const makeApp = async (by: Person = owner) => (await app.make.app(by)).id
const begin = async (kind: Kind, appId: string, by: Person = owner) => {
  const trouble = await makeTrouble[kind]?.(app, by, appId)
  await trouble?.begin()
  return trouble
}
const of = (who: Person | string) => app.as(who).attention
const itemOf = async (who: Person, app_id: string) => {
  const [item] = (await of(who).list({ app_id, state: 'all' })).items
  if (!item) throw new Error('nothing needs anybody')
  return item
}
const kindsOf = async (who: Person | string, app_id?: string) => {
  const { items } = await of(who).list(app_id === undefined ? { limit: 100 } : { app_id })
  return [...new Set(items.map(({ kind }) => kind))].toSorted()
}
const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000).toISOString()

describe('an item', () => {
  test('says what is the matter, with a name that holds no secret', async () => {
    const app_id = await makeApp()
    const webhook = await makeWebhook(app, app_id)
    await webhook.fail(20)
    const { items } = await of(owner).list({ app_id })
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^att_[0-9a-f]{24}$/),
        kind: 'webhook_disabled',
        severity: 'critical',
        app_id,
        app_name: 'Test app',
        app_kind: 'app',
        subject: { type: 'webhook', id: webhook.id, name: 'hooks.example.com', parent_id: null },
        detail: 'It was turned off after 20 failed deliveries in a row. Nothing is sent to it.',
        since: expect.any(String),
        state: 'open',
        snoozed_until: null,
      },
    ])
  })

  test('a webhook that somebody turned off needs nobody', async () => {
    const app_id = await makeApp()
    const { id } = await makeWebhook(app, app_id)
    await app.as(owner).app_webhooks.update({ app_id, webhook_id: id }, { enabled: false })
    expect((await of(owner).list({ app_id })).items).toEqual([])
  })

  test('a decision is shown to those who may decide', async () => {
    const app_id = await makeApp()
    await begin('decision_waiting', app_id)
    await app.sql`update workflow_run_steps set input = ${JSON.stringify({ approvers: [editor.email.toUpperCase()] })}
      where app_id = ${app_id}`
    expect(await kindsOf(editor, app_id)).toEqual(['decision_waiting'])
    expect(await kindsOf(owner, app_id)).toEqual([])
  })

  test('the same finding that is ignored needs nobody until that ends', async () => {
    const app_id = await makeApp()
    await begin('finding_critical', app_id)
    const { subject } = await itemOf(owner, app_id)
    const body = { fingerprint: subject.id, finding_type: 'secret' as const, expires_at: inDays(1) }
    await app.as(owner).findings.ignore({ app_id }, body)
    expect(await kindsOf(owner, app_id)).toEqual([])
    app.clock.move(2 * 86_400)
    expect(await kindsOf(owner, app_id)).toEqual(['finding_critical'])
  })
})

describe('the list', () => {
  test('has the most severe first, and pages that agree with each other', async () => {
    const app_id = await makeApp()
    for (const kind of ['domain_unverified', 'run_failed', 'test_failing', 'finding_critical'] as const)
      await begin(kind, app_id)
    const webhook = await makeWebhook(app, app_id)
    await webhook.fail(20)
    const all = await of(owner).list({ app_id })
    expect(all.items.map(({ severity }) => severity)).toEqual([
      ...['critical', 'critical', 'warning', 'warning', 'info'],
    ])
    expect(all).toMatchObject({
      has_more: false,
      next_cursor: null,
      counts: { critical: 2, warning: 2, info: 1 },
    })
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const page = await of(owner).list({ app_id, limit: 2, ...(cursor !== undefined && { cursor }) })
      expect(page.counts).toEqual(all.counts)
      paged.push(...page.items.map(({ id }) => id))
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(paged).toEqual(all.items.map(({ id }) => id))
    const first = await of(owner).list({ app_id, limit: 2 })
    await expect(
      of(owner).list({ app_id, kind: 'run_failed', cursor: first.next_cursor ?? '' }),
    ).rejects.toMatchObject({ status: 422 })
  })

  test('can be narrowed to a kind, and counts that kind', async () => {
    const app_id = await makeApp()
    await begin('run_failed', app_id)
    await begin('finding_critical', app_id)
    const { items, counts } = await of(owner).list({ app_id, kind: 'run_failed' })
    expect(items.map(({ kind }) => kind)).toEqual(['run_failed'])
    expect(counts).toEqual({ critical: 0, warning: 1, info: 0 })
  })

  test('has at most 50 of a kind, and all of one app however many others have', async () => {
    const crowd = await app.make.person('owner')
    const quiet = await makeApp(crowd)
    await (await makeWebhook(app, quiet)).fail(20)
    const busy = await makeApp(crowd)
    for (let n = 0; n < 55; n++) await (await makeWebhook(app, busy)).fail(20)
    expect((await of(crowd).list({ limit: 100 })).items).toHaveLength(50)
    expect((await of(crowd).list({ app_id: quiet })).items).toHaveLength(1)
  })
})

test('what has no date comes behind what has one, and is there once, page by page', async () => {
  const crowd = await app.make.person('owner')
  for (let n = 0; n < 4; n++) {
    await begin('campaign_limited', await makeApp(crowd), crowd)
    await makeEndingToken(app, crowd, 4)
  }
  const all = (await of(crowd).list()).items
  expect(all.map(({ since }) => since === null)).toEqual([...Array(4).fill(false), ...Array(4).fill(true)])
  const paged: string[] = []
  let cursor: string | undefined
  for (let left = all.length; left > 0; left--) {
    const page = await of(crowd).list({ limit: 1, ...(cursor !== undefined && { cursor }) })
    expect(page.has_more).toBe(left > 1)
    paged.push(...page.items.map(({ id }) => id))
    cursor = page.next_cursor ?? undefined
  }
  expect(paged).toEqual(all.map(({ id }) => id))
})

describe('who sees it', () => {
  test('what a role cannot open is not listed', async () => {
    const app_id = await makeApp()
    for (const kind of ['webhook_failing', 'run_failed', 'finding_critical', 'test_failing'] as const)
      await begin(kind, app_id)
    const all = ['finding_critical', 'run_failed', 'test_failing', 'webhook_failing']
    for (const who of [owner, admin, editor]) expect(await kindsOf(who, app_id)).toEqual(all)
    expect(await kindsOf(viewer, app_id)).toEqual(['run_failed', 'test_failing'])
    await expect(of(guest).list({ app_id })).rejects.toEqual(refusal(404, 'app_not_found'))
    expect((await of(guest).list({ limit: 100 })).items).toEqual([])
    await app.make.collaborator({ id: app_id }, guest, 'viewer')
    expect(await kindsOf(guest)).toEqual(['run_failed', 'test_failing'])
    await app.make.collaborator({ id: app_id }, viewer, 'editor')
    expect(await kindsOf(viewer, app_id)).toEqual(all)
    const seen = (await of(viewer).list({ kind: 'finding_critical', limit: 100 })).items
    expect(new Set(seen.map((item) => item.app_id))).toEqual(new Set([app_id]))
  })

  test('members, tokens and quotas are for owners and admins with the whole workspace', async () => {
    await begin('member_at_limit', '')
    await makeEndingToken(app, owner, 1)
    const both = expect.arrayContaining(['member_at_limit', 'token_expiring'])
    for (const who of [owner, admin]) expect(await kindsOf(who)).toEqual(both)
    for (const who of [editor, viewer, guest]) {
      const kinds = await kindsOf(who)
      expect(kinds).not.toContain('member_at_limit')
      expect(kinds).not.toContain('token_expiring')
    }
    const app_id = await makeApp()
    await begin('run_failed', app_id)
    const limited = await app.make.token(owner, { app_ids: [app_id] })
    expect(await kindsOf(limited)).toEqual(['run_failed'])
    expect(await kindsOf(owner, app_id)).toEqual(['run_failed'])
  })

  test('a stranger sees nothing of another workspace', async () => {
    const app_id = await makeApp()
    await begin('run_failed', app_id)
    const { id } = await itemOf(owner, app_id)
    const workspaceId = owner.workspace_id
    const other = app.as(await app.make.session(stranger)).attention
    const missing = refusal(404, 'workspace_not_found')
    await expect(other.list({ workspaceId })).rejects.toEqual(missing)
    await expect(other.list({ app_id })).rejects.toEqual(refusal(404, 'app_not_found'))
    await expect(other.dismiss({ item_id: id }, { workspaceId })).rejects.toEqual(missing)
    await expect(
      other.snooze({ item_id: id }, { until: inDays(1) }, { query: { workspaceId } }),
    ).rejects.toEqual(missing)
    await expect(other.restore({ item_id: id }, { workspaceId })).rejects.toEqual(missing)
    await expect(other.read_settings({ workspaceId })).rejects.toEqual(missing)
    await expect(other.configure({ mail: true }, { query: { workspaceId } })).rejects.toEqual(missing)
    const gone = refusal(404, 'attention_item_not_found')
    await expect(other.dismiss({ item_id: id })).rejects.toEqual(gone)
    await expect(other.snooze({ item_id: id }, { until: inDays(1) })).rejects.toEqual(gone)
  })

  test('an app of another workspace of the same person is not found in this one', async () => {
    const both = await app.make.person('owner')
    const app_id = await makeApp(both)
    const second = await app.make.workspace()
    const user = { id: both.id, email: both.email, full_name: 'Both' }
    await app.make.membership(second.id, user, 'owner')
    const client = app.as(await app.make.session(both)).attention
    expect((await client.list({ app_id, workspaceId: both.workspace_id })).items).toEqual([])
    await expect(client.list({ app_id, workspaceId: second.id })).rejects.toEqual(
      refusal(404, 'app_not_found'),
    )
  })
})

describe('putting away', () => {
  test('is for the one who does it', async () => {
    const app_id = await makeApp()
    await begin('run_failed', app_id)
    const { id: item_id } = await itemOf(owner, app_id)
    expect(await of(owner).dismiss({ item_id })).toEqual({
      id: item_id,
      state: 'dismissed',
      snoozed_until: null,
    })
    expect(await kindsOf(owner, app_id)).toEqual([])
    expect((await of(owner).list({ app_id })).counts).toEqual({ critical: 0, warning: 0, info: 0 })
    expect((await of(owner).list({ app_id, state: 'dismissed' })).items).toMatchObject([
      { id: item_id, state: 'dismissed' },
    ])
    expect(await kindsOf(admin, app_id)).toEqual(['run_failed'])
    await of(owner).dismiss({ item_id })
    expect(await of(owner).restore({ item_id })).toEqual({ id: item_id, state: 'open', snoozed_until: null })
    expect(await kindsOf(owner, app_id)).toEqual(['run_failed'])
    await of(owner).restore({ item_id })
  })

  test('until a moment, it shows again by itself', async () => {
    const app_id = await makeApp()
    await begin('run_failed', app_id)
    const { id: item_id } = await itemOf(owner, app_id)
    const until = inDays(2)
    expect(await of(owner).snooze({ item_id }, { until })).toEqual({
      id: item_id,
      state: 'snoozed',
      snoozed_until: until,
    })
    expect((await of(owner).list({ app_id, state: 'snoozed' })).items).toMatchObject([
      { id: item_id, snoozed_until: until },
    ])
    expect(await kindsOf(owner, app_id)).toEqual([])
    app.clock.move(2 * 86_400 + 1)
    expect(await kindsOf(owner, app_id)).toEqual(['run_failed'])
  })

  test('is taken back for one thing, and for the one who does it', async () => {
    const app_id = await makeApp()
    await begin('run_failed', app_id)
    await begin('test_failing', app_id)
    const { items } = await of(owner).list({ app_id })
    for (const { id: item_id } of items) for (const who of [owner, admin]) await of(who).dismiss({ item_id })
    await of(owner).restore({ item_id: items[0]?.id ?? '' })
    expect((await of(owner).list({ app_id })).items.map(({ id }) => id)).toEqual([items[0]?.id])
    expect((await of(admin).list({ app_id })).items).toEqual([])
  })

  test('is as it was chosen last, until a moment or without end', async () => {
    const app_id = await makeApp()
    await begin('run_failed', app_id)
    const { id: item_id } = await itemOf(owner, app_id)
    const until = inDays(2)
    await of(owner).dismiss({ item_id })
    await of(owner).snooze({ item_id }, { until })
    expect(await itemOf(owner, app_id)).toMatchObject({ state: 'snoozed', snoozed_until: until })
    await of(owner).dismiss({ item_id })
    app.clock.move(3 * 86_400)
    expect(await itemOf(owner, app_id)).toMatchObject({ state: 'dismissed', snoozed_until: null })
  })

  test('takes a moment within 30 days', async () => {
    const app_id = await makeApp()
    await begin('run_failed', app_id)
    const { id: item_id } = await itemOf(owner, app_id)
    for (const until of [inDays(-1), inDays(31), '2026-13-01T00:00:00Z', 'tomorrow'])
      await expect(of(owner).snooze({ item_id }, { until })).rejects.toMatchObject({
        status: 422,
        body: { code: 'validation_error' },
      })
    await of(owner).snooze({ item_id }, { until: inDays(29.9) })
  })

  test('what is not there, or not to be seen, cannot be put away', async () => {
    const app_id = await makeApp()
    await begin('finding_critical', app_id)
    const { id: item_id } = await itemOf(owner, app_id)
    const gone = refusal(404, 'attention_item_not_found')
    await expect(of(viewer).dismiss({ item_id })).rejects.toEqual(gone)
    await expect(of(owner).dismiss({ item_id: 'att_unknown' })).rejects.toEqual(gone)
    const [row] = await app.sql<{ count: number }>`
      select count(*)::int as count from attention_states where user_id = ${viewer.id}`
    expect(row?.count).toBe(0)
  })

  test('more than 1,000 of one person: the oldest show again', async () => {
    const app_id = await makeApp()
    await begin('run_failed', app_id)
    const { id: item_id } = await itemOf(editor, app_id)
    await app.sql`
      insert into attention_states (workspace_id, user_id, item_id, created_date)
      select ${editor.workspace_id}, ${editor.id}, 'att_' || n, ${app.clock.now()}::timestamptz - n * interval '1 minute'
        from generate_series(1, 1000) n`
    await of(editor).dismiss({ item_id })
    const rows = await app.sql<{ item_id: string }>`
      select item_id from attention_states where user_id = ${editor.id} order by created_date`
    expect(rows).toHaveLength(1000)
    expect(rows.at(0)?.item_id).toBe('att_999')
    expect(rows.at(-1)?.item_id).toBe(item_id)
  })
})

test('two nodes show the same, and what is put away on one is away on the other', {
  tags: 'slow',
}, async () => {
  const other = await startApp({ rate_limits: 'off', database_url: app.databaseUrl })
  other.clock.move((app.clock.now().getTime() - other.clock.now().getTime()) / 1000)
  const app_id = await makeApp()
  await begin('run_failed', app_id)
  const { id: item_id } = await itemOf(owner, app_id)
  const there = other.as(owner).attention
  expect((await there.list({ app_id })).items.map(({ id }) => id)).toEqual([item_id])
  await there.dismiss({ item_id })
  expect(await kindsOf(owner, app_id)).toEqual([])
})
