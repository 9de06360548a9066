import type { WorkflowRunStep } from '@atrium/sdk'
import { describe, expect, test } from 'vitest'
import { barOf, rowsOf, type StepNode, spanOf, statusOf, stepTree } from './step-tree.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 17, 9, 0, second)).toISOString()
const step = (id: string, more: Partial<WorkflowRunStep> = {}): WorkflowRunStep => ({
  id,
  name: id,
  type: 'set',
  status: 'completed',
  attempt: 1,
  started_at: at(0),
  completed_at: at(1),
  input: null,
  output: null,
  error: null,
  ...more,
})
const drawn = (nodes: readonly StepNode[], depth = 0): string[] =>
  nodes.flatMap(({ label, step: own, children }) => [
    `${'  '.repeat(depth)}${label}${own ? '' : ' –'}`,
    ...drawn(children, depth + 1),
  ])

test('steps stand in what holds them, those of a loop in its rounds', () => {
  const tree = stepTree([
    step('first'),
    step('all'),
    step('all[0].mail'),
    step('all[0].log'),
    step('all[1].mail'),
  ])
  expect(drawn(tree)).toEqual([
    'first',
    'all',
    '  Round 1 –',
    '    mail',
    '    log',
    '  Round 2 –',
    '    mail',
  ])
})

test('a step in something that was not stored is not lost', () => {
  expect(drawn(stepTree([step('outer.inner[2][0].x')]))).toEqual([
    'outer –',
    '  inner –',
    '    Round 3 –',
    '      Round 1 –',
    '        x',
  ])
})

test('later tries and what follows a failure stand in the step that tries', () => {
  expect(
    drawn(stepTree([step('get'), step('get.call'), step('get(2).call'), step('get(catch).note')])),
  ).toEqual(['get', '  call', '  Try 2 –', '    call', '  When it failed –', '    note'])
})

test('of several tries the last one counts', () => {
  const [node] = stepTree([step('a', { attempt: 1, status: 'failed' }), step('a', { attempt: 2 })])
  expect(node?.step?.attempt).toBe(2)
})

describe('rows', () => {
  const many = Array.from({ length: 7 }, (_, round) => step(`all[${round}].mail`))
  const shown = (steps: readonly WorkflowRunStep[], chosen = new Map<string, boolean>()) =>
    rowsOf(stepTree(steps), chosen).map(({ node, depth, isOpen }) => `${depth} ${node.id} ${isOpen}`)

  test('a long loop is closed until it is opened', () => {
    expect(shown([step('all'), ...many])).toEqual(['0 all false'])
    expect(shown([step('all'), ...many], new Map([['all', true]]))).toHaveLength(8)
  })

  test('where something failed it is open', () => {
    const failed = many.with(3, step('all[3].mail', { status: 'failed' }))
    const rows = shown([step('all'), ...failed])
    expect(rows).toContain('2 all[3].mail null')
    expect(rows).not.toContain('2 all[2].mail null')
    expect(shown([step('all'), ...failed], new Map([['all', false]]))).toEqual(['0 all false'])
  })

  test('groups are open', () => {
    expect(shown([step('group'), step('group.a')])).toEqual(['0 group true', '1 group.a null'])
  })
})

test('a round lasts from its first to its last step, and is as its steps are', () => {
  const [all] = stepTree([
    step('all[0].a', { started_at: at(2), completed_at: at(3) }),
    step('all[0].b', { started_at: at(3), completed_at: at(7), status: 'failed' }),
  ])
  const round = all?.children[0]
  expect(round && spanOf(round)).toEqual({ start: Date.parse(at(2)), end: Date.parse(at(7)) })
  expect(round && statusOf(round)).toBe('failed')
  const [open] = stepTree([step('x', { completed_at: null })])
  expect(open && spanOf(open)).toEqual({ start: Date.parse(at(0)), end: null })
})

test.each([
  [
    { start: 0, end: 50 },
    { left: 0, width: 50 },
  ],
  [
    { start: 50, end: null },
    { left: 50, width: 50 },
  ],
  [
    { start: 100, end: 100 },
    { left: 99.5, width: 0.5 },
  ],
  [
    { start: -10, end: 200 },
    { left: 0, width: 100 },
  ],
])('the bar of %o is %o', (span, bar) => {
  expect(barOf(span, { start: 0, end: 100 })).toEqual(bar)
})
