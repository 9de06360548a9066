import { type FlowStep, MAX_FLOW_STEPS } from '@atrium/contract/flow-steps'
import type { TestError } from '@atrium/contract/test-runs'
import type { Db } from '../../../platform/database/db.ts'
import { ApiError } from '../../../platform/errors.ts'
import { billingOfApp } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { actionStore } from '../steps/action-store.ts'
import type { CachedAction } from '../steps/cached-action.ts'
import { checkSteps } from '../steps/check-steps.ts'
import { chooseReader } from '../steps/choose-reader.ts'
import type { StepContext } from '../steps/perform-step.ts'
import { testErrorOf } from '../steps/step-failure.ts'
import type { StepReader } from '../steps/step-reader.ts'
import type { HeldRun } from './flow-outcome.ts'
import { earlierRunStore } from './report/earlier-run-store.ts'

/** All that a run goes by, before a browser is opened. */
export interface RunPlan {
  steps: readonly FlowStep[]
  reader: StepReader | null
  startUrl: string
  base: string
  revision: number
  hosts: string[]
  ownOrigins: string[]
  appSecrets: Record<string, string>
  usedBy: StepContext['usedBy']
  cachedFor(step: FlowStep): CachedAction | null
}

const NO_PLAN: TestError = {
  code: 'not_understood',
  message: 'The goal says nothing that can be done on a page; write steps, or say what to open and click.',
}
const NO_MODEL: TestError = {
  code: 'model_unavailable',
  message: 'No language model is configured, so the goal cannot be planned; give the test steps.',
}

export async function planRun(
  { db, testedApps, languageModel }: Deps,
  run: HeldRun,
  signal: AbortSignal,
): Promise<RunPlan | TestError> {
  const { app_id, flow } = run
  const startUrl = run.start_url ?? (await testedApps.siteUrl(app_id))
  if (startUrl === null) return { code: 'page_unreachable', message: 'The app has no site any more.' }
  const [revision, appSecrets, ownOrigins, base, billing] = await Promise.all([
    testedApps.revision(app_id),
    testedApps.secrets(app_id),
    testedApps.ownOrigins(app_id, startUrl),
    testedApps.siteBase(app_id, startUrl),
    billingOfApp(db, app_id),
  ])
  const usedBy = { workspace_id: billing?.workspace_id ?? '', app_id, user_id: run.paid_by_id }
  const reader = chooseReader(languageModel)
  const request = { goal: flow.goal, usedBy, secrets: Object.values(appSecrets), signal }
  const steps = flow.steps.length > 0 ? flow.steps : await plan(db, run, reader, request)
  if (!Array.isArray(steps)) return steps
  const known = await actionStore(db).ofSteps(run.flow_id, steps)
  return {
    ...{ steps, reader, startUrl, base, revision, ownOrigins, appSecrets, usedBy },
    hosts: [new URL(startUrl).host, ...flow.allowed_hosts],
    cachedFor: ({ id }) => known.get(id) ?? null,
  }
}

/** The steps get the ids `s1`, `s2` and so on, under which later runs find what they did. */
async function plan(
  db: Db,
  run: HeldRun,
  reader: StepReader | null,
  request: Parameters<StepReader['plan']>[0],
): Promise<FlowStep[] | TestError> {
  // Rules plan the same every time; what a model planned is kept as long as it leads to the goal.
  const known = reader?.resolvedBy === 'rules' ? [] : await earlierRunStore(db).listGoodSteps(run)
  if (known.length > 0) return checkSteps(known, ['steps'])
  if (!reader) return NO_MODEL
  try {
    const planned = await reader.plan({ ...request, onModelCall: () => run.model_calls++ })
    const sent = planned.slice(0, MAX_FLOW_STEPS).map((step, at) => ({ ...step, id: `s${at + 1}` }))
    return sent.length === 0 ? NO_PLAN : checkSteps(sent, ['steps'])
  } catch (error) {
    // What a model planned may contradict itself.
    if (error instanceof ApiError) return NO_PLAN
    const fault = testErrorOf(error)
    if (!fault) throw error
    return fault
  }
}
