import type { TestNotices } from '../modules/browser-tests/index.ts'
import { recordEvent } from '../modules/webhooks/index.ts'
import type { Clock } from '../platform/clock.ts'
import { oneLine } from '../platform/text/one-line.ts'

const LONGEST_NAME = 200

/** Runs of tests that ended become events of the webhooks of their app. */
export function createTestNotices(others: () => { clock: Clock }): TestNotices {
  return {
    async ended(tx, { id, app_id, flow_id, flow_name, status, trigger }) {
      const name = oneLine(flow_name, LONGEST_NAME)
      await recordEvent(tx, {
        app_id,
        source: 'app',
        type: 'test_run.ended',
        order_key: flow_id,
        happened_at: others().clock.now(),
        payload: { app_id, data: { test_run: { id, flow_id, flow_name: name, status, trigger } } },
      })
    },
  }
}
