import { beforeAll, expect, test } from 'vitest'
import { invalidAt, refusal } from '../../../test/refusal.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useApp()
const { owner } = useTeam(app)
let admin: ReturnType<typeof app.as>
let adminEmail: string

beforeAll(async () => {
  const person = await app.make.person('viewer')
  await app.sql`update users set is_installation_admin = true where id = ${person.id}`
  admin = app.as(await app.make.session(person))
  adminEmail = person.email
})

/** A workspace that its owner created, and nobody's other one. */
async function created(name: string) {
  const user = await app.make.user()
  const client = app.as(await app.make.session({ ...user, workspace_id: '', token: '' }))
  return { client, email: user.email, id: (await client.workspaces.create({ name })).id }
}

test('only a session of an installation admin reaches the workspaces, there or not', async () => {
  const sessionOfOwner = app.as(await app.make.session(owner))
  for (const [client, code] of [
    [app.as(owner), 'session_only'],
    [sessionOfOwner, 'installation_admin_required'],
  ] as const) {
    for (const workspace_id of [owner.workspace_id, 'ws_nowhere']) {
      await expect(client.installation.list_workspaces()).rejects.toEqual(refusal(403, code))
      await expect(client.installation.read_workspace({ workspace_id })).rejects.toEqual(refusal(403, code))
      await expect(client.installation.update_workspace({ workspace_id }, { plan: 'pro' })).rejects.toEqual(
        refusal(403, code),
      )
    }
  }
})

test('a revoked admin is refused at once', async () => {
  const person = await app.make.person('owner')
  const set = (is: boolean) => app.sql`update users set is_installation_admin = ${is} where id = ${person.id}`
  await set(true)
  const client = app.as(await app.make.session(person))
  expect((await client.installation.read({ workspaceId: person.workspace_id })).is_admin).toBe(true)
  expect((await app.as(person).installation.read()).is_admin).toBe(false)
  await client.installation.list_workspaces()
  await set(false)
  await expect(client.installation.list_workspaces()).rejects.toEqual(
    refusal(403, 'installation_admin_required'),
  )
})

test('workspaces are listed newest first, page by page, and found by name, owner and id', async () => {
  const made: Awaited<ReturnType<typeof created>>[] = []
  for (const name of ['Listed one', 'Listed two', 'Listed 100%']) {
    app.clock.move(1)
    made.unshift(await created(name))
  }
  const find = async (search: string) =>
    (await admin.installation.list_workspaces({ search })).items.map(({ id }) => id)
  const ids = made.map(({ id }) => id)
  const first = await admin.installation.list_workspaces({ limit: 2, search: 'listed' })
  expect(first.items).toMatchObject([
    { id: ids[0], owner_email: made[0]?.email, plan: 'free' },
    { id: ids[1] },
  ])
  const cursor = first.next_cursor ?? ''
  const second = await admin.installation.list_workspaces({ limit: 2, search: 'listed', cursor })
  expect([second.items.map(({ id }) => id), second.has_more]).toEqual([[ids[2]], false])
  await expect(admin.installation.list_workspaces({ search: 'other', cursor })).rejects.toMatchObject(
    invalidAt('query', 'cursor'),
  )
  expect(await find('LISTED 100%')).toEqual([ids[0]])
  expect(await find(made[1]?.email.toUpperCase() ?? '')).toEqual([ids[1]])
  expect(await find(ids[1] ?? '')).toEqual([ids[1]])
  expect(await find('nothing is called so')).toEqual([])
})

test('a plan, limits, quotas and billing are changed at once, with an entry in the log of the workspace', async () => {
  const { id: workspace_id, client, email } = await created('Changed')
  const { id: agent_id } = await client.agents.create({ name: 'Support', instructions: 'Be brief.' })
  const hook = { target_url: 'https://hooks.example.com/x', events: ['message.created' as const] }
  await expect(client.webhooks.create({ agent_id }, hook)).rejects.toEqual(
    refusal(402, 'plan_upgrade_required'),
  )
  const { version } = await admin.installation.read_workspace({ workspace_id })
  const change = {
    ...{ plan: 'business' as const, monthly_limit: 5, billing_country: 'DE', billing_hold: true },
    ...{ payment_method: 'none' as const, rate_limits: { 'tokens.list': 2 }, quotas: { 'app.records': 7 } },
  }
  const changed = await admin.installation.update_workspace({ workspace_id }, change, {
    headers: { 'if-match': `"${version}"` },
  })
  expect(changed).toMatchObject({ id: workspace_id, name: 'Changed', owner_email: email, ...change })
  expect(await admin.installation.read_workspace({ workspace_id })).toEqual(changed)

  await client.webhooks.create({ agent_id }, hook)
  expect((await client.members.list()).monthly_limit).toBe(5)
  await client.tokens.list()
  await client.tokens.list()
  await expect(client.tokens.list()).rejects.toEqual(refusal(429, 'rate_limited'))
  const { items } = await client.audit.list({ action: 'installation.update_workspace' })
  expect(items).toEqual([
    expect.objectContaining({
      ...{ actor_email: adminEmail, target_id: workspace_id, address: null, credential_id: null },
      detail: {
        ...change,
        plan_before: 'free',
        monthly_limit_before: 1000,
        billing_country_before: null,
        billing_hold_before: false,
        payment_method_before: 'ok',
        rate_limits_before: { 'tokens.list': null },
        quotas_before: { 'app.records': null },
      },
    }),
  ])
})

test('a change that was made from an older version is refused', async () => {
  const { id: workspace_id } = await created('Raced')
  const { version } = await admin.installation.read_workspace({ workspace_id })
  const send = (plan: 'pro' | 'starter') =>
    admin.installation.update_workspace(
      { workspace_id },
      { plan },
      { headers: { 'if-match': `"${version}"` } },
    )
  const outcomes = await Promise.allSettled([send('pro'), send('starter')])
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toEqual([refusal(412, 'workspace_changed')])
})

test('nothing is written when nothing changes', async () => {
  const { id: workspace_id } = await created('Still')
  const before = await admin.installation.read_workspace({ workspace_id })
  expect(await admin.installation.update_workspace({ workspace_id }, { plan: 'free', quotas: {} })).toEqual(
    before,
  )
  const entries = await app.sql`select action from audit_log where workspace_id = ${workspace_id}`
  expect(entries).toEqual([{ action: 'workspaces.create' }])
})

test('a misspelt operation or quota, and a workspace that is not there, are refused', async () => {
  const { workspace_id } = owner
  const update = admin.installation.update_workspace
  await expect(update({ workspace_id }, { rate_limits: { 'member.list': 60 } })).rejects.toMatchObject(
    invalidAt('body', 'rate_limits', 'member.list'),
  )
  await expect(update({ workspace_id }, { quotas: { 'app.record': 60 } })).rejects.toMatchObject(
    invalidAt('body', 'quotas', 'app.record'),
  )
  await expect(update({ workspace_id }, { billing_country: 'de' })).rejects.toMatchObject(
    invalidAt('body', 'billing_country'),
  )
  await expect(update({ workspace_id: 'ws_nowhere' }, { plan: 'pro' })).rejects.toEqual(
    refusal(404, 'workspace_not_found'),
  )
  await expect(admin.installation.read_workspace({ workspace_id: 'ws_nowhere' })).rejects.toEqual(
    refusal(404, 'workspace_not_found'),
  )
})
