import { expect, test } from 'vitest'
import { configsOf, toolsOf } from './agent-tools.ts'

const CONFIGS = [
  { entity_name: 'Order', allowed_operations: ['read', 'fly'], note: 'kept' },
  { function_name: 'refund', description: 'Pays back', timeout: 5 },
  { kind: 'unknown' },
  { entity_name: 'Broken' },
]

test('tools are shown by entity and function, and come back with what the form does not know', () => {
  const tools = toolsOf(CONFIGS)
  expect(tools).toEqual({
    entities: [{ entity_name: 'Order', allowed_operations: ['read'] }],
    functions: [{ function_name: 'refund', description: 'Pays back' }],
  })
  const changed = {
    entities: [
      { entity_name: 'Order', allowed_operations: ['read', 'update'] as const },
      { entity_name: 'Customer', allowed_operations: ['read'] as const },
    ],
    functions: [],
  }
  expect(configsOf(changed, CONFIGS)).toEqual([
    { entity_name: 'Order', allowed_operations: ['read', 'update'], note: 'kept' },
    { entity_name: 'Customer', allowed_operations: ['read'] },
    { kind: 'unknown' },
    { entity_name: 'Broken' },
  ])
  expect(configsOf(tools, CONFIGS)[1]).toEqual(CONFIGS[1])
})

test('what stands twice is one tool', () => {
  const twice = [
    { entity_name: 'Order', allowed_operations: ['update'] },
    { entity_name: 'Order', allowed_operations: ['read'] },
  ]
  expect(toolsOf(twice).entities).toEqual([{ entity_name: 'Order', allowed_operations: ['read', 'update'] }])
})
