/** What members used and when they were there, through an archive. */
import { expect, test, vi } from 'vitest'
import { bring, take } from '../../../test/bring.ts'
import { useSharedApp } from '../../../test/use-shared-app.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { createCredits } from '../credits/credits.ts'
import { monthFrom, monthOf } from '../credits/month.ts'

const app = useSharedApp()

interface Member {
  email: string
  credits_used: number
  last_active: string | undefined
  last_seen: string | undefined
}

async function membersIn(workspaceId: string): Promise<Partial<Member>[]> {
  const whole = JSON.parse(await take(app, [workspaceId])) as { members: Member[] }
  return whole.members.map(({ email, credits_used, last_active, last_seen }) => ({
    email,
    credits_used,
    last_active,
    last_seen,
  }))
}

const workspaceOf = (id: string, limits: object = {}) => ({
  workspaces: [{ id, name: 'Engines', plan: 'business', ...limits }],
  users: [{ id: `usr_${id}`, email: `ada@${id}.example.com` }],
})
const member = (id: string, name: string, fields: object = {}) => ({
  workspace_id: id,
  email: `${name}@${id}.example.com`,
  role: 'editor',
  status: 'joined',
  ...fields,
})

test('what comes in is live: it counts against the limits of this month, and goes out again', async () => {
  const [active, seen] = ['2026-03-01T10:00:00.000Z', '2026-03-02T10:00:00.000Z']
  await bring(app, {
    ...workspaceOf('ws_live', { monthly_limit: 12 }),
    members: [
      member('ws_live', 'ada', { credits_used: 7.5, last_active: active, last_seen: seen, role: 'owner' }),
      member('ws_live', 'ben', { credits_used: 3 }),
      member('ws_live', 'cem', { last_seen: seen }),
      member('ws_live', 'dot'),
      member('ws_live', 'eve', { status: 'pending' }),
    ],
  })
  const { secret } = await app.make.credential({ kind: 'session', user_id: 'usr_ws_live' })
  expect(await app.as(secret).credits.read()).toMatchObject({
    credits_used: 7.5,
    workspace_credits_used: 10.5,
  })
  const use = { workspace_id: 'ws_live', user_id: 'usr_ws_live', app_id: null }
  const hold = (key: string) =>
    transaction(app.atrium.db, (tx) =>
      createCredits(app.clock).hold(
        tx,
        { ...use, key, kind: 'agent_message' },
        new Date(app.clock.now().getTime() + 600_000),
      ),
    )
  await hold('use 1')
  await expect(hold('use 2')).rejects.toMatchObject({ code: 'credits_exhausted' })
  const rest = { credits_used: 0 }
  await vi.waitFor(async () => {
    const [ada] = await membersIn('ws_live')
    expect(Date.parse(ada?.last_seen ?? '')).toBeGreaterThan(Date.parse(seen)) // she came by
  }, 15_000)
  const [ada, ...others] = await membersIn('ws_live')
  expect(ada).toMatchObject({ credits_used: 7.5, last_active: active })
  expect(others).toEqual([
    { ...rest, email: 'ben@ws_live.example.com', credits_used: 3 },
    { ...rest, email: 'cem@ws_live.example.com', last_seen: seen },
    { ...rest, email: 'dot@ws_live.example.com' },
    { ...rest, email: 'eve@ws_live.example.com' },
  ])
})

test('what goes out is live, not the list’s copy, and of this month only', async () => {
  const owner = await app.make.person('owner', undefined, { credits_used: 4 })
  const { id: user_id, workspace_id } = owner
  const use = { key: '-', workspace_id, user_id, app_id: null, kind: 'generation' as const }
  await transaction(app.atrium.db, (tx) => createCredits(app.clock).spend(tx, use))
  const [now] = await membersIn(workspace_id)
  expect(now).toMatchObject({ credits_used: 9, last_active: expect.any(String) })
  await app.sql`update member_activity set month = ${monthFrom(app.clock.now(), -1)}
    where workspace_id = ${workspace_id}`
  expect(await membersIn(workspace_id)).toEqual([{ ...now, credits_used: 0 }])
})

test('who comes back keeps what they used; the same archive again changes nothing', async () => {
  const archive = {
    ...workspaceOf('ws_back'),
    members: [member('ws_back', 'ada', { credits_used: 2, role: 'owner' })],
  }
  await bring(app, archive)
  await bring(app, archive)
  await app.sql`delete from members where workspace_id = 'ws_back'`
  await bring(app, { members: [member('ws_back', 'ada', { credits_used: 0, role: 'owner' })] })
  const rows = await app.sql`select m.month::text, m.credits_used, w.credits_used as all
    from member_activity m join workspace_credits w using (workspace_id)
    where workspace_id = 'ws_back'`
  expect(rows).toEqual([{ month: monthOf(app.clock.now()), credits_used: 2, all: 2 }])
})
