/** What every service behind this port keeps to, from consent to taking tokens back. */
import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Client, ConnectorAuth, Grant, OAuth2, TokenOutcome, Tokens } from './port.ts'

export interface ConnectorAuthUnderTest {
  port: ConnectorAuth
  auth: OAuth2
  client: Client
  redirectUri: string
  /** What a person decides at the address; returns where they are sent on to. */
  decide(url: string, decision: 'approve' | 'refuse'): Promise<string>
}

export function describeConnectorAuth(name: string, subject: () => ConnectorAuthUnderTest): void {
  async function consent(decision: 'approve' | 'refuse' = 'approve') {
    const { port, auth, client, redirectUri, decide } = subject()
    const verifier = randomBytes(32).toString('base64url')
    const state = `state ${randomBytes(8).toString('hex')}&=+`
    const url = port.authorizationUrl({
      auth,
      values: {},
      client,
      redirectUri,
      state,
      codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
      scopes: ['items.read', 'items.write'],
    })
    const back = new URL(await decide(url, decision))
    return { back, state, verifier, code: back.searchParams.get('code') ?? '' }
  }

  function request(grant: Grant): Promise<TokenOutcome> {
    const { port, auth, client } = subject()
    return port.requestToken({ auth, values: {}, client, grant })
  }

  const redeem = (code: string, codeVerifier: string | null, redirectUri = subject().redirectUri) =>
    request({ kind: 'code', code, redirectUri, codeVerifier })

  async function connected(): Promise<Tokens> {
    const { code, verifier } = await consent()
    return granted(await redeem(code, verifier))
  }

  describe(name, () => {
    test('sends people back to the callback with their state, and a code or a refusal', async () => {
      const { redirectUri } = subject()
      for (const decision of ['approve', 'refuse'] as const) {
        const { back, state, code } = await consent(decision)
        expect(`${back.origin}${back.pathname}`).toBe(redirectUri)
        expect(back.searchParams.get('state')).toBe(state)
        expect(code !== '').toBe(decision === 'approve')
        expect(back.searchParams.get('error')).toBe(decision === 'approve' ? null : 'access_denied')
      }
    })

    test('gives tokens for a code, with what was granted', async () => {
      const tokens = await connected()
      expect(tokens).toMatchObject({ expiresIn: 3600, scopes: ['items.read', 'items.write'] })
      expect(tokens.refreshToken).toEqual(expect.any(String))
    })

    test('gives nothing for a code with another verifier, none, or another address', async () => {
      const first = await consent()
      expect(await redeem(first.code, 'x'.repeat(43))).toMatchObject(NO_GRANT)
      const second = await consent()
      expect(await redeem(second.code, null)).toMatchObject(NO_GRANT)
      const third = await consent()
      expect(await redeem(third.code, third.verifier, 'http://127.0.0.1:1/else')).toMatchObject(NO_GRANT)
    })

    test('refreshes, each time with a new refresh token', async () => {
      const first = await connected()
      const second = granted(await request({ kind: 'refresh', refreshToken: first.refreshToken ?? '' }))
      const third = granted(await request({ kind: 'refresh', refreshToken: second.refreshToken ?? '' }))
      expect(new Set([first, second, third].map(({ accessToken }) => accessToken)).size).toBe(3)
      expect(new Set([first, second, third].map(({ refreshToken }) => refreshToken)).size).toBe(3)
      expect(third.scopes).toEqual(first.scopes)
    })

    test('finally refuses codes and refresh tokens that it never gave', async () => {
      const { accessToken } = await connected()
      for (const text of ['', 'made-up', 'a.b.c', accessToken, '%00', 'x'.repeat(5_000)]) {
        expect(await redeem(text, 'x'.repeat(43))).toMatchObject(NO_GRANT)
        expect(await request({ kind: 'refresh', refreshToken: text })).toMatchObject(NO_GRANT)
      }
    })

    test('takes tokens back', async () => {
      const { port, auth, client } = subject()
      const { refreshToken } = await connected()
      expect(await port.revoke({ auth, values: {}, client, token: refreshToken ?? '' })).toBe(true)
    })
  })
}

const NO_GRANT = { kind: 'refused', error: 'invalid_grant', isFinal: true }

function granted(outcome: TokenOutcome): Tokens {
  if (outcome.kind !== 'granted') throw new Error(`No token: ${outcome.message}`)
  return outcome.tokens
}
