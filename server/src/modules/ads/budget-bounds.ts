import type { BudgetBounds } from '../../ports/ad-platform/port.ts'

/** Whether a campaign may cost so much a day: both bounds are allowed, and so is every billable unit between them. */
export function isBudgetAllowed(bounds: BudgetBounds, micros: number): boolean {
  const { min_micros, max_micros, unit_micros } = bounds
  return micros >= min_micros && micros <= max_micros && micros % unit_micros === 0
}
