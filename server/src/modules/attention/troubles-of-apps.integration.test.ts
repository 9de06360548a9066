/** What of an app needs somebody: what is still so, and one item for as long as it is. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { useApp } from '../../../test/use-app.ts'
import { makeId } from '../../platform/ids.ts'
import { makeFinding, storeResult } from '../scans/test/scan-scene.ts'
import { makeWorkflow } from '../workflows/test/workflow-rows.ts'
import { makeTrouble, makeWebhook } from './test/attention-scene.ts'
import type { Kind } from './troubles.ts'

const app = useApp({ rate_limits: 'off' })
let owner: Person
let appId: string
beforeEach(async () => {
  owner = await app.make.person('owner')
  appId = (await app.make.app(owner)).id
})
const list = async (kind: Kind) => (await app.as(owner).attention.list({ kind })).items
const GOOD = { status: 'completed', error: null } as const

describe('a run that failed', () => {
  test('counts where it was no test, whatever tests came before and behind it', async () => {
    const workflow = await makeWorkflow(app, appId)
    await workflow.run({ is_test_run: true })
    expect(await list('run_failed')).toEqual([])
    const id = await workflow.run()
    await workflow.run({ ...GOOD, is_test_run: true })
    await workflow.run({ is_test_run: true })
    expect(await list('run_failed')).toMatchObject([{ subject: { id } }])
  })

  test('needs nobody while its workflow is paused, or is archived', async () => {
    const workflow = await makeWorkflow(app, appId)
    await workflow.run()
    const where = workflow.workflow_id
    await app.sql`update workflows set status = 'inactive' where id = ${where}`
    expect(await list('run_failed')).toEqual([])
    await app.sql`update workflows set status = 'active', archived_at = now() where id = ${where}`
    expect(await list('run_failed')).toEqual([])
    await app.sql`update workflows set archived_at = null where id = ${where}`
    expect(await list('run_failed')).toHaveLength(1)
  })
})

describe('what goes on failing', () => {
  test('as a workflow stays the item that it was, and put away', async () => {
    const workflow = await makeWorkflow(app, appId)
    await workflow.run(GOOD)
    await workflow.run()
    const [first] = await list('run_failed')
    await app.as(owner).attention.dismiss({ item_id: first?.id ?? '' })
    const newest = await workflow.run()
    expect(await list('run_failed')).toEqual([])
    const all = await app.as(owner).attention.list({ kind: 'run_failed', state: 'all' })
    expect(all.items).toMatchObject([{ id: first?.id, since: first?.since, subject: { id: newest } }])
  })

  test.each(['automation_failed', 'test_failing'] as const)('as %s does so too', async (kind) => {
    const trouble = await makeTrouble[kind]?.(app, owner, appId)
    await trouble?.end()
    await trouble?.begin()
    const [first, ...others] = await list(kind)
    expect([first?.state, others]).toEqual(['open', []])
    await trouble?.begin()
    expect(await list(kind)).toMatchObject([{ id: first?.id, since: first?.since }])
  })

  test.each([
    ['automation_failed', 'automation_runs', 'queued'],
    ['test_failing', 'test_executions', 'running'],
  ] as const)('as %s is still so while the next one has not ended', async (kind, table, status) => {
    const trouble = await makeTrouble[kind]?.(app, owner, appId)
    await trouble?.begin()
    const before = await list(kind)
    await trouble?.end()
    await app.sql`update ${sql.table(table)} set status = ${status} where app_id = ${appId} and id = (
      select max(id) from ${sql.table(table)} where app_id = ${appId})`
    expect(before).toHaveLength(1)
    expect(await list(kind)).toEqual(before)
  })
})

test('a decision waits as long as its run does', async () => {
  await (await makeTrouble.decision_waiting?.(app, owner, appId))?.begin()
  expect(await list('decision_waiting')).toHaveLength(1)
  await app.sql`update workflow_runs set status = 'cancelled' where app_id = ${appId}`
  expect(await list('decision_waiting')).toEqual([])
})

test('a finding that is ignored in one app is still one of the others, of either workspace', async () => {
  const stranger = await app.make.person('owner')
  const others = [
    { who: owner, id: (await app.make.app(owner)).id },
    { who: stranger, id: (await app.make.app(stranger)).id },
  ]
  const finding = makeFinding('hardcoded_secrets', { severity: 'critical' })
  for (const id of [appId, ...others.map((one) => one.id)])
    await storeResult(app, id, { hardcoded_secrets: [finding] })
  const [{ subject } = { subject: { id: '' } }] = await list('finding_critical')
  await app
    .as(owner)
    .findings.ignore({ app_id: appId }, { fingerprint: subject.id, finding_type: 'secret' as const })
  for (const { who, id } of others) {
    const { items } = await app.as(who).attention.list({ kind: 'finding_critical' })
    expect(items.map(({ app_id }) => app_id)).toEqual([id])
  }
  // Without an end, it is ignored for good.
  app.clock.move(400 * 86_400)
  expect((await list('finding_critical')).map(({ app_id }) => app_id)).not.toContain(appId)
})

test('an expired connection has the name of the connector in its own workspace, and is one item', async () => {
  const stranger = await app.make.person('owner')
  for (const [who, name] of [
    [owner, 'Ours'],
    [stranger, 'Theirs'],
  ] as const)
    await app.sql`insert into custom_connectors (id, workspace_id, integration_type, definition, created_date, updated_date)
      values (${makeId('cct')}, ${who.workspace_id}, 'acme', ${JSON.stringify({ display_name: name })}::json, now(), now())`
  await (await makeTrouble.connection_expired?.(app, owner, appId))?.begin()
  await app.sql`update connections set integration_type = 'acme' where app_id = ${appId}`
  expect((await list('connection_expired')).map(({ subject }) => subject.name)).toEqual(['Ours'])
})

test('a domain needs nobody once it is proven, and another one of the site still does', async () => {
  await (await makeTrouble.domain_unverified?.(app, owner, appId))?.begin()
  await app.sql`insert into site_domains (id, app_id, domain, proof, created_date, verified_date)
    values (${`dom_${appId}`}, ${appId}, ${`${appId}.example.com`}, 'proof', now(), now())`
  expect((await list('domain_unverified')).map(({ subject }) => subject.name)).toEqual(['tables.example.com'])
})

test('a webhook that was turned off by hand, or is gone, needs nobody, however often it failed', async () => {
  const webhook = await makeWebhook(app, appId)
  await webhook.fail(19)
  expect(await list('webhook_failing')).toHaveLength(1)
  await app.sql`update webhooks set disabled_at = now() where id = ${webhook.id}`
  expect((await app.as(owner).attention.list()).items).toEqual([])
  for (const times of [3, 20]) {
    await webhook.fail(times)
    expect((await app.as(owner).attention.list()).items).toHaveLength(1)
    await app.sql`update webhooks set deleted_at = now() where id = ${webhook.id}`
    expect((await app.as(owner).attention.list()).items).toEqual([])
    await app.sql`update webhooks set deleted_at = null where id = ${webhook.id}`
  }
})

describe('of advertising', () => {
  test('an account that is closed needs nobody, one that is held for its billing does', async () => {
    await (await makeTrouble.terms_unaccepted?.(app, owner, appId))?.begin()
    for (const status of ['CANCELED', 'CLOSED', 'PENDING']) {
      await app.sql`update ad_accounts set status = ${status} where app_id = ${appId}`
      expect((await app.as(owner).attention.list()).items).toEqual([])
    }
    await app.sql`update ad_accounts set status = 'ACTIVE', billing_hold = true, terms_accepted_date = now()
      where app_id = ${appId}`
    expect(await list('ad_account_held')).toMatchObject([
      { severity: 'critical', detail: expect.stringContaining('billing') },
    ])
  })

  test('a campaign counts while it is on, the more so when it is not shown at all', async () => {
    await (await makeTrouble.campaign_limited?.(app, owner, appId))?.begin()
    const [limited] = await list('campaign_limited')
    expect(limited?.severity).toBe('info')
    await app.sql`update ad_campaigns set primary_status = 'NOT_ELIGIBLE' where app_id = ${appId}`
    const [hidden] = await list('campaign_limited')
    expect([hidden?.severity, hidden?.id === limited?.id]).toEqual(['warning', false])
    await app.sql`update ad_campaigns set status = 'PAUSED' where app_id = ${appId}`
    expect(await list('campaign_limited')).toEqual([])
  })
})
