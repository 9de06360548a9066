import { expect, test } from 'vitest'
import { type Plan, requirePlan } from './plans.ts'

const includes = (plan: Plan, needed: Plan) => {
  try {
    requirePlan({ plan }, needed)
    return true
  } catch (error) {
    expect(error).toMatchObject({ status: 402, code: 'plan_upgrade_required' })
    return false
  }
}

test('a plan includes itself and every smaller one', () => {
  const plans: Plan[] = ['free', 'starter', 'builder', 'pro', 'business', 'enterprise']
  for (const [i, plan] of plans.entries()) {
    expect(plans.map((needed) => includes(plan, needed))).toEqual(plans.map((_, j) => j <= i))
  }
})
