import { expect, test } from 'vitest'
import { earlierRuns, failingStep, failureFacts } from '../test/failure-facts.ts'
import { SHOP_DEFINITION } from '../test/workflow-rows.ts'
import { collectEvidence, type EvidenceKind } from './evidence.ts'
import type { FailureFacts } from './failure-facts.ts'

const of = (facts: FailureFacts, kind: EvidenceKind) =>
  collectEvidence(facts).find((item) => item.kind === kind)?.text
const CHANGED = {
  ...SHOP_DEFINITION,
  do: [...SHOP_DEFINITION.do.slice(0, 1), { send: { call: 'http' as const, with: { method: 'get' } } }],
}
const success = { version: 1, completed_at: null, definition: SHOP_DEFINITION }

test('is numbered in one order, and leaves out what is not known', () => {
  const all = failureFacts({ earlier: earlierRuns('ok'), last_success: success })
  expect(collectEvidence(all).map(({ id, kind }) => [id, kind])).toEqual([
    ['E1', 'error'],
    ['E2', 'task'],
    ['E3', 'input'],
    ['E4', 'path'],
    ['E5', 'upstream'],
    ['E6', 'history'],
    ['E7', 'changes'],
  ])
  const bare = failureFacts({ failing: null, definition: null, upstream: null, path: [] })
  expect(collectEvidence(bare).map(({ id, kind }) => [id, kind])).toEqual([['E1', 'error']])
  expect(collectEvidence(all)).toEqual(collectEvidence(structuredClone(all)))
})

test('says what the error was, where, and how the answer began', () => {
  const failing = failingStep({ attempt: 3, output: { body: 'x'.repeat(5_000) } })
  const text = of(failureFacts({ failing }), 'error') ?? ''
  expect(text).toContain('code: http_status\nmessage: The server answered 500\nHTTP status: 500')
  expect(text).toContain('step: send (http), attempt 3')
  expect(text).toMatch(/answer: \{"body":"x{100,502}…\nworkflow: Send orders, started by: manual$/)
  const whole = failureFacts({ failing: null })
  expect(of(whole, 'error')).toContain('step: none, the run as a whole')
})

test('shows the task as the run had it, and the way there with its times', () => {
  expect(of(failureFacts(), 'task')).toBe(
    'send: {"call":"http","with":{"method":"post","endpoint":"https://shop.example.com/orders"}}',
  )
  expect(of(failureFacts({ steps_before: 40 }), 'path')).toBe(
    [
      '(40 earlier steps are left out)',
      'load (entities.query) completed, attempt 1, 40 ms',
      'send (http) failed, attempt 1, 240 ms: http_status The server answered 500',
    ].join('\n'),
  )
})

test('shows what the runs before were like, and what changed since one succeeded', () => {
  const earlier = earlierRuns('same', 'other', 'ok:1')
  expect(of(failureFacts({ earlier }), 'history')).toBe(
    [
      '2026-11-16T09:30:00.000Z: failed with the same error, version 2',
      '2026-11-16T09:29:00.000Z: failed with another error (timeout), version 2',
      '2026-11-16T09:28:00.000Z: completed, version 1',
    ].join('\n'),
  )
  const changes = of(failureFacts({ definition: CHANGED, last_success: success }), 'changes')
  expect(changes).toContain('had version 1, this one has version 2')
  expect(changes).toContain('send was changed\n  before: {"call":"http","with":{"method":"post"')
  expect(changes).toContain('\n  after: {"call":"http","with":{"method":"get"}}')
  expect(of(failureFacts({ last_success: { ...success, version: 2 } }), 'changes')).toContain(
    'The definition is the same.',
  )
  expect(of(failureFacts({ last_success: { ...success, definition: null } }), 'changes')).toBeUndefined()
})

test('holds no secret', () => {
  const hush = {
    headers: { Authorization: 'Bearer hush' },
    url: 'https://me:hush@example.com',
    token: 'hush',
    note: 'a swordfish',
  }
  const task = { call: 'http' as const, with: hush }
  const facts = failureFacts({
    definition: { do: [{ send: task }] },
    failing: failingStep({
      input: hush,
      output: hush,
      error: { message: 'password=hush swordfish', code: 'x', status: null },
    }),
    upstream: { id: 'load', name: 'load', type: 'set', output: hush },
    last_success: { ...success, definition: { do: [{ send: { ...task, if: 'x' } }] } },
    secrets: ['swordfish'],
  })
  expect(collectEvidence(facts)).toHaveLength(6)
  expect(JSON.stringify(collectEvidence(facts))).not.toMatch(/hush|swordfish/)
})

test('stays short whatever the run was like', { tags: 'slow' }, () => {
  const long = { text: 'many words '.repeat(50_000) }
  const failing = failingStep({
    input: long,
    output: long,
    error: { message: long.text, code: 'x', status: 500 },
  })
  const tasks = (prefix: string) =>
    Array.from({ length: 300 }, (_, n) => ({ [n === 0 ? 'send' : `${prefix}${n}`]: { set: long } }))
  const facts = failureFacts({
    run: { ...failureFacts().run, error: { message: long.text, code: 'x', step_id: 'send' } },
    failing,
    path: Array.from({ length: 25 }, () => failing),
    upstream: { id: 'load', name: 'load', type: 'set', output: long },
    definition: { do: tasks('a') },
    last_success: { ...success, definition: { do: tasks('b') } },
    earlier: earlierRuns('same', 'same', 'same', 'same', 'same'),
  })
  const evidence = collectEvidence(facts)
  expect(evidence).toHaveLength(7)
  expect(JSON.stringify(evidence).length).toBeLessThan(24_000)
})
