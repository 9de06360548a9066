import type { CodingSessionEvent } from '@atrium/sdk'
import { expect, test } from 'vitest'
import { isLaterRound, type Step, stepsOf } from './session-steps.ts'

const AT = '2026-11-17T09:30:00.000Z'
type Fact = [type: CodingSessionEvent['type'], data: Record<string, unknown>]

const stepsFor = (...facts: Fact[]) =>
  stepsOf(facts.map(([type, data], place) => ({ seq: place + 1, type, data, created_date: AT })))
const short = (steps: Step[]) => steps.map(({ seq: _seq, at: _at, ...step }) => step)

test('calls stand at their turn with what came of them', () => {
  const turn: Fact = [
    'turn',
    {
      text: 'Looking around.',
      calls: [
        { id: 'c1', tool: 'read_file', input: { path: 'a.js' } },
        { id: 'c2', tool: 'run_command', input: { command: 'npm test' } },
      ],
    },
  ]
  const result: Fact = ['tool_result', { call_id: 'c1', output: 'one', is_error: false, duration_ms: 4 }]
  expect(short(stepsFor(turn, result))).toEqual([
    {
      kind: 'turn',
      text: 'Looking around.',
      calls: [
        {
          id: 'c1',
          tool: 'read_file',
          input: { path: 'a.js' },
          outcome: { output: 'one', isError: false, duration_ms: 4 },
        },
        { id: 'c2', tool: 'run_command', input: { command: 'npm test' }, outcome: null },
      ],
    },
  ])
})

test('the outcome of a call that was made again is its last one', () => {
  const [turn] = stepsFor(
    ['turn', { text: '', calls: [{ id: 'c1', tool: 'write_file', input: {} }] }],
    ['tool_result', { call_id: 'c1', output: 'first' }],
    ['tool_result', { call_id: 'c1', output: 'second' }],
    ['tool_result', { call_id: 'unknown', output: 'third' }],
  )
  expect(turn?.kind === 'turn' && turn.calls[0]?.outcome?.output).toBe('second')
})

test('an answer joins its question; a message that answers none stands alone', () => {
  expect(
    short(
      stepsFor(
        ['input_request', { id: 'q1', kind: 'question', prompt: 'Which?', questions: [] }],
        [
          'input',
          { answers: [{ selected_labels: ['A', 'B'], custom_text: 'both' }], from: 'ada@example.com' },
        ],
        ['input', { text: 'And hurry', from: 'ada@example.com' }],
        ['input_request', { id: 'q2', kind: 'approval', prompt: 'Delete it?' }],
        ['input', { approve: false, text: 'Rather not' }],
      ),
    ),
  ).toEqual([
    {
      ...{ kind: 'question', id: 'q1', isApproval: false, prompt: 'Which?' },
      answer: { text: 'A\nB\nboth', from: 'ada@example.com', approve: null },
    },
    { kind: 'message', text: 'And hurry', from: 'ada@example.com' },
    {
      ...{ kind: 'question', id: 'q2', isApproval: true, prompt: 'Delete it?' },
      answer: { text: 'Rather not', from: null, approve: false },
    },
  ])
})

test('commits, checks, pull requests and the states that matter show; plans have a place of their own', () => {
  const steps = stepsFor(
    ['state', { from: 'queued', to: 'running' }],
    ['plan', { items: [] }],
    ['commit', { commit: 'abc', files: [{ path: 'a', status: 'added', additions: 2, deletions: 0 }] }],
    ['check', { name: 'types', command: 'tsc', status: 'passed', output: '' }],
    ['state', { from: 'running', to: 'opening_pull_request' }],
    ['pull_request', { number: 7, url: 'http://127.0.0.1/' }],
    ['state', { from: 'opening_pull_request', to: 'completed' }],
  )
  expect(steps.map(({ kind }) => kind)).toEqual(['commit', 'check', 'state', 'pull_request', 'state'])
})

test('a message after an end begins another round', () => {
  const asked: Fact = ['message', { text: 'More' }]
  const ended: Fact = ['state', { from: 'running', to: 'failed' }]
  expect(
    [[asked], [asked, ended], [asked, ended, asked]].map((facts) => isLaterRound(stepsFor(...facts))),
  ).toEqual([false, false, true])
})

test('data of another form than expected breaks nothing', () => {
  expect(
    short(stepsFor(['turn', { calls: 'no list' }], ['commit', {}], ['check', { name: 5 }], ['message', {}])),
  ).toEqual([
    { kind: 'turn', text: '', calls: [] },
    { kind: 'commit', commit: '', files: [] },
    { kind: 'check', name: '', command: '', status: '', output: '' },
    { kind: 'message', text: '', from: null },
  ])
})
