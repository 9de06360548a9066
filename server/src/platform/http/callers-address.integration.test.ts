import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/start-app.ts'

const SIGN_INS = 4
const rate_limits = new Map([['session.create', SIGN_INS]])

/** Statuses of sign-ins that each claim to come from another address. */
async function signIns(baseUrl: string, forwardedFor: (turn: number) => string): Promise<number[]> {
  const statuses: number[] = []
  for (let turn = 0; turn <= SIGN_INS; turn++) {
    const response = await fetch(`${baseUrl}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwardedFor(turn) },
      body: JSON.stringify({ email: `nobody-${turn}@example.com`, password: 'wrong password' }),
    })
    statuses.push(response.status)
  }
  return statuses
}

const LIMITED = [...Array(SIGN_INS).fill(401), 429]
const UNLIMITED = Array(SIGN_INS + 1).fill(401)

describe('the address that sign-ins are counted by', () => {
  test('is the one of the connection: a header cannot change it', { tags: 'slow' }, async () => {
    const app = await startApp({ rate_limits })
    expect(await signIns(app.baseUrl, (turn) => `10.0.0.${turn}`)).toEqual(LIMITED)
  })

  test('behind a proxy is what the proxy saw: what the caller wrote before it does not count', {
    tags: 'slow',
  }, async () => {
    const app = await startApp({ trust_proxy: true, rate_limits })
    expect(await signIns(app.baseUrl, (turn) => `203.0.113.${turn}`)).toEqual(UNLIMITED)
    expect(await signIns(app.baseUrl, (turn) => `10.0.0.${turn}, 198.51.100.7`)).toEqual(LIMITED)
  })
})
