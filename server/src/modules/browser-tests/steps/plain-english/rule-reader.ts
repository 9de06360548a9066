import type { StepReader } from '../step-reader.ts'
import { planGoal } from './plan-goal.ts'
import { readStep } from './read-step.ts'

/** Understands plain English by rules: no model, no network, the same choice every time. */
export function createRuleReader(): StepReader {
  return {
    resolvedBy: 'rules',
    plan: async ({ goal }) => planGoal(goal),
    read: async ({ step, snapshot }) => readStep(step, snapshot),
  }
}
