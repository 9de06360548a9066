/** The access token that goes with every call to Google Ads: had for a refresh token, used until shortly before its end. */
import type { Clock } from '../../platform/clock.ts'
import { numberAt, textAt } from './google-answers.ts'

export interface GoogleCredentials {
  /** https://oauth2.googleapis.com/token, or whatever stands before it. */
  tokenUrl: string
  clientId: string
  clientSecret: string
  refreshToken: string
}

export type TokenOutcome =
  | { kind: 'token'; token: string }
  /** The operator's credentials are not taken. */
  | { kind: 'refused'; status: number; code: string }
  | { kind: 'unreachable'; cause: unknown }

export interface GoogleToken {
  /** Of many who ask at once one goes. */
  get(): Promise<TokenOutcome>
  /** It was refused: the next one gets a new one. */
  drop(token: string): void
}

/** A token is given up so long before its end: it still has to reach the other side. */
const EARLIER_MS = 60_000

export function googleToken(credentials: GoogleCredentials, clock: Clock, timeoutMs: number): GoogleToken {
  let kept: { token: string; until: number } | null = null
  let asking: Promise<TokenOutcome> | null = null

  async function ask(): Promise<TokenOutcome> {
    try {
      const response = await fetch(credentials.tokenUrl, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          client_id: credentials.clientId,
          client_secret: credentials.clientSecret,
          refresh_token: credentials.refreshToken,
        }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      const body: unknown = JSON.parse(await response.text())
      if (response.status >= 400 && response.status < 500 && response.status !== 429) {
        return { kind: 'refused', status: response.status, code: textAt(body, 'error') }
      }
      const token = textAt(body, 'access_token')
      if (!response.ok || token === '') return { kind: 'unreachable', cause: `status ${response.status}` }
      kept = { token, until: clock.now().getTime() + numberAt(body, 'expires_in') * 1000 - EARLIER_MS }
      return { kind: 'token', token }
    } catch (cause) {
      return { kind: 'unreachable', cause }
    }
  }

  return {
    async get() {
      if (kept && clock.now().getTime() < kept.until) return { kind: 'token', token: kept.token }
      asking ??= ask().finally(() => {
        asking = null
      })
      return asking
    },
    drop(token) {
      if (kept?.token === token) kept = null
    },
  }
}
