import { setTimeout as pause } from 'node:timers/promises'
import type { AdPlatform, ConversionGoal } from '../../../ports/ad-platform/port.ts'
import { goalOf, type MappedGoal } from '../conversions/mapped-goal.ts'

const MOST_RETRIES = 4
const BETWEEN_MS = 1_000

/**
 * The goals of the account. Reads again while one of those that are waited for has no tag, but not for ever; null when
 * no read came through.
 */
export async function publishedGoals(
  { adPlatform, wait = pause }: Platform,
  customerId: string,
  waitedFor: readonly MappedGoal[],
): Promise<ConversionGoal[] | null> {
  const retries = waitedFor.length > 0 ? MOST_RETRIES : 0
  let goals: ConversionGoal[] | null = null
  for (let retried = 0; ; retried++) {
    const read = await adPlatform.listGoals(customerId)
    if (read.outcome === 'done') goals = read.value
    const isComplete =
      read.outcome === 'done' && waitedFor.every((one) => goalOf(one, read.value)?.tag !== null)
    if (isComplete || retried === retries) return goals
    await wait(BETWEEN_MS)
  }
}

interface Platform {
  adPlatform: Pick<AdPlatform, 'listGoals'>
  wait?: (ms: number) => Promise<unknown>
}
