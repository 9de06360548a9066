/** Whatever happens, the counts are what the ledger says, and no limit was passed when something was admitted. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { randomRuns } from '../../../test/random-runs.ts'
import { useSharedApp } from '../../../test/use-shared-app.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { createCredits } from './credits.ts'
import { monthOf } from './month.ts'
import { priceOf } from './prices.ts'

const app = useSharedApp()

const PEOPLE = 3
const HOLD_MS = 3 * 86_400_000
const START = Date.parse('2026-11-15T00:00:00Z')

const anyKind = fc.constantFrom('agent_message' as const, 'generation' as const, 'analysis' as const)
const anyStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('hold' as const), who: fc.nat(PEOPLE - 1), kind: anyKind }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('spend' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('release' as const), which: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 400 }) }),
  },
)
const anyLimit = fc.option(fc.constantFrom(0, 1, 5, 7.5, 12))
const anyHistory = fc.record({
  monthly_limit: fc.option(fc.constantFrom(0, 9, 20.5)),
  default_member_credit_limit: anyLimit,
  own: fc.array(anyLimit, { minLength: PEOPLE, maxLength: PEOPLE }),
  steps: fc.array(anyStep, { maxLength: 40 }),
})

interface Held {
  key: string
  who: number
  kind: 'agent_message' | 'generation' | 'analysis'
  until: number
}

test('the sum of the ledger is what was used, over random histories', async () => {
  const { db } = app.atrium
  const property = fc.asyncProperty(anyHistory, async ({ own, steps, ...limits }) => {
    const workspace = await app.make.workspace(limits)
    const people = await Promise.all(
      own.map((credit_limit) => app.make.person('editor', workspace, { credit_limit })),
    )
    let now = START
    const credits = createCredits({ now: () => new Date(now) })
    const held: Held[] = []
    const spent: { who: number; amount: number; month: string }[] = []
    const sum = (who: number | null) => {
      const isTheirs = (one: { who: number }) => who === null || one.who === who
      const used = spent.filter((one) => isTheirs(one) && one.month === monthOf(new Date(now)))
      const waiting = held.filter((one) => isTheirs(one) && one.until > now)
      return (
        used.reduce((total, { amount }) => total + amount, 0) +
        waiting.reduce((total, { kind }) => total + priceOf(kind), 0)
      )
    }
    const use = ({ key, who, kind }: Held) => {
      const user_id = people[who]?.id ?? ''
      return { key, workspace_id: workspace.id, user_id, app_id: null, kind }
    }
    const take = (which: number) => held.splice(which % held.length, 1)[0] as Held

    for (const [n, step] of steps.entries()) {
      if (step.do === 'wait') now += step.hours * 3_600_000
      if (step.do === 'hold') {
        const hold = { key: `${workspace.id} ${n}`, who: step.who, kind: step.kind, until: now + HOLD_MS }
        const price = priceOf(step.kind)
        const limit = own[step.who] ?? limits.default_member_credit_limit ?? Infinity
        const hasRoom =
          sum(step.who) + price <= limit && sum(null) + price <= (limits.monthly_limit ?? Infinity)
        const holding = transaction(db, (tx) => credits.hold(tx, use(hold), new Date(hold.until)))
        if (hasRoom) await holding
        else await expect(holding).rejects.toMatchObject({ code: 'credits_exhausted' })
        if (hasRoom) held.push(hold)
      }
      if (step.do !== 'hold' && step.do !== 'wait' && held.length > 0) {
        if (step.do === 'release') await credits.release(db, take(step.which).key)
        if (step.do === 'spend') {
          const one = take(step.which)
          await transaction(db, (tx) => credits.spend(tx, use(one)))
          spent.push({ who: one.who, amount: priceOf(one.kind), month: monthOf(new Date(now)) })
        }
        if (step.do === 'fail') {
          const one = held[step.which % held.length] as Held
          const failing = transaction(db, async (tx) => {
            await credits.spend(tx, use(one))
            throw new Error('the work failed after all')
          })
          await expect(failing).rejects.toThrow('after all')
        }
      }
    }

    const month = monthOf(new Date(now))
    const { rows } = await sql<{
      user_id: string
      ledger: number
      counted: number
      all: number
      total: number
    }>`
      select p.user_id,
        coalesce((select sum(amount) from credit_uses c where c.workspace_id = ${workspace.id}
          and c.user_id = p.user_id and c.created_date >= ${month}::date::timestamp at time zone 'UTC'), 0) as ledger,
        coalesce((select credits_used from member_activity a where a.workspace_id = ${workspace.id}
          and a.user_id = p.user_id and a.month = ${month}), 0) as counted,
        coalesce((select sum(amount) from credit_uses c where c.workspace_id = ${workspace.id}
          and c.user_id = p.user_id), 0) as all,
        coalesce((select credits_used from workspace_credits
          where workspace_id = ${workspace.id} and month = ${month}), 0) as total
      from unnest(${people.map(({ id }) => id)}::text[]) as p (user_id)`.execute(db)
    const spentBy = (who: number | null, inMonth: string | null) =>
      spent
        .filter((one) => (who === null || one.who === who) && (inMonth === null || one.month === inMonth))
        .reduce((total, { amount }) => total + amount, 0)
    expect(rows).toEqual(
      people.map(({ id }, who) => ({
        user_id: id,
        ledger: spentBy(who, month),
        counted: spentBy(who, month),
        all: spentBy(who, null),
        total: spentBy(null, month),
      })),
    )
  })
  await fc.assert(property, { numRuns: randomRuns(30), endOnFailure: true })
}, 60_000)
