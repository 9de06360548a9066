/** What people used credits for in the last sixty days; what their rows show of it is added up from here. */
import type { CreditKind } from '@atrium/contract/credits'
import { priceOf } from '../tenancy/credits/prices.ts'
import { demoCodingSessions } from './coding.ts'
import { type DemoMember, demoMembers } from './people.ts'
import { type Random, seededRandom } from './random.ts'
import { WORKSPACE_ID } from './workspace.ts'

const DAYS = 60
const DAY_S = 86_400
const MONTH_S = 30 * DAY_S

interface DemoUse {
  user_id: string
  app_id: string
  kind: CreditKind
  amount: number
  seconds_ago: number
}

interface What {
  kind: CreditKind
  apps: readonly [string, ...string[]]
}

/** What leaves nothing behind that would be missing elsewhere, as sessions and runs would be. */
const WHAT: readonly [What, ...What[]] = [
  { kind: 'agent_message', apps: ['app_demo_helpdesk', 'app_demo_stock_watch', 'app_demo_onboarding'] },
  { kind: 'agent_message', apps: ['app_demo_helpdesk'] },
  { kind: 'analysis', apps: ['app_demo_orders', 'app_demo_storefront'] },
  { kind: 'generation', apps: ['app_demo_storefront'] },
]

/** Oldest first. */
export function demoCreditUses(members: readonly DemoMember[], now: Date): DemoUse[] {
  const random = seededRandom(20_261_118)
  const month_s = secondsOfMonth(now)
  return [...members.flatMap((member) => usesOf(member, month_s, random)), ...sessionUses()].sort(
    (a, b) => b.seconds_ago - a.seconds_ago,
  )
}

/** As the ledger has them; archives leave it out. */
export function demoLedger(now: Date) {
  return demoCreditUses(demoMembers(), now).map(({ seconds_ago, ...use }) => ({
    ...use,
    workspace_id: WORKSPACE_ID,
    created_date: new Date(now.getTime() - seconds_ago * 1_000),
  }))
}

/** What the directory shows of each: their month, and when they last used some. */
export function spentBy(uses: readonly DemoUse[], now: Date) {
  const month_s = secondsOfMonth(now)
  const spent = new Map<string, { credits_used: number; last_active: string }>()
  for (const { user_id, amount, seconds_ago } of uses) {
    const before = spent.get(user_id)?.credits_used ?? 0
    const credits_used = before + (seconds_ago < month_s ? amount : 0)
    spent.set(user_id, { credits_used, last_active: `now-${seconds_ago}s` })
  }
  return spent
}

/** A session is paid when it is completed. */
function sessionUses(): DemoUse[] {
  return demoCodingSessions()
    .filter(({ state }) => state === 'completed')
    .map(({ app_id, user_id, completed_at }) => ({
      ...{ app_id, user_id, kind: 'coding_session', amount: priceOf('coding_session') },
      seconds_ago: secondsIn(completed_at),
    }))
}

function usesOf(member: DemoMember, month_s: number, random: Random): DemoUse[] {
  const { user_id, spends, last_active, joined_date, credit_limit = 500 } = member
  if (!user_id || !spends || !last_active || !joined_date) return []
  const isAtLimit = spends === credit_limit
  const newest = isAtLimit
    ? Math.min(secondsIn(last_active), Math.floor(month_s / 2))
    : secondsIn(last_active)
  const oldest = Math.max(newest, Math.min(isAtLimit ? month_s - 1 : DAYS * DAY_S, secondsIn(joined_date)))
  const wanted = isAtLimit ? spends : Math.max(1, Math.round((spends * (oldest - newest)) / MONTH_S))
  const uses: DemoUse[] = []
  let [left, left_of_month] = [wanted, spends]
  while (left > 0) {
    const seconds_ago = uses.length === 0 ? newest : random.whole(newest, oldest)
    const { kind, apps } = random.pick(WHAT)
    const use = { user_id, app_id: random.pick(apps), kind, amount: priceOf(kind), seconds_ago }
    const [fitting] = [
      use,
      { ...use, kind: 'agent_message' as const, amount: 1, app_id: 'app_demo_helpdesk' },
    ].filter(({ amount }) => amount <= left)
    if (!fitting) break
    left -= fitting.amount
    if (seconds_ago < month_s) {
      // Nobody uses more in a month than they may.
      if (fitting.amount > left_of_month) continue
      left_of_month -= fitting.amount
    }
    uses.push(fitting)
  }
  return uses
}

function secondsOfMonth(now: Date): number {
  return Math.floor((now.getTime() - Date.UTC(now.getUTCFullYear(), now.getUTCMonth())) / 1_000)
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: DAY_S }

function secondsIn(relative: string): number {
  const [, count = '0', unit = 's'] = /^now-(\d+)([smhd])$/.exec(relative) ?? []
  return Number(count) * (UNITS[unit] ?? 1)
}
