import type { DeliveryStatus, WebhookOwner } from '../../paths.ts'
import { readJson } from '../../ui/read-json.ts'
import { AGENT_EVENTS, APP_EVENTS, type WebhookEvent } from '../../webhooks-of.ts'

const EVENTS: Record<WebhookEvent, { label: string; description: string }> = {
  'message.created': {
    label: 'message.created',
    description: 'Someone said something, or the agent replied.',
  },
  'message.completed': { label: 'message.completed', description: 'The agent finished a reply.' },
  'entity.created': { label: 'entity.created', description: 'A record was added.' },
  'entity.updated': { label: 'entity.updated', description: 'A record was changed.' },
  'entity.deleted': { label: 'entity.deleted', description: 'A record was removed.' },
  'scan.found_critical': {
    label: 'scan.found_critical',
    description: 'A security scan found something critical that is new.',
  },
  'connection.expired': {
    label: 'connection.expired',
    description: 'A connected service has to be connected again.',
  },
  'test_run.ended': { label: 'test_run.ended', description: 'An automated test has run.' },
  'coding_session.needs_input': {
    label: 'coding_session.needs_input',
    description: 'A coding session asks a question, or wants an approval.',
  },
  'coding_session.ended': {
    label: 'coding_session.ended',
    description: 'A coding session is done, has failed or was cancelled.',
  },
}

/** What the webhooks of an agent or app can report. */
export function eventOptions(kind: WebhookOwner['kind']) {
  const events: readonly WebhookEvent[] = kind === 'agent' ? AGENT_EVENTS : APP_EVENTS
  return events.map((id) => ({ id, ...EVENTS[id] }))
}

export const STATUSES: Record<
  DeliveryStatus,
  { label: string; tone: 'good' | 'open' | 'caution' | 'danger' }
> = {
  pending: { label: 'Pending', tone: 'caution' },
  succeeded: { label: 'Succeeded', tone: 'good' },
  failed: { label: 'Failed', tone: 'danger' },
  canceled: { label: 'Canceled', tone: 'open' },
}

/** What came of one call of the endpoint, in a few words. */
export function describeAnswer({ status_code, error_type }: Answer): string {
  if (status_code !== null) return `Answered ${status_code}`
  return FAILURES[error_type ?? ''] ?? 'No answer'
}

interface Answer {
  status_code: number | null
  error_type: string | null
}

const FAILURES: Record<string, string> = {
  connection_refused: 'Connection refused',
  timeout: 'No answer in time',
  connection_reset: 'Connection closed',
  dns_error: 'Host name not found',
  tls_error: 'No secure connection',
  blocked_address: 'Address not allowed',
  invalid_response: 'Not a valid answer',
  network_error: 'Not reachable',
}

export const isAccepted = ({ status_code }: Answer) =>
  status_code !== null && status_code >= 200 && status_code < 300

/** What is sent is one line; spread over several it can be read. */
export function prettyPayload(text: string): string {
  const json = readJson(text)
  return json ? JSON.stringify(json.value, null, 2) : text
}

/** From what was typed; null means all. */
export function entityNamesIn(text: string): string[] | null {
  const names = text
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter(Boolean)
  return names.length === 0 ? null : [...new Set(names)]
}
