/** What the data of an operation promises where nobody needs a credential: its limit, and what it makes of bad input. */
import { allOperations, type Operation, refusalsOf } from '@atrium/contract'
import { describe, expect, test } from 'vitest'
import { useApp } from './use-app.ts'

const app = useApp({ trust_proxy: true, rate_limits: new Map(allOperations.map(({ name }) => [name, 1])) })
let addresses = 0
const newAddress = () => `198.51.100.${++addresses}`

/** Nothing is done: no body here is JSON, and no address names anything. */
async function call(operation: Operation, address: string, at = 'unknown', query = '') {
  const isRead = operation.method === 'GET'
  const response = await fetch(`${app.baseUrl}${operation.path.replaceAll(/\{\w+\}/g, at)}${query}`, {
    method: operation.method,
    redirect: 'manual',
    headers: { 'x-forwarded-for': address, ...(!isRead && { 'content-type': 'application/json' }) },
    ...(!isRead && { body: '{' }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, headers: response.headers, code: isJson ? JSON.parse(text).code : null }
}

const promises = (operation: Operation) =>
  operation.limit !== undefined || refusalsOf(operation).includes('validation_error')
const open = allOperations.filter((operation) => operation.credential === null && promises(operation))

describe.each(open.map((operation) => [operation.name, operation] as const))('%s', (_name, operation) => {
  if (operation.limit)
    test('keeps to its limit and says so', async () => {
      const address = newAddress()
      const first = await call(operation, address)
      expect(first.status).not.toBe(429)
      expect(first.headers.get('ratelimit-policy')).toBe(`"${operation.name}";q=1;w=60`)
      const second = await call(operation, address)
      expect([second.status, second.code]).toEqual([429, 'rate_limited'])
      expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await call(operation, newAddress())).status).not.toBe(429)
    })

  if (refusalsOf(operation).includes('validation_error'))
    test('refuses input that does not fit', async () => {
      const long = 'x'.repeat(3_000)
      const [field] = Object.keys(operation.query?.properties ?? {})
      const { status, code } = await call(operation, newAddress(), long, field && `?${field}=${long}`)
      expect([status, code]).toEqual([422, 'validation_error'])
    })
})
