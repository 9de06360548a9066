import { describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { useApp } from '../../../../test/use-app.ts'
import { consentRequest } from '../test/sandbox-consent.ts'

const app = useApp()

describe('deciding for the sandbox', () => {
  test('needs a credential', async () => {
    const given = { request: consentRequest(app), decision: 'approve' } as const
    await expect(app.anonymous.connectors.decide_sandbox(given)).rejects.toMatchObject({ status: 401 })
  })

  test('is refused for requests that are unknown, of another address, or expired', async () => {
    const client = app.as(await app.make.person('owner'))
    const decide = (request: string) => client.connectors.decide_sandbox({ request, decision: 'approve' })
    const old = consentRequest(app)
    const unknown = refusal(400, 'invalid_consent_request')
    for (const request of ['x', `${old}x`, 'a.b', consentRequest(app, 'https://evil.test')]) {
      await expect(decide(request)).rejects.toEqual(unknown)
    }
    app.clock.move(600)
    await expect(decide(old)).rejects.toEqual(unknown)
  })

  test('leads on to the callback with a code or a refusal', async () => {
    const client = app.as(await app.make.person('owner'))
    const request = consentRequest(app)
    const decided = async (decision: 'approve' | 'refuse') => {
      const { redirect_url } = await client.connectors.decide_sandbox({ request, decision })
      const { origin, pathname, searchParams } = new URL(redirect_url)
      expect(origin + pathname).toBe(`${app.baseUrl}/api/external-auth/callback`)
      return Object.fromEntries(searchParams)
    }
    expect(await decided('approve')).toEqual({ state: 'the state', code: expect.any(String) })
    expect(await decided('refuse')).toEqual({ state: 'the state', error: 'access_denied' })
  })
})
