import { expect, test } from 'vitest'
import { catalogue } from '../catalogue/index.ts'
import { sandboxOauth } from '../catalogue/sandbox-oauth.ts'
import { testRequestOf } from './test-request.ts'

test('a test goes to the address of the API, unless the connector names another for it', () => {
  const { definition, request } = testRequestOf(sandboxOauth)
  expect(definition).toEqual(sandboxOauth)
  expect(request).toEqual({ method: 'GET', path: '/me', query: {}, headers: {}, body: undefined })
  const elsewhere = [...catalogue.values()].filter(({ test }) => test.base_url !== undefined)
  expect(elsewhere.length).toBeGreaterThan(0)
  for (const one of elsewhere) expect(testRequestOf(one).definition.api.base_url).toBe(one.test.base_url)
})
