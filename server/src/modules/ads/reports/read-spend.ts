import type { Db } from '../../../platform/database/db.ts'
import { type DayCount, type DayRange, dateOf } from '../../../platform/time/day-range.ts'
import type { AdPlatform } from '../../../ports/ad-platform/port.ts'
import { accountsOf } from '../accounts/account-store.ts'
import { isReachable } from '../campaigns/reachable-account.ts'

/** The platform is asked for each account; more would keep the page waiting. */
const MOST_ACCOUNTS = 20

/**
 * What the ads of several apps cost, by days of their accounts; of accounts in several currencies those with the most
 * spend. Null when the platform reports nothing at this moment.
 */
export async function readSpend(
  { db, adPlatform }: { db: Db; adPlatform: AdPlatform },
  appIds: readonly string[],
  { previousFrom, dates }: DayRange,
): Promise<{ currency_code: string | null; days: DayCount[] } | null> {
  const accounts = await accountsOf(db, appIds, MOST_ACCOUNTS)
  const range = { from: dateOf(previousFrom), to: dates.at(-1) ?? '', campaign_ids: null }
  const reports = await Promise.all(
    accounts.map(async (account) => {
      const { currency_code, platform_customer_id } = account
      if (platform_customer_id === null) return { currency_code, rows: [] }
      if (!isReachable(account, adPlatform)) return null
      const answer = await adPlatform.performance(platform_customer_id, range)
      return answer.outcome === 'done' ? { currency_code, rows: answer.value } : null
    }),
  )
  const known = reports.filter((report) => report !== null)
  if (known.length < reports.length) return null
  const byCurrency = [...Map.groupBy(known, ({ currency_code }) => currency_code)].map(
    ([currency_code, same]) => ({ currency_code, days: sumByDay(same.flatMap(({ rows }) => rows)) }),
  )
  const [most] = byCurrency.sort((a, b) => totalOf(b.days) - totalOf(a.days))
  return most ?? { currency_code: null, days: [] }
}

function sumByDay(rows: readonly { date: string; cost_micros: number }[]): DayCount[] {
  const days = new Map<string, number>()
  for (const { date, cost_micros } of rows) days.set(date, (days.get(date) ?? 0) + cost_micros)
  return [...days].map(([date, count]) => ({ date, count }))
}

function totalOf(days: readonly DayCount[]): number {
  return days.reduce((all, { count }) => all + count, 0)
}
