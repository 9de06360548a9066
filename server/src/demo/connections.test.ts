import { expect, test } from 'vitest'
import { checkDefinition } from '../modules/connectors/definitions/check-definition.ts'
import { demoConnections, demoCustomConnectors } from './connections.ts'

const now = new Date('2026-11-17T10:00:00Z')
const tokens = { accessToken: 'a', refreshToken: 'r', expiresIn: 3_600, scopes: null, captured: {} }
const connections = demoConnections(now, () => tokens)

test('one connection lives and one has ended, which says why', () => {
  expect(connections.map(({ integration_type, status }) => `${integration_type} ${status}`)).toEqual([
    'sandbox-oauth active',
    'slack expired',
  ])
  for (const { status, tokens: given, last_error } of connections) {
    expect(given !== null).toBe(status === 'active')
    expect(last_error !== null).toBe(status === 'expired')
  }
})

test('there are calls of the last day, most of which went well, none of the future', () => {
  const times = connections.flatMap(({ calls }) => calls.map(({ started_at }) => started_at.getTime()))
  expect(Math.max(...times)).toBeLessThan(now.getTime())
  const recent = (connections[0]?.calls ?? []).filter(
    ({ started_at }) => now.getTime() - started_at.getTime() < 86_400_000,
  )
  expect(recent.length).toBeGreaterThan(30)
  expect(recent.filter(({ error_code }) => error_code !== null)).toHaveLength(1)
})

test('the connector of their own is sound', () => {
  for (const { integration_type, definition } of demoCustomConnectors()) {
    expect(checkDefinition(definition)).toEqual([])
    expect(definition.integration_type).toBe(integration_type)
  }
})
