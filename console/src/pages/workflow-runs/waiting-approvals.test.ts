import type { WorkflowRunStep } from '@atrium/sdk'
import { expect, test } from 'vitest'
import { askedBy, isUnclear, waitingApprovals } from './waiting-approvals.ts'

const step = (more: Partial<WorkflowRunStep>): WorkflowRunStep => ({
  id: 'ask',
  name: 'ask',
  type: 'listen',
  status: 'waiting',
  attempt: 1,
  started_at: '2026-11-17T09:00:00.000Z',
  completed_at: null,
  input: null,
  output: null,
  error: null,
  ...more,
})

const listens = (type: string) => ({ listen: { to: { one: { with: { type } } } } })
const DEFINITION = { do: [{ group: { do: [{ ask: listens('approval') }] } }, { paid: listens('payment') }] }

test.each<[Partial<WorkflowRunStep>, boolean]>([
  [{ input: { message: 'Refund 10?' } }, true],
  [{}, true],
  [{ id: 'paid', name: 'paid' }, false],
  [{ id: 'gone', name: 'gone' }, false],
  [{ type: 'wait' }, false],
  [{ status: 'completed' }, false],
])('%o waits for a person: %s', (more, isWaiting) => {
  expect(waitingApprovals([step(more)], DEFINITION)).toHaveLength(isWaiting ? 1 : 0)
})

test('the definition is read only where a step does not say what it asks', () => {
  expect(isUnclear([step({})])).toBe(true)
  expect(isUnclear([step({ input: { message: 'x' } }), step({ type: 'wait' })])).toBe(false)
})

test.each([
  [{ message: 'Refund 20?' }, 'Refund 20?'],
  [{ message: 1 }, null],
  [null, null],
])('%o asks %s', (input, message) => {
  expect(askedBy(step({ input }))).toBe(message)
})
