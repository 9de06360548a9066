import type { FlowStep } from '@atrium/contract/flow-steps'
import type { Db } from '../../../platform/database/db.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { FlowActionRow } from '../tables.ts'
import type { CachedAction } from './cached-action.ts'

export type LearnedAction = Pick<FlowActionRow, 'step_id' | 'instruction' | 'action'>

const actionsOfFlow = prepared<LearnedAction>(
  'flow_actions_of_flow',
  'select step_id, instruction, action from flow_actions where flow_id = $1 and step_id = any($2::text[])',
)

/** Nothing is kept for a test that was deleted, nor for steps that it no longer has. */
const saveActions = prepared(
  'flow_actions_save',
  `with flow as (select id from test_flows where id = $1 for key share),
        gone as (delete from flow_actions a using flow where a.flow_id = flow.id and a.step_id <> all($2::text[]))
   insert into flow_actions (flow_id, step_id, instruction, action, updated_at)
   select flow.id, l.step_id, l.instruction, l.action, $4
     from flow, json_to_recordset($3::json) as l(step_id text, instruction text, action jsonb)
   on conflict (flow_id, step_id) do update
      set instruction = excluded.instruction, action = excluded.action, updated_at = excluded.updated_at`,
)

/** What earlier runs of a test understood its steps as. */
export const actionStore = (db: Db) => ({
  /** By the id of the step; only what was learned from the same instruction. */
  async ofSteps(flowId: string, steps: readonly FlowStep[]): Promise<Map<string, CachedAction>> {
    const instructions = new Map(steps.map(({ id, instruction }) => [id, instruction]))
    const rows = await actionsOfFlow(db, [flowId, [...instructions.keys()]])
    const same = rows.filter(({ step_id, instruction }) => instructions.get(step_id) === instruction)
    return new Map(same.map(({ step_id, action }) => [step_id, action]))
  },
  /** `steps` are all that the run went by. */
  async save(
    flowId: string,
    { steps, learned, now }: { steps: readonly FlowStep[]; learned: readonly LearnedAction[]; now: Date },
  ): Promise<void> {
    const ids = steps.map(({ id }) => id)
    const kept = learned.filter(({ step_id }) => ids.includes(step_id))
    if (kept.length > 0) await saveActions(db, [flowId, ids, JSON.stringify(kept), now])
  },
})
