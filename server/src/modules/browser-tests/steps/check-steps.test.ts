import { FlowStep, SentStep } from '@atrium/contract/flow-steps'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRuns } from '../../../../test/random-runs.ts'
import { ApiError } from '../../../platform/errors.ts'
import { checkFor } from '../../../platform/fitting-value.ts'
import { checkSteps } from './check-steps.ts'

const LOC = ['body', 'steps']
const target = { role: 'button', name: 'Save' }

test('ids, kinds and time limits are filled in', () => {
  const sent: SentStep[] = [
    { instruction: 'Open /cart' },
    { id: 's4', instruction: 'See Lamp', timeout_ms: 500 },
    { instruction: 'Do it', params: { action: 'click', target } },
    { instruction: 'Take a break', params: { milliseconds: 20_000 } },
    { instruction: 'Look at it', kind: 'extract', params: { as: 'order' } },
    { instruction: 'Do it with {{order}} and {{ secrets.KEY }}', params: { action: 'hover', target } },
  ]
  expect(checkSteps(sent, LOC)).toEqual([
    { id: 's1', kind: 'navigate', instruction: 'Open /cart', params: null, timeout_ms: 10_000 },
    { id: 's4', kind: 'assert', instruction: 'See Lamp', params: null, timeout_ms: 500 },
    { ...sent[2], id: 's3', kind: 'act', timeout_ms: 10_000 },
    { ...sent[3], id: 's5', kind: 'wait', timeout_ms: 20_000 },
    { ...sent[4], id: 's6', kind: 'extract', timeout_ms: 10_000 },
    { ...sent[5], id: 's7', kind: 'act', timeout_ms: 10_000 },
  ])
})

type Case = [string, Omit<SentStep, 'instruction'> & { instruction?: string }, string]
const cases: Case[] = [
  ['an action is missing', { kind: 'act', params: { target } }, 'params.action'],
  ['nothing is filled in', { params: { action: 'fill', target } }, 'params.value'],
  ['nothing is chosen', { params: { action: 'select', target } }, 'params.value'],
  ['no key is pressed', { params: { action: 'press' } }, 'params.value'],
  ['no file is sent', { params: { action: 'upload', target } }, 'params.file'],
  ['nothing is clicked', { params: { action: 'click' } }, 'params.target'],
  ['a click has a value', { params: { action: 'click', target, value: 'x' } }, 'params.value'],
  ['a click has a path', { params: { action: 'click', target, path: '/' } }, 'params.path'],
  ['a step that acts expects', { params: { action: 'click', target, expect: 'url' } }, 'params.expect'],
  ['a number is not named', { params: { expect: 'count', target } }, 'params.count'],
  ['a number has no use', { params: { expect: 'visible', target, count: 1 } }, 'params.count'],
  ['an address is not named', { params: { expect: 'url' } }, 'params.value'],
  ['a title is not named', { params: { expect: 'title' } }, 'params.value'],
  ['a text is not named', { params: { expect: 'text', target } }, 'params.value'],
  ['a value is not named', { params: { expect: 'value', target } }, 'params.value'],
  ['an address has an element', { params: { expect: 'url', value: '/', target } }, 'params.target'],
  ['nothing is looked at', { kind: 'assert', params: {} }, 'params.target'],
  ['no page is opened', { kind: 'navigate', params: {} }, 'params.path'],
  ['a page is opened and clicked', { kind: 'navigate', params: { path: '/', target } }, 'params.target'],
  ['code is opened', { params: { path: ' java\tscript:alert(1)' } }, 'params.path'],
  ['a file is opened', { params: { path: 'file:///etc/passwd' } }, 'params.path'],
  ['what is read has no name', { kind: 'extract', params: { target } }, 'params.as'],
  ['nothing is waited for', { kind: 'wait', params: {} }, 'params'],
  ['two things are waited for', { params: { milliseconds: 5, target } }, 'params'],
  ['a target names nothing', { params: { action: 'click', target: {} } }, 'params.target'],
  ['only a place is named', { params: { action: 'click', target: { nth: 1 } } }, 'params.target'],
  [
    'a target has two ways',
    { params: { action: 'click', target: { text: 'a', css: 'b' } } },
    'params.target',
  ],
  [
    'a name has no role',
    { params: { action: 'click', target: { text: 'a', name: 'b' } } },
    'params.target.name',
  ],
  ['braces hold no variable', { instruction: 'Type {{user.name}}' }, 'instruction'],
  [
    'an unknown field of the user',
    { params: { action: 'press', value: '{{test_user.name}}' } },
    'params.value',
  ],
  ['nothing was read under a name', { params: { path: '/orders/{{order}}' } }, 'params.path'],
  [
    'a target holds no variable',
    { params: { action: 'click', target: { text: '{{a b}}' } } },
    'params.target.text',
  ],
]
test.each(cases)('refused at its place: %s', (_, fields, place) => {
  const sent = [{ instruction: 'Do it' }, { instruction: 'Do it', ...fields }]
  expect(placesOf(sent)).toEqual([['body', 'steps', 1, ...place.split('.')].join('.')])
})

