import { expect, test } from 'vitest'
import { clientPage } from './client-pages.ts'

const FROM = '?from_url=https%3A%2F%2Fshop.example.com%2Fcart'
const QUERY = 'app_id=app_1&from_url=https%3A%2F%2Fshop.example.com%2Fcart'

test.each([
  ['login', FROM, `/login?${QUERY}`],
  ['api/apps/auth/logout', FROM, `/api/apps/auth/logout?${QUERY}`],
  ['login', `${FROM}&app_id=app_2`, `/login?${QUERY}`],
  ['login', `${FROM}&state=x`, null],
  ['login', '', null],
  ['login', '?from=x', null],
  ['api/apps/auth/logout', '', null],
  ['login/', FROM, null],
  ['sign-in', FROM, null],
  ['api/auth/me', FROM, null],
])('%s%s leads to %s', (path, query, expected) => {
  expect(clientPage(path, query, 'app_1')).toBe(expected)
})
