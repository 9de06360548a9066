import { setImmediate as othersTurn } from 'node:timers/promises'
import type { InputOf, operations } from '@atrium/contract'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessRun } from './access-run.ts'
import { type Audience, presentListed, presentStep, shownTo } from './present-run.ts'
import { type NamedRun, runReadStore } from './run-read-store.ts'

const STEPS_PER_READ = 1_000

export async function readRun(deps: Deps, caller: Caller, { params }: InputOf<typeof operations.runs.read>) {
  const { app, workflow, run } = await accessRun(deps, caller, params, 'viewer')
  const audience = app.user_role === 'viewer' ? 'viewer' : 'editor'
  return presentWhole(runReadStore(deps.db), { ...run, workflow_name: workflow.name }, audience)
}

/** What its steps got and gave is for editors. */
export async function presentWhole(
  store: ReturnType<typeof runReadStore>,
  run: NamedRun,
  audience: Audience,
) {
  const steps = await store.steps(run.id, STEPS_PER_READ + 1)
  const shown: ReturnType<typeof presentStep>[] = []
  for (const step of steps.slice(0, STEPS_PER_READ)) {
    // To mask the secrets of a large one takes some milliseconds.
    if (step.output !== null) await othersTurn()
    shown.push(presentStep(step, audience))
  }
  return {
    ...presentListed(run),
    input: shownTo(audience, run.input),
    output: shownTo(audience, run.output),
    // It quotes what the steps got and gave.
    explanation: audience === 'editor' ? (run.explanation ?? '') : '',
    steps: shown,
    has_more_steps: steps.length > STEPS_PER_READ,
  }
}
