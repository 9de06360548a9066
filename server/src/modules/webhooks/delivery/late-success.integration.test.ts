import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useStarted } from '../../../../test/use-started.ts'
import { webhookRows } from '../test/webhook-rows.ts'
import { outcomeStore } from './outcome-store.ts'

const rows = useStarted(webhookRows)

test.each([
  ['turned off for failing', 20, 1, '2026-01-01T00:00:00Z'],
  ['turned off and on again', 3, 2, null],
])('a late success leaves the failures of a webhook that was %s', async (_name, failures, epoch, offAt) => {
  const webhook_id = await rows.webhook({ consecutive_failures: Math.min(failures, 19) })
  await rows.query(
    'update webhooks set epoch = $2, disabled_at = $3, consecutive_failures = $4 where id = $1',
    [webhook_id, epoch, offAt, failures],
  )
  const claim_id = randomUUID()
  await rows.lane(webhook_id, 0, claim_id)
  const [made] = await rows.deliveries([{ webhook_id, lane: 0, epoch: 1, attempt: 0 }])
  const outcome = {
    ...{
      delivery_id: made?.id ?? '',
      seq: made?.seq ?? 0,
      webhook_id,
      lane: 0,
      claim_id,
      epoch: 1,
      attempt: 1,
    },
    ...{ ok: true, started_at: '2026-01-01T00:00:01Z', duration_ms: 5, status_code: 200, error_type: null },
    ...{ message: null, response_body: null, signatures: '', response_headers: '[]', retry_seconds: null },
    is_slow: false,
  }
  await outcomeStore(rows.db).write([outcome], randomUUID(), 60)
  const found = await rows.query('select consecutive_failures from webhooks where id = $1', [webhook_id])
  expect(found).toEqual([{ consecutive_failures: failures }])
})
