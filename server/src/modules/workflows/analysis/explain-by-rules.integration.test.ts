import { describe, expect, test } from 'vitest'
import { earlierRuns, failingStep, failureFacts } from '../test/failure-facts.ts'
import { SHOP_DEFINITION } from '../test/workflow-rows.ts'
import { collectEvidence } from './evidence.ts'
import { explainByRules } from './explain-by-rules.ts'
import type { FailureFacts } from './failure-facts.ts'

const explain = (facts: FailureFacts) => explainByRules(facts, collectEvidence(facts))
const failed = (error: { message: string; code: string; status?: number }, changes: object = {}) =>
  failureFacts({
    run: { ...failureFacts().run, error: { ...error, step_id: 'send' } },
    failing: failingStep({ error: { status: null, ...error }, ...changes }),
  })

describe('what the error gives away', () => {
  test.each([
    [{ message: 'x', code: 'http_status', status: 401 }, 'credentials are missing, wrong or expired'],
    [{ message: 'x', code: 'http_status', status: 402 }, 'used up'],
    [{ message: 'x', code: 'http_status', status: 403 }, 'lack a permission'],
    [{ message: 'x', code: 'http_status', status: 404 }, 'not there (status 404)'],
    [{ message: 'x', code: 'http_status', status: 409 }, 'does not allow the change'],
    [{ message: 'x', code: 'http_status', status: 413 }, 'more than the server takes'],
    [{ message: 'x', code: 'http_status', status: 422 }, 'not accepted (status 422)'],
    [{ message: 'x', code: 'http_status', status: 429 }, 'too many requests'],
    [{ message: 'x', code: 'http_status', status: 503 }, 'failed itself (status 503)'],
    [{ message: 'No answer within 30 s', code: 'timeout' }, 'took longer than it may'],
    [{ message: 'The connection has expired', code: 'connection_expired' }, 'connection that has expired'],
    [{ message: 'getaddrinfo ENOTFOUND shop', code: 'unreachable' }, 'whose name nobody knows'],
    [{ message: 'connect ECONNREFUSED', code: 'unreachable' }, 'could not reach the server'],
    [{ message: 'certificate has expired', code: 'tls' }, 'secure connection'],
    [{ message: 'The address is not allowed', code: 'blocked' }, 'does not call'],
    [{ message: 'It does not answer', code: 'model_unavailable' }, 'needed the language model'],
    [{ message: 'No more', code: 'quota_exceeded' }, 'met a limit'],
    [{ message: 'out of memory', code: 'script' }, 'more memory'],
    [{ message: 'Cannot read properties of undefined', code: 'script' }, 'a value that was not there'],
    [{ message: 'Field required: email', code: 'invalid' }, 'lacked something'],
    [{ message: 'Not approved', code: 'rejected' }, 'did not approve'],
    // As the engine names them, with the status of their kind.
    [{ message: 'x', code: 'blocked_address', status: 502 }, 'does not call'],
    [{ message: 'x', code: 'dns_error', status: 502 }, 'whose name nobody knows'],
    [{ message: 'x', code: 'tls_error', status: 502 }, 'secure connection'],
    [{ message: 'x', code: 'connection_refused', status: 502 }, 'could not reach the server'],
    [{ message: 'x', code: 'connection_reset', status: 502 }, 'could not reach the server'],
    [{ message: 'x', code: 'timeout', status: 408 }, 'took longer than it may'],
    [{ message: 'x', code: 'model_not_configured', status: 502 }, 'needed the language model'],
    [{ message: 'x', code: 'step_output_too_large', status: 500 }, 'more data than a step may'],
    [{ message: 'x', code: 'too_many_steps', status: 500 }, 'more data than a step may'],
    [{ message: 'x', code: 'script_out_of_memory', status: 400 }, 'more memory'],
    [{ message: 'x is not defined', code: 'script_threw', status: 400 }, 'a value that was not there'],
    [{ message: 'x', code: 'not_a_list', status: 400 }, 'a value that was not there'],
  ])('%j', (error, says) => {
    const { cause, confidence, fix_steps, evidence_ids } = explain(failed(error))
    expect(cause).toContain('The step `send` (http)')
    expect(cause).toContain(says)
    expect(cause).toContain(error.message)
    expect(confidence).not.toBe('low')
    expect(fix_steps.length).toBeGreaterThan(0)
    expect(evidence_ids).toContain('E1')
  })

  test.each([
    [{ message: 'x', code: 'connection_not_found', status: 404 }, 'not connected to', 'connect the service'],
    [
      { message: 'x', code: 'connection_not_active', status: 409 },
      'has expired',
      'connect the service again',
    ],
    [{ message: 'x', code: 'integration_not_found', status: 404 }, 'there is none of', 'the type'],
    [{ message: 'x', code: 'connector_busy', status: 503 }, 'fewer calls than', 'less often'],
    [{ message: 'x', code: 'service_error', status: 502 }, 'did not do what', 'content of the request'],
    [{ message: 'x', code: 'connector_call_failed', status: 502 }, 'could not reach', 'Test the connection'],
    [{ message: 'x', code: 'connector_timed_out', status: 504 }, 'took longer than it may', 'slow'],
    [{ message: 'x', code: 'http_status', status: 401 }, 'no longer accepts', 'connect the service again'],
    [{ message: 'x', code: 'http_status', status: 403 }, 'lacks a scope', 'scopes of the connection'],
    [{ message: 'x', code: 'http_status', status: 404 }, 'not there (status 404)', 'Compare the address'],
  ])('of a connected service: %j', (error, says, fix) => {
    const { cause, fix_steps } = explain(failed(error, { type: 'connectors.call' }))
    expect(cause).toContain(says)
    expect(fix_steps.join(' ')).toContain(fix)
  })

  test('an error that is not known is repeated, with little confidence', () => {
    const { cause, confidence, fix_steps } = explain(failed({ message: 'Odd.', code: 'odd' }, { attempt: 3 }))
    expect(cause).toBe('The step `send` (http), in 3 attempts, failed: Odd.')
    expect(confidence).toBe('low')
    expect(fix_steps).toHaveLength(2)
  })

  test('a step that raises, and one whose code fails, are known by their kind', () => {
    const odd = { message: 'Odd', code: 'odd' }
    expect(explain(failed(odd, { type: 'raise' })).cause).toContain('raised this error on purpose')
    expect(explain(failed(odd, { type: 'run' })).cause).toContain('has code that failed')
  })

  test('empty fields of the input are named where something was missing', () => {
    const error = { message: 'x', code: 'http_status', status: 400 }
    const input = { body: { email: null, name: 'Ada', note: '' }, list: [null] }
    const { cause, evidence_ids } = explain(failed(error, { input }))
    expect(cause).toContain('empty in what it was given: `body.email`, `body.note`')
    expect(evidence_ids).toContain('E3')
  })

  test('a run that failed as a whole has no step to blame', () => {
    const run = { ...failureFacts().run, error: { message: 'Too long', code: 'timeout', step_id: null } }
    const { cause } = explain(failureFacts({ run, failing: null }))
    expect(cause).toBe('The run as a whole took longer than it may: Too long.')
  })

  test('secrets in a message are not repeated', () => {
    const facts = { ...failed({ message: 'password=hush swordfish', code: 'odd' }), secrets: ['swordfish'] }
    expect(explain(facts).cause).toContain('password=[redacted] [redacted]')
  })
})

