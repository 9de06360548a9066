import { expect, test } from 'vitest'
import { makePage } from '../../test/make-page.ts'
import { createRuleReader } from './rule-reader.ts'

const reader = createRuleReader()
const asked = {
  goal: 'Click Buy. I should see "Paid".',
  usedBy: { workspace_id: 'wsp_1', app_id: 'app_1', user_id: null },
  secrets: [],
  signal: new AbortController().signal,
}

test('plans and reads without a model', async () => {
  const [step] = await reader.plan(asked)
  expect(reader.resolvedBy).toBe('rules')
  expect(step).toEqual({ kind: 'act', instruction: 'Click Buy' })
  const snapshot = makePage('https://example.com/', 'Shop', 'button "Buy" #buy')
  const flowStep = {
    id: 's1',
    kind: 'act',
    instruction: 'Click Buy',
    params: null,
    timeout_ms: 1_000,
  } as const
  expect(await reader.read({ ...asked, step: flowStep, snapshot })).toEqual({
    kind: 'act',
    action: 'click',
    ref: 'buy',
    value: null,
  })
})
