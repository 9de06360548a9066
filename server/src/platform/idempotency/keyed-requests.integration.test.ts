import { operations } from '@atrium/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { migratedDatabase } from '../../../test/migrated-database.ts'
import { useStarted } from '../../../test/use-started.ts'
import type { Identity } from '../http/visitor.ts'
import { createLog } from '../log.ts'
import { createSecrets } from '../secrets.ts'
import { createKeyedRequests } from './keyed-requests.ts'

const database = useStarted(migratedDatabase)
afterEach(() => void vi.useRealTimers())

test('the lease of a request that goes on ends later with each extension', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const start = new Date('2026-11-19T12:00:00Z').getTime()
  let seconds = 0
  const keyed = createKeyedRequests({
    db: database.db,
    clock: { now: () => new Date(start + seconds * 1_000) },
    log: createLog('silent'),
    secrets: createSecrets('a key for tests only'),
    accessNotes: { begin: () => ({ using: {}, passed: [] }), require: async () => {} },
    mostTransactions: 2,
  })
  const leaseSeconds = async () => {
    const { rows } = await database.pool.query('select lease_until from idempotency_keys')
    return rows.map(({ lease_until }) => (lease_until.getTime() - start) / 1_000)
  }
  const answer = Promise.withResolvers<{ body: string; headers: object }>()
  const request = {
    operation: operations.repository.import,
    caller: { keySpaceOf: () => 'space' } as unknown as Identity,
    key: 'k',
    parts: { params: {}, query: {}, headers: {}, body: {} },
  }
  const answered = keyed.answerOnce(request, () => answer.promise as never)
  await expect.poll(leaseSeconds).toEqual([30])
  seconds = 10
  await vi.advanceTimersByTimeAsync(10_000)
  await expect.poll(leaseSeconds).toEqual([40])
  answer.resolve({ body: '{}', headers: {} })
  expect(await answered).toMatchObject({ body: '{}', isReplayed: false })
})
