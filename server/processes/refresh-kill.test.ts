/** One rotating token, many calls on two nodes, and nodes that die during its refresh. */
import { expect, onTestFinished, test } from 'vitest'
import { startOAuthProvider } from '../src/ports/connector-auth/test/oauth-provider.ts'
import { refreshHistory } from './refresh-history.ts'

/** More of them: `REFRESH_ROUNDS=24`. */
const ROUNDS = Number(process.env.REFRESH_ROUNDS ?? 3)

test('each rotation is one request, and no token is lost with a service that has a grace', async () => {
  const provider = await startOAuthProvider({ graceUses: 1 })
  onTestFinished(() => provider.close())
  const waitsForLease = process.env.REFRESH_LEASE === 'real'
  const report = await refreshHistory(provider, { rounds: ROUNDS, killEvery: 3, waitsForLease })
  expect(report.wrong).toEqual([])
  expect(report).toMatchObject({ rotations: ROUNDS, kills: Math.floor(ROUNDS / 3) })
}, 1_200_000)
