import { expect, test } from 'vitest'
import { clientPrefix } from './client-headers.ts'

test.each([
  ['request.headers.get("Shop-Service-Authorization")', 'shop-'],
  [`const a = 'SHOP7-service-authorization'`, 'shop7-'],
  ['const a = `shop-Service-Authorization`', 'shop-'],
  ['Deno.serve(() => new Response("Service-Authorization"))', null],
  ['"-Service-Authorization"', null],
  ['"x-shop-Service-Authorization"', null],
  ['// Shop-Service-Authorization', null],
  ['', null],
])('the library in %j has the prefix %j', (script, prefix) => {
  expect(clientPrefix(script)).toBe(prefix)
})
