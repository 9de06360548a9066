import { expect, test } from 'vitest'
import { nodeFaults } from './node-faults.ts'
import { toGraph } from './to-graph.ts'

const GRAPH = toGraph({
  do: [
    { a: { for: { in: '${ .x }' }, do: [{ b: { call: 'http', with: {} } }] } },
    { c: { set: {}, then: 'nowhere' } },
  ],
})

test('a fault stands at the innermost step, with the place inside it', () => {
  const found = nodeFaults(GRAPH, [
    { place: ['do', 0, 'a', 'do', 0, 'b', 'with', 'endpoint'], message: 'Field required' },
    { place: ['do', 0, 'a'], message: 'Too deep' },
    { place: ['timeout', 'after'], message: 'No duration' },
  ])
  expect([...found]).toEqual([
    ['do/1/c', ['There is no step “nowhere” in this list.']],
    ['do/0/a/do/0/b', ['with.endpoint: Field required']],
    ['do/0/a', ['Too deep']],
  ])
})