describe('what the runs before it show', () => {
  const success = { version: 1, completed_at: null, definition: SHOP_DEFINITION }
  const changed = (name: 'load' | 'send') => ({
    do: SHOP_DEFINITION.do.map((entry) => (name in entry ? { [name]: { set: { a: 1 } } } : entry)),
  })

  test('a regression names the versions and what changed', () => {
    const here = explain(failureFacts({ definition: changed('send'), last_success: success }))
    expect(here.cause).toContain(
      'had version 1 and this one has version 2; this step is among what was changed',
    )
    expect(here.fix_steps[0]).toContain('Compare the version')
    expect(here.evidence_ids).toContain('E6')
    const elsewhere = explain(failureFacts({ definition: changed('load'), last_success: success }))
    expect(elsewhere.cause).toContain('changed since: `load`')
    const same = explain(failureFacts({ last_success: success }))
    expect(same.cause).toContain('saved again since')
  })

  const sameVersion = { ...success, version: 2 }
  test.each([
    ['a flake', ['ok', 'same', 'ok'], 'at times'],
    ['a failure that stays', ['same', 'same', 'ok'], 'something outside it changed'],
    ['a new one', ['ok', 'ok'], 'the input is different, or it is temporary'],
  ])('%s is said to be one', (_, written, says) => {
    const facts = failureFacts({ earlier: earlierRuns(...written), last_success: sameVersion })
    expect(explain(facts).cause).toContain(says)
  })

  test('a flake of a kind that passes is to be run again', () => {
    const facts = failureFacts({ earlier: earlierRuns('ok', 'same'), last_success: sameVersion })
    expect(explain(facts).fix_steps[0]).toBe('Run it again; it will probably succeed.')
  })

  test('one that never worked is said so, and the first has nothing to compare with', () => {
    expect(explain(failureFacts({ earlier: earlierRuns('same', 'same') })).cause).toContain(
      'None of the 2 runs before it succeeded.',
    )
    expect(explain(failureFacts()).cause).toMatch(/The server answered 500\.$/)
  })

  test('the same facts give the same words', () => {
    const facts = failureFacts({ earlier: earlierRuns('same'), last_success: success })
    expect(explain(facts)).toEqual(explain(structuredClone(facts)))
  })
})
