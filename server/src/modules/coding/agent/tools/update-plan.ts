import { MAX_PLAN_ITEMS, PlanItem } from '@atrium/contract/coding-sessions'
import { Type } from 'typebox'
import { oneLine } from '../../../../platform/text/one-line.ts'
import { agentTool } from './agent-tool.ts'

const LONGEST_ITEM = 300

export const updatePlan = agentTool({
  name: 'update_plan',
  readsOnly: true,
  description: `Shows the person the plan: all its items, at most ${MAX_PLAN_ITEMS}, each with its status. Call it first, and again when an item is done.`,
  input: Type.Object({
    items: Type.Array(
      Type.Object({
        text: Type.String({ minLength: 1, maxLength: 2_000 }),
        status: PlanItem.properties.status,
      }),
      { minItems: 1, maxItems: MAX_PLAN_ITEMS },
    ),
  }),
  async run(_place, { items }) {
    return {
      kind: 'plan',
      items: items.map(({ text, status }) => ({ text: oneLine(text, LONGEST_ITEM), status })),
    }
  },
})
