import { isDeepStrictEqual } from 'node:util'
import type { InputOf, operations } from '@atrium/contract'
import type { FlowStep } from '@atrium/contract/flow-steps'
import { transaction } from '../../../platform/database/transaction.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { checkSteps } from '../steps/check-steps.ts'
import type { FlowRow } from '../tables.ts'
import { accessFlow } from './access-flow.ts'
import { requireHosts } from './allowed-hosts.ts'
import { flowStore } from './flow-store.ts'
import { presentFlow } from './present-flow.ts'
import { nextRunAt, requireSchedule } from './schedule.ts'
import { requireStartUrl } from './start-url.ts'

type Body = InputOf<typeof operations.flows.update>['body']

/** A run that waits or runs has its own copy of the test, so nothing waits for it here. */
export async function updateFlow(
  deps: Deps,
  caller: Caller,
  { params, headers, body }: InputOf<typeof operations.flows.update>,
) {
  const { db, clock, audit } = deps
  const now = clock.now()
  const checked = checkSent(deps, body, now)
  const { app, flow } = await accessFlow(deps, caller, params, 'editor')
  const { start_url } = body
  const wanted = {
    ...checked,
    ...(start_url !== undefined && {
      start_url: start_url === null ? null : await requireStartUrl(deps, app.id, start_url),
    }),
  }
  const after = await transaction(db, async (tx) => {
    const store = flowStore(tx)
    const before = await store.lock(app.id, flow.id)
    if (!before) throw refuse('flow_not_found')
    const expected = headers['if-match']
    if (expected !== undefined && expected !== `"${before.updated_date.toISOString()}"`)
      throw refuse('flow_changed')
    const changed = FIELDS.filter(
      (field) => wanted[field] !== undefined && !isDeepStrictEqual(wanted[field], before[field]),
    )
    if (changed.length === 0) return before
    const next: FlowRow = { ...before, ...wanted, updated_date: later(before.updated_date, now) }
    if (changed.includes('schedule')) next.next_run_at = nextRunAt(next.schedule, now)
    await store.update(next)
    if (changed.includes('steps') || changed.includes('goal'))
      await store.deleteOtherActions(flow.id, sameSteps(before.steps, next.steps))
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'flows.update',
      target_type: 'flow',
      target_id: flow.id,
      app_id: app.id,
      detail: { changed },
    })
    return next
  })
  return presentFlow({ ...flow, ...after })
}

/** Two changes of one test never have the same time, which is what `If-Match` goes by (G770). */
function later(before: Date, now: Date): Date {
  return now > before ? now : new Date(before.getTime() + 1)
}

const FIELDS = [
  ...(['name', 'goal', 'steps', 'role', 'start_url', 'allowed_hosts'] as const),
  ...(['schedule', 'on_publish', 'timeout_seconds'] as const),
]

/** What was sent, in the form in which it is stored; the address is left for later, since it is looked up. */
function checkSent(deps: Deps, body: Body, now: Date): Partial<FlowRow> {
  const { steps, allowed_hosts, schedule, start_url: _later, ...plain } = body
  return {
    ...plain,
    ...(steps && { steps: checkSteps(steps, ['body', 'steps']) }),
    ...(allowed_hosts && { allowed_hosts: requireHosts(deps, allowed_hosts) }),
    ...(schedule !== undefined && { schedule: requireSchedule(schedule, now) }),
  }
}

/** Steps of which what an earlier run understood still holds, as far as their instruction is the same. */
function sameSteps(before: readonly FlowStep[], after: readonly FlowStep[]): FlowStep[] {
  const kinds = new Map(before.map(({ id, kind }) => [id, kind]))
  return after.filter(({ id, kind }) => (kinds.get(id) ?? kind) === kind)
}
