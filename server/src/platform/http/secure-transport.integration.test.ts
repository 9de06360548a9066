import { expect, test } from 'vitest'
import { startApp } from '../../../test/start-app.ts'

test.each([
  ['https://atrium.example.com', 'max-age=31536000'],
  ['http://atrium.example.com', null],
  [null, null],
])('where people reach it at %s, the header is %s', async (base_url, header) => {
  const app = await startApp({ base_url })
  for (const path of ['/healthz', '/api/auth/me', '/nowhere'])
    expect((await fetch(`${app.baseUrl}${path}`)).headers.get('strict-transport-security')).toBe(header)
})
