import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WebhookRow } from './tables.ts'
import { columnsToSet, targetAt, type WebhookChanges } from './webhook-rules.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const BEFORE = new Date('2026-11-14T12:00:00Z')
const TOMORROW = new Date('2026-11-16T12:00:00Z')
const ERROR = {
  message: 'The endpoint answered 500.',
  attempted_at: BEFORE.toISOString(),
  status_code: 500,
  response_body: '',
  error_type: null,
}

const on: WebhookRow = {
  id: 'whk_1',
  app_id: 'app_1',
  source: 'agent',
  target_url: 'https://example.com/',
  events: ['message.created'],
  entity_names: null,
  description: 'Tickets',
  secret: 'sealed old',
  previous_secret: null,
  previous_secret_until: null,
  epoch: 3,
  last_trigger_time: BEFORE,
  last_error: null,
  consecutive_failures: 0,
  failing_since: null,
  disabled_at: null,
  created_date: BEFORE,
  updated_date: BEFORE,
}
const failing = { ...on, consecutive_failures: 7, failing_since: BEFORE, last_error: ERROR }
const off = { ...failing, consecutive_failures: 20, disabled_at: BEFORE }

const changed = (webhook: WebhookRow, changes: WebhookChanges) =>
  columnsToSet(webhook, changes, 'sealed new', NOW)

describe('a change', () => {
  test('of nothing sets nothing, not even the date', () => {
    expect(changed(on, {})).toEqual({})
    expect(changed(off, { target_url: null, events: null, enabled: null, signing: null })).toEqual({})
  })

  test('sets its own columns and the date', () => {
    expect(changed(on, { target_url: 'https://example.org/' })).toEqual({
      target_url: 'https://example.org/',
      updated_date: NOW,
    })
    expect(changed(on, { events: ['message.completed', 'message.created', 'message.completed'] })).toEqual({
      events: ['message.completed', 'message.created'],
      updated_date: NOW,
    })
  })

  test('of the description to null removes it', () => {
    expect(changed(on, { description: null })).toEqual({ description: null, updated_date: NOW })
    expect(changed(on, { description: 'Orders' })).toEqual({ description: 'Orders', updated_date: NOW })
    expect(changed(on, { description: '' })).toEqual({ description: '', updated_date: NOW })
  })

  test('of entities is for apps only, where null stands for all', () => {
    const ofApp: WebhookRow = { ...on, source: 'app', events: ['entity.updated'] }
    expect(changed(ofApp, { entity_names: ['A', 'B', 'A'] })).toMatchObject({ entity_names: ['A', 'B'] })
    expect(changed(ofApp, { entity_names: null })).toEqual({ entity_names: null, updated_date: NOW })
    expect(changed(on, { entity_names: ['A'] })).toEqual({})
  })
})

describe('turning', () => {
  test('on what is off forgets its failures and begins an epoch; the last error stays', () => {
    expect(changed(off, { enabled: true })).toEqual({
      disabled_at: null,
      consecutive_failures: 0,
      failing_since: null,
      epoch: 4,
      updated_date: NOW,
    })
  })

  test('on what is on forgets its failures and keeps what waits', () => {
    expect(changed(failing, { enabled: true })).toEqual({
      consecutive_failures: 0,
      failing_since: null,
      updated_date: NOW,
    })
  })

  test('off what is on begins an epoch, by which what waits is canceled; its failures stay', () => {
    expect(changed(failing, { enabled: false })).toEqual({ disabled_at: NOW, epoch: 4, updated_date: NOW })
  })

  test('off what is off keeps the time at which it was turned off', () => {
    expect(changed(off, { enabled: false })).toEqual({})
    expect(changed(off, { enabled: false, description: null })).toEqual({
      description: null,
      updated_date: NOW,
    })
  })
})

