import { refuse } from '../platform/errors.ts'

/** From the smallest to the largest; each includes what those before it do. */
const PLANS = ['free', 'starter', 'builder', 'pro', 'business', 'enterprise'] as const
export type Plan = (typeof PLANS)[number]

export function hasPlan({ plan }: { plan: Plan }, atLeast: Plan): boolean {
  return PLANS.indexOf(plan) >= PLANS.indexOf(atLeast)
}

/** Refuses with 402 what the workspace's plan does not include. */
export function requirePlan(workspace: { plan: Plan }, atLeast: Plan): void {
  if (!hasPlan(workspace, atLeast)) {
    throw refuse('plan_upgrade_required', {
      message: `This needs the plan ${atLeast} or a higher one; the workspace has ${workspace.plan}.`,
    })
  }
}
