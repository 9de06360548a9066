import { describe, expect, test } from 'vitest'
import { type Graph, toGraph } from './to-graph.ts'

const SET = { set: { a: 1 } }
const ways = ({ edges }: Graph) =>
  edges.map(({ from, to, label }) => `${from} > ${to}${label === null ? '' : ` (${label})`}`)
const boxes = ({ nodes }: Graph) =>
  nodes.map(({ id, parent }) => (parent === null ? id : `${parent} | ${id}`))
const listed = (...tasks: Record<string, unknown>[]) => toGraph({ do: tasks })

describe('the ways between steps', () => {
  test.each<[string, Record<string, unknown>[], string[]]>([
    ['nothing', [], ['start > end']],
    ['one after the other', [{ a: SET }, { b: SET }], ['start > do/0/a', 'do/0/a > do/1/b', 'do/1/b > end']],
    [
      'a jump back and an early end',
      [{ a: { ...SET, then: 'c' } }, { b: { ...SET, then: 'end' } }, { c: { ...SET, then: 'b' } }],
      ['start > do/0/a', 'do/0/a > do/2/c', 'do/1/b > end', 'do/2/c > do/1/b'],
    ],
    ['exit of the outermost list', [{ a: { ...SET, then: 'exit' } }], ['start > do/0/a', 'do/0/a > end']],
    [
      'a step that is skipped goes on in order',
      [{ a: { ...SET, if: '${ .x }', then: 'end' } }, { b: SET }],
      ['start > do/0/a', 'do/0/a > end', 'do/0/a > do/1/b (skipped)', 'do/1/b > end'],
    ],
    [
      'a switch without a last case',
      [{ a: { switch: [{ big: { when: '${ .x > 1 }', then: 'c' } }] } }, { b: SET }, { c: SET }],
      [
        'start > do/0/a',
        'do/0/a > do/2/c (big)',
        'do/0/a > do/1/b (otherwise)',
        'do/1/b > do/2/c',
        'do/2/c > end',
      ],
    ],
    [
      'a switch with a case for the rest',
      [{ a: { switch: [{ big: { when: '${ .x }', then: 'end' } }, { rest: {} }] } }, { b: SET }],
      ['start > do/0/a', 'do/0/a > end (big)', 'do/0/a > do/1/b (rest)', 'do/1/b > end'],
    ],
    [
      'nothing follows a fault',
      [{ a: { raise: { error: 'gone' } } }, { b: SET }],
      ['start > do/0/a', 'do/1/b > end'],
    ],
  ])('%s', (_, tasks, expected) => {
    expect(ways(listed(...tasks))).toEqual(expected)
  })

  test('a step that does not exist is said at the step that names it', () => {
    const { nodes, edges } = listed({ a: { ...SET, then: 'nowhere' } })
    expect(nodes.find(({ name }) => name === 'a')?.problem).toBe('There is no step “nowhere” in this list.')
    expect(edges).toHaveLength(1)
  })
})

describe('boxes in boxes', () => {
  test.each<[string, Record<string, unknown>, string[], string[]]>([
    [
      'do',
      { do: [{ x: SET }, { y: SET }] },
      ['do/0/a', 'do/0/a | do/0/a/do/0/x', 'do/0/a | do/0/a/do/1/y'],
      ['do/0/a/do/0/x > do/0/a/do/1/y'],
    ],
    [
      'for, with a way out of the round and one out of the run',
      { for: { in: '${ .items }' }, do: [{ x: { ...SET, then: 'exit' } }, { y: { ...SET, then: 'end' } }] },
      [
        'do/0/a',
        'do/0/a | do/0/a/do/0/x',
        'do/0/a | do/0/a/do/1/y',
        'do/0/a | do/0/a/do#leave',
        'do/0/a | do/0/a/do#stop',
      ],
      ['do/0/a/do/0/x > do/0/a/do#leave', 'do/0/a/do/1/y > do/0/a/do#stop'],
    ],
    [
      'fork, whose branches have no ways between them',
      { fork: { branches: [{ x: SET }, { y: { do: [{ z: SET }] } }] } },
      [
        'do/0/a',
        'do/0/a | do/0/a/fork/branches/0/x',
        'do/0/a | do/0/a/fork/branches/1/y',
        'do/0/a/fork/branches/1/y | do/0/a/fork/branches/1/y/do/0/z',
      ],
      [],
    ],
    [
      'try, with what happens when it fails',
      { try: [{ x: SET }], catch: { do: [{ y: SET }] } },
      [
        'do/0/a',
        'do/0/a | do/0/a/try',
        'do/0/a/try | do/0/a/try/0/x',
        'do/0/a | do/0/a/catch/do',
        'do/0/a/catch/do | do/0/a/catch/do/0/y',
      ],
      [],
    ],
    [
      'try that is only tried again',
      { try: [], catch: { retry: {} } },
      ['do/0/a', 'do/0/a | do/0/a/try'],
      [],
    ],
  ])('%s', (_, task, nodes, edges) => {
    const graph = listed({ a: task })
    expect(boxes(graph).slice(1, -1)).toEqual(nodes)
    expect(ways(graph).filter((way) => !/^start| end$/.test(way))).toEqual(edges)
  })
})

describe('what a step is about', () => {
  test.each<[Record<string, unknown>, string]>([
    [
      { call: 'http', with: { method: 'post', endpoint: 'https://example.com/greet' } },
      'POST example.com/greet',
    ],
    [{ call: 'http', with: { endpoint: { uri: '${ .url }' } } }, 'GET .url'],
    [{ call: 'entities.create', with: { entity_name: 'Order' } }, 'Create Order'],
    [{ call: 'functions.invoke', with: { name: 'greet' } }, 'Call greet'],
    [{ set: { total: 1, tax: 2 } }, 'Set total, tax'],
    [{ switch: [{}, {}] }, '2 cases'],
    [{ for: { each: 'order', in: '${ .orders }' }, do: [] }, 'For each order in .orders'],
    [{ fork: { branches: [], compete: true } }, 'Side by side; the first to finish wins'],
    [{ try: [], catch: { retry: {} } }, 'Tried again when it fails'],
    [{ wait: 'PT1H30M' }, 'Wait 1 hour 30 minutes'],
    [{ wait: { seconds: 1 } }, 'Wait 1 second'],
    [{ raise: { error: { type: 'x', status: 400, title: 'Too large' } } }, 'Fail: Too large'],
    [{ emit: { event: { with: { type: 'paid' } } } }, 'Emit paid'],
    [
      { listen: { to: { one: { with: { type: 'approval', data: { message: 'Refund?' } } } } } },
      'Ask: Refund?',
    ],
    [{ listen: { to: { one: { with: { type: 'paid' } } } } }, 'Wait for paid'],
  ])('%o', (task, words) => {
    expect(listed({ a: task }).nodes[1]?.words).toBe(words)
  })
})

test.each([
  null,
  1,
  [],
  {},
  { do: 'x' },
  { do: [null] },
  { do: [{}] },
  { do: [{ a: null }] },
  { do: [{ a: {} }] },
])('whatever stands there is drawn: %o', (definition) => {
  const { nodes, edges } = toGraph(definition)
  const ids = nodes.map(({ id }) => id)
  expect(ids).toContain('start')
  for (const { from, to } of edges) expect(ids).toEqual(expect.arrayContaining([from, to]))
})