describe('signing', () => {
  test('rotate puts a new secret next to the old one, which counts for 24 hours more', () => {
    expect(changed(on, { signing: 'rotate' })).toEqual({
      secret: 'sealed new',
      previous_secret: 'sealed old',
      previous_secret_until: TOMORROW,
      updated_date: NOW,
    })
  })

  test('rotate without a secret begins to sign', () => {
    const unsigned = { ...on, secret: null }
    expect(changed(unsigned, { signing: 'rotate' })).toEqual({
      secret: 'sealed new',
      previous_secret: null,
      previous_secret_until: null,
      updated_date: NOW,
    })
  })

  test('disable forgets every secret', () => {
    const rotated = { ...on, previous_secret: 'sealed older', previous_secret_until: TOMORROW }
    const none = { secret: null, previous_secret: null, previous_secret_until: null, updated_date: NOW }
    expect(changed(rotated, { signing: 'disable' })).toEqual(none)
    expect(changed({ ...on, secret: null }, { signing: 'disable' })).toEqual(none)
  })

  test('the replaced secret signs until its day is over', () => {
    const rotated = { ...on, previous_secret: 'sealed older', previous_secret_until: TOMORROW }
    const target = { webhook_id: 'whk_1', target_url: 'https://example.com/', secret: 'sealed old' }
    const justBefore = new Date(TOMORROW.getTime() - 1)
    expect(targetAt(rotated, justBefore)).toEqual({ ...target, previous_secret: 'sealed older' })
    expect(targetAt(rotated, TOMORROW)).toEqual({ ...target, previous_secret: null })
    expect(targetAt(on, NOW)).toEqual({ ...target, previous_secret: null })
  })
})

test('everything at once sets everything at once', () => {
  const changes: WebhookChanges = {
    target_url: 'https://example.org/',
    events: ['message.completed'],
    description: null,
  }
  expect(changed(off, { ...changes, enabled: true, signing: 'rotate' })).toEqual({
    ...changes,
    disabled_at: null,
    consecutive_failures: 0,
    failing_since: null,
    epoch: 4,
    secret: 'sealed new',
    previous_secret: 'sealed old',
    previous_secret_until: TOMORROW,
    updated_date: NOW,
  })
})

describe('whatever is changed', () => {
  const orNull = <T>(value: fc.Arbitrary<T>) => fc.oneof(value, fc.constant(null))
  const anyChange = fc.record<WebhookChanges>(
    {
      target_url: orNull(fc.webUrl()),
      events: orNull(fc.array(fc.constantFrom('message.created', 'message.completed'), { minLength: 1 })),
      entity_names: orNull(fc.array(fc.string())),
      description: orNull(fc.string()),
      enabled: orNull(fc.boolean()),
      signing: orNull(fc.constantFrom('rotate', 'disable')),
    },
    { requiredKeys: [] },
  )
  const anyState = fc.record({ failures: fc.integer({ min: 0, max: 20 }), isOff: fc.boolean() })

  test('the health of a webhook stays consistent', () => {
    fc.assert(
      fc.property(anyState, fc.array(anyChange, { maxLength: 6 }), ({ failures, isOff }, steps) => {
        let webhook: WebhookRow = {
          ...on,
          consecutive_failures: failures,
          last_error: failures > 0 ? ERROR : null,
          disabled_at: isOff || failures === 20 ? BEFORE : null,
        }
        for (const changes of steps) {
          const set = changed(webhook, changes)
          const next = { ...webhook, ...set }
          expect(next.consecutive_failures === 0 || next.last_error !== null).toBe(true)
          expect(next.consecutive_failures < 20 || next.disabled_at !== null).toBe(true)
          expect(next.last_trigger_time).toBe(webhook.last_trigger_time)
          expect(next.last_error).toBe(webhook.last_error)
          const isTurned = (next.disabled_at === null) !== (webhook.disabled_at === null)
          expect(next.epoch).toBe(webhook.epoch + (isTurned ? 1 : 0))
          expect(next.previous_secret === null).toBe(next.previous_secret_until === null)
          if (changes.enabled != null) expect(next.disabled_at === null).toBe(changes.enabled)
          expect(Object.keys(set).length === 0 || set.updated_date === NOW).toBe(true)
          webhook = next
        }
      }),
    )
  })
})
