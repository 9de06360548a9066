import { expect, test } from 'vitest'
import { createTestApp } from '../../../test/app.ts'

test.each([
  ['https://atrium.example.com', 'max-age=31536000'],
  ['http://atrium.example.com', null],
  [null, null],
])('where people reach it at %s, the header is %s', async (base_url, header) => {
  const app = await createTestApp({ base_url })
  try {
    for (const path of ['/healthz', '/api/auth/me', '/nowhere'])
      expect((await fetch(`${app.baseUrl}${path}`)).headers.get('strict-transport-security')).toBe(header)
  } finally {
    await app.stop()
  }
})
