import { expect, test } from 'vitest'
import { functionsPaths } from './functions-paths.ts'

test('addresses of what was done by a function', () => {
  expect({
    failedCalls: functionsPaths.invocations('ws_1', 'app_1', 'paid', { failed: 'on' }),
    automations: functionsPaths.automations('ws_1', 'app_1', 'orders/paid'),
    failedRuns: functionsPaths.automations('ws_1', 'app_1', 'paid', { status: 'failed', cursor: 'abc' }),
  }).toEqual({
    failedCalls: '/w/ws_1/apps/app_1/functions/paid/invocations?failed=on',
    automations: '/w/ws_1/apps/app_1/functions/orders%2Fpaid/automations',
    failedRuns: '/w/ws_1/apps/app_1/functions/paid/automations?status=failed&cursor=abc',
  })
})