test('an id that two steps have is refused at the second, and everything is refused at once', () => {
  const sent: SentStep[] = [
    { id: 'a', instruction: 'Read it', params: { as: 'later' } },
    { id: 'a', instruction: '{{nothing}}', params: { action: 'fill', target: {} } },
  ]
  expect(placesOf(sent).toSorted()).toEqual([
    'body.steps.1.id',
    'body.steps.1.instruction',
    'body.steps.1.params.target',
    'body.steps.1.params.value',
  ])
})

test('what a step reads is known from the next one on', () => {
  const read = { instruction: 'Read it', params: { as: 'order' } }
  expect(placesOf([{ ...read, instruction: 'Read {{order}}' }])).toEqual(['body.steps.0.instruction'])
  expect(placesOf([read, { instruction: 'See {{order}}' }])).toEqual([])
  // Words may give it a name, too.
  const named = { instruction: 'Read the order as {{order}}' }
  expect(placesOf([named, { instruction: 'See {{order}}' }])).toEqual([])
})

const text = fc.constantFrom('a', '/x', '{{order}}', '{{secrets.A}}', '{{?}}', 'file:///x', '')
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
const anyTarget = fc.record(
  { role: text, name: text, label: text, css: text, nth: fc.nat(3) },
  { requiredKeys: [] },
)
const anyParams = fc.record(
  {
    path: text,
    action: fc.constantFrom('click', 'fill', 'press', 'upload', 'select'),
    target: anyTarget,
    value: text,
    file: fc.constant({ name: 'a', content: '' }),
    expect: fc.constantFrom('visible', 'count', 'url', 'text', 'value'),
    count: fc.nat(3),
    as: fc.constantFrom('order', 'other'),
    milliseconds: fc.integer({ min: 1, max: 30_000 }),
  },
  { requiredKeys: [] },
)
const anySent = fc.record(
  {
    id: optional(fc.constantFrom('s1', 's2', 'a', 'b')),
    kind: optional(fc.constantFrom('navigate', 'act', 'assert', 'extract', 'wait')),
    instruction: fc.constantFrom('Open it', 'Click it', 'See {{order}}', 'Read {{secrets.A}}'),
    params: fc.option(anyParams, { freq: 3 }),
    timeout_ms: optional(fc.integer({ min: 100, max: 60_000 })),
  },
  { requiredKeys: ['instruction'] },
)
const fitsSent = checkFor(SentStep)
const fitsStored = checkFor(FlowStep)

test('whatever is sent is refused at places of it, or fits and stays the same when it is sent again', () => {
  const property = fc.property(fc.array(anySent, { maxLength: 6 }), (given) => {
    // As JSON has it: what is undefined is not there.
    const sent: SentStep[] = JSON.parse(JSON.stringify(given))
    fc.pre(sent.every((step) => fitsSent(step) === null))
    const before = JSON.stringify(sent)
    const places = placesOf(sent)
    expect(JSON.stringify(sent)).toBe(before)
    for (const place of places) expect(Number(place.split('.')[2])).toBeLessThan(sent.length)
    if (places.length > 0) return
    const steps = checkSteps(sent, LOC)
    expect(steps.map((step) => fitsStored(step))).toEqual(steps.map(() => null))
    expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length)
    expect(checkSteps(steps, LOC)).toEqual(steps)
  })
  fc.assert(property, { numRuns: randomRuns(300) })
})

function placesOf(sent: readonly SentStep[]): string[] {
  try {
    checkSteps(sent, LOC)
    return []
  } catch (error) {
    if (!(error instanceof ApiError) || typeof error.detail === 'string') throw error
    expect(error.status).toBe(422)
    return error.detail.map(({ loc }) => loc.join('.'))
  }
}
