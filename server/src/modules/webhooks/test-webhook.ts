import type { InputOf, operations } from '@atrium/contract'
import { makeId } from '../../platform/ids.ts'
import type { Caller } from '../../tenancy/index.ts'
import { accessWebhook } from './access-webhook.ts'
import { describeOutcome } from './delivery/attempt.ts'
import type { Deps } from './deps.ts'
import { bodyOf } from './record-event.ts'
import { targetAt } from './webhook-rules.ts'

type Input = InputOf<typeof operations.webhooks.test> | InputOf<typeof operations.app_webhooks.test>

const TEST_MS = 10_000

/** One sample event, sent now. Nothing is stored and nothing counts. */
export async function testWebhook(deps: Deps, caller: Caller, { params }: Input) {
  const { app, source, webhook } = await accessWebhook(deps, caller, params)
  const now = deps.clock.now()
  const event_id = makeId('evt', now)
  const sample = source === 'agent' ? sampleMessage(app.id, now) : sampleRecord(app.id)
  const body = bodyOf(event_id, { ...sample, happened_at: now })
  const delivery = { id: makeId('dlv', now), event_id, body }
  const { outcome, startedAt } = await deps.deliveries.attempt(targetAt(webhook, now), delivery, TEST_MS)
  const { ok, status_code, response_body, error_type, duration_ms } = describeOutcome(outcome, startedAt)
  return { ok, status_code, response_body, error_type, duration_ms }
}

function sampleMessage(agent_id: string, now: Date) {
  const message = {
    id: 'msg_sample',
    role: 'assistant',
    content: 'This is a test of your webhook.',
    file_urls: [],
    status: 'completed',
    created_date: now.toISOString(),
  }
  return {
    type: 'message.completed',
    payload: { agent_id, conversation_id: 'cnv_sample', test: true, data: { message } },
  }
}

function sampleRecord(app_id: string) {
  const record = { id: 'rec_sample', note: 'This is a test of your webhook.' }
  return { type: 'entity.updated', payload: { app_id, entity_name: 'Sample', test: true, data: { record } } }
}
