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
  const sample = source === 'agent' ? sampleMessage(app.id, now) : sampleOfApp(app.id, webhook.events)
  const body = bodyOf(event_id, { ...sample, happened_at: now })
  const delivery = { id: makeId('dlv', now), event_id, body }
  const attempted = await deps.deliveries.attempt(targetAt(webhook, now), delivery, TEST_MS)
  const { ok, status_code, response_body, error_type, duration_ms } = describeOutcome(attempted)
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

/** Of a kind that the webhook wants. */
function sampleOfApp(app_id: string, events: readonly string[]) {
  if (events.some((event) => event.startsWith('entity.'))) return sampleRecord(app_id)
  if (events.includes('scan.found_critical')) return sampleScan(app_id)
  if (events.includes('connection.expired')) return sampleConnection(app_id)
  return events.includes('test_run.ended') ? sampleTestRun(app_id) : sampleSession(app_id, events)
}

function sampleScan(app_id: string) {
  const finding = {
    fingerprint: 'sample',
    rule_id: 'sample',
    severity: 'critical',
    title: 'This is a test of your webhook.',
    group: 'rls_recommendations',
  }
  const scan = { id: 'scan_sample', found_count: 1, findings: [finding] }
  return { type: 'scan.found_critical', payload: { app_id, scan_id: scan.id, test: true, data: { scan } } }
}

function sampleConnection(app_id: string) {
  const connection = {
    id: 'con_sample',
    integration_type: 'sandbox-oauth',
    display_name: 'Sandbox',
    reason: 'This is a test of your webhook.',
  }
  return { type: 'connection.expired', payload: { app_id, test: true, data: { connection } } }
}

function sampleTestRun(app_id: string) {
  const test_run = {
    id: 'exe_sample',
    flow_id: 'flw_sample',
    flow_name: 'This is a test of your webhook.',
    status: 'failed',
    trigger: 'schedule',
  }
  return { type: 'test_run.ended', payload: { app_id, test: true, data: { test_run } } }
}

function sampleSession(app_id: string, events: readonly string[]) {
  const isEnd = events.includes('coding_session.ended')
  const coding_session = {
    id: 'cod_sample',
    state: isEnd ? 'completed' : 'needs_input',
    title: 'This is a test of your webhook.',
    client_reference: null,
    launch_key: 'sample',
    error_code: null,
    outcome: isEnd ? 'answer' : null,
    pull_request: null,
    input_request_id: isEnd ? null : 'inq_sample',
  }
  const type = isEnd ? 'coding_session.ended' : 'coding_session.needs_input'
  return { type, payload: { app_id, test: true, data: { coding_session } } }
}

function sampleRecord(app_id: string) {
  const record = { id: 'rec_sample', note: 'This is a test of your webhook.' }
  return { type: 'entity.updated', payload: { app_id, entity_name: 'Sample', test: true, data: { record } } }
}
