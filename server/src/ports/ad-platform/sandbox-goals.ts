/** The conversion goals of an account of the sandbox. Their tags are published a moment after the goals are made. */
import type { ConversionGoal, GoalCategory, NewGoal } from './port.ts'
import { digits, letters } from './sandbox-chance.ts'
import type { GoalRow } from './sandbox-tables.ts'

const PUBLISHED_AFTER_MS = 1_500

/** These may happen several times after one click; of the others the first counts. */
const REPEATED = new Set<GoalCategory>(['PURCHASE', 'ADD_TO_CART', 'BEGIN_CHECKOUT', 'SUBSCRIBE_PAID'])

/** One for each category that has none yet. */
export function goalsMissing(
  customerId: string,
  wanted: readonly NewGoal[],
  known: readonly GoalRow[],
  now: Date,
): GoalRow[] {
  const taken = new Set(known.map(({ category }) => category))
  const missing = wanted.filter(({ category }, at) => {
    const isFirst = wanted.findIndex((other) => other.category === category) === at
    return isFirst && !taken.has(category)
  })
  return missing.map(({ name, category }) => ({
    goal_id: digits(10, customerId, 'goal', category),
    customer_id: customerId,
    name,
    category,
    created_date: now,
  }))
}

export function presentGoal(
  { goal_id, customer_id, name, category, created_date }: GoalRow,
  now: Date,
): ConversionGoal {
  const isPublished = now.getTime() >= created_date.getTime() + PUBLISHED_AFTER_MS
  return {
    ...{ goal_id, name, category, created_date },
    resource_name: `customers/${customer_id}/conversionActions/${goal_id}`,
    counting: REPEATED.has(category) ? 'MANY_PER_CLICK' : 'ONE_PER_CLICK',
    tag: isPublished
      ? { conversion_id: conversionId(customer_id), label: letters(19, goal_id, 'label') }
      : null,
  }
}

/** The account has one as soon as one of its goals has. */
export function accountTagOf(customerId: string, goals: readonly GoalRow[], now: Date): string | null {
  return goals.some((goal) => presentGoal(goal, now).tag !== null) ? conversionId(customerId) : null
}

function conversionId(customerId: string): string {
  return `AW-${digits(10, customerId, 'conversions')}`
}
