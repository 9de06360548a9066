/** Months are calendar months in UTC. */
import { describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { useApp } from '../../../test/use-app.ts'
import { talk } from '../../modules/agents/test/talk.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { createCredits } from './credits.ts'
import { maintainLedger } from './maintain-ledger.ts'
import { monthFrom, monthOf } from './month.ts'

const app = useApp({ rate_limits: 'off' })

const EXHAUSTED = expect.objectContaining({ status: 402, code: 'credits_exhausted' })

/** Moves the clock to so many milliseconds after (or before) the start of next month. */
function moveToNextMonth(ms: number): Date {
  const now = app.clock.now()
  app.clock.move((Date.parse(monthFrom(now, 1)) + ms - now.getTime()) / 1000)
  return app.clock.now()
}

test.each([
  ['2026-11-01T00:00:00.000Z', '2026-11-01', '2026-10-01', '2026-12-01'],
  ['2026-11-30T23:59:59.999Z', '2026-11-01', '2026-10-01', '2026-12-01'],
  ['2026-12-31T23:59:59.999Z', '2026-12-01', '2026-11-01', '2027-01-01'],
  ['2028-02-29T12:00:00.000Z', '2028-02-01', '2028-01-01', '2028-03-01'],
])('%s is in the month %s', (moment, month, before, after) => {
  const time = new Date(moment)
  expect([monthOf(time), monthFrom(time, -1), monthFrom(time, 1)]).toEqual([month, before, after])
})

describe('with the first moment of a month', () => {
  test('limits start again, the member’s and the workspace’s', async () => {
    const limits = { monthly_limit: 3, default_member_credit_limit: 2 }
    const workspace = await app.make.workspace(limits)
    const [ada, ben] = [await app.make.person('owner', workspace), await app.make.person('editor', workspace)]
    const [one, other] = [(await talk(app, ada)).say, (await talk(app, ben)).say]
    moveToNextMonth(-120_000)
    await one()
    await one()
    await expect(one()).rejects.toEqual(EXHAUSTED)
    await other()
    await expect(other()).rejects.toEqual(EXHAUSTED)
    const month = app.clock.now().toISOString().slice(0, 7)
    expect(await app.as(ada).credits.read()).toEqual({
      month,
      credits_used: 2,
      credit_limit: 2,
      is_default_limit: true,
      workspace_credits_used: 3,
      monthly_limit: 3,
    })

    const start = moveToNextMonth(0)
    const fresh = await app.as(ada).credits.read()
    expect(fresh).toMatchObject({ credits_used: 0, workspace_credits_used: 0 })
    expect(fresh.month).toBe(start.toISOString().slice(0, 7))
    await one()
    await one()
    await expect(one()).rejects.toEqual(EXHAUSTED)
    expect(await app.as(ada).credits.read()).toMatchObject({ credits_used: 2, workspace_credits_used: 2 })
    expect((await app.as(ada).credits.list()).items).toHaveLength(5) // the ledger forgets nothing
    const since = start.toISOString()
    expect((await app.as(ada).credits.list({ since })).items).toHaveLength(2)
    expect((await app.as(ada).credits.list({ until: since })).items).toHaveLength(3)
  })

  test('what is held goes over into it, and counts where it is spent', async () => {
    const limits = { default_member_credit_limit: 1 }
    const owner = await app.make.person('owner', await app.make.workspace(limits))
    const { id: user_id, workspace_id } = owner
    const use = { workspace_id, user_id, app_id: null, kind: 'agent_message' as const }
    const credits = createCredits(app.clock)
    const { db } = app.atrium
    const late = moveToNextMonth(-120_000)
    await transaction(db, (tx) =>
      credits.hold(tx, { ...use, key: 'late' }, new Date(late.getTime() + 240_000)),
    )
    moveToNextMonth(0)
    const { say } = await talk(app, owner)
    await expect(say()).rejects.toEqual(EXHAUSTED)
    await transaction(db, (tx) => credits.spend(tx, { ...use, key: 'late' }))
    expect(await app.as(owner).credits.read()).toMatchObject({ credits_used: 1, workspace_credits_used: 1 })
    await expect(say()).rejects.toEqual(EXHAUSTED)
  })

  test('a clock that lags behind writes into the ledger of its own month and nowhere else', async () => {
    const owner = await app.make.person('owner')
    const { id: user_id, workspace_id } = owner
    const use = { key: 'x', workspace_id, user_id, app_id: null, kind: 'analysis' as const }
    const { db } = app.atrium
    moveToNextMonth(0)
    const slow = { now: () => new Date(app.clock.now().getTime() - 60_000) }
    await transaction(db, (tx) => createCredits(app.clock).spend(tx, use))
    await transaction(db, (tx) => createCredits(slow).spend(tx, use))
    expect(await app.as(owner).credits.read()).toMatchObject({ credits_used: 2, workspace_credits_used: 2 })
    expect((await app.as(owner).credits.list()).items).toHaveLength(2)
  })
})

describe('the ledger', () => {
  const tables = async () => {
    const rows = await app.sql<{ name: string }>`select inhrelid::regclass::text as name
      from pg_inherits where inhparent = 'credit_uses'::regclass order by 1`
    return rows.map(({ name }) => name).filter((name) => name !== 'credit_uses_rest')
  }
  const tableOf = (months: number) =>
    `credit_uses_${monthFrom(app.clock.now(), months).slice(0, 7).replace('-', '')}`
  const keep = () =>
    maintainLedger.run(
      { db: app.atrium.db, clock: app.clock },
      {},
      { attempt: 1, signal: new AbortController().signal },
    )
  const spend = async ({ id: user_id, workspace_id }: Person, key = 'x') =>
    transaction(app.atrium.db, (tx) =>
      createCredits(app.clock).spend(tx, { key, workspace_id, user_id, app_id: null, kind: 'analysis' }),
    )
  const placeOf = async ({ workspace_id }: Person) => {
    const rows = await app.sql<{ name: string }>`select tableoid::regclass::text as name from credit_uses
      where workspace_id = ${workspace_id} order by created_date`
    return rows.map(({ name }) => name)
  }

  test('has a table for this month and two ahead, which takes over what came before it was there', async () => {
    const owner = await app.make.person('owner')
    for (let i = 0; i < 6; i++) moveToNextMonth(0)
    await spend(owner)
    expect(await placeOf(owner)).toEqual(['credit_uses_rest'])
    await keep()
    expect(await tables()).toEqual(expect.arrayContaining([0, 1, 2].map(tableOf)))
    expect(await placeOf(owner)).toEqual([tableOf(0)])
    await keep()
    expect((await app.as(owner).credits.list()).items).toHaveLength(1)
  })

  test('is kept for thirteen months besides the running one', async () => {
    const owner = await app.make.person('owner')
    await spend(owner)
    const kept = tableOf(0)
    for (let i = 0; i < 13; i++) moveToNextMonth(1_000)
    await keep()
    expect(await tables()).toContain(kept)
    expect((await app.as(owner).credits.list()).items).toHaveLength(1)
    moveToNextMonth(0)
    await keep()
    expect(await tables()).not.toContain(kept)
    expect((await app.as(owner).credits.list()).items).toEqual([])
  })

  test('forgets holds a day after their time', async () => {
    const limits = { default_member_credit_limit: 9 }
    const owner = await app.make.person('owner', await app.make.workspace(limits))
    const { id: user_id, workspace_id } = owner
    const use = { key: 'old', workspace_id, user_id, app_id: null, kind: 'analysis' as const }
    await transaction(app.atrium.db, (tx) => createCredits(app.clock).hold(tx, use, app.clock.now()))
    const held = async () => (await app.sql`select from credit_holds where key = 'old'`).length
    await keep()
    expect(await held()).toBe(1)
    app.clock.move(86_401)
    await keep()
    expect(await held()).toBe(0)
  })
})
