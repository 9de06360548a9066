import { expect, test } from 'vitest'
import { nodeFault } from './needs-node.ts'

test.each(['18.20.8', '16.0.0', '8.1.0'])('Node %s is told that it is too old', (node) => {
  expect(nodeFault({ node })).toBe(`@atrium/sdk needs Node 20 or newer, and this is Node ${node}.`)
})

test.each([{ node: '20.0.0' }, { node: '24.1.0' }, {}])('%j is new enough', (versions) => {
  expect(nodeFault(versions)).toBeNull()
  expect(nodeFault()).toBeNull()
})
