import type { TestClock } from '../../../../test/app.ts'
import { migratedDatabase } from '../../../../test/migrated-database.ts'
import type { AdPlatform } from '../port.ts'
import { sandboxAdPlatform } from '../sandbox.ts'
import type { FindPlace } from '../sandbox-places.ts'

export const UNITED_STATES = 'geoTargetConstants/2840'
export const SPRINGFIELD = 'geoTargetConstants/1000000001'
export const FRANCE = 'geoTargetConstants/2250'
export const HAMLET = 'geoTargetConstants/1000000002'

export const findPlace: FindPlace = (name) =>
  ({
    [UNITED_STATES]: { name: 'United States', reach: 264_000_000, in_eu: false },
    [SPRINGFIELD]: { name: 'Springfield', reach: 120_000, in_eu: false },
    [FRANCE]: { name: 'France', reach: 52_000_000, in_eu: true },
    [HAMLET]: { name: 'Hamlet', reach: 300, in_eu: false },
  })[name] ?? null

/** An ad platform of its own whose time stands still until it is moved. */
export async function openAdSandbox(start = '2026-11-02T15:00:00Z') {
  const database = await migratedDatabase()
  let now = Date.parse(start)
  let trackingSince: Date | null = null
  const clock: TestClock = {
    now: () => new Date(now),
    move(seconds) {
      now += seconds * 1000
    },
  }
  /** Another node on the same database. */
  const anotherNode = (): AdPlatform =>
    sandboxAdPlatform({
      db: database.db,
      clock,
      findPlaces: async (names) => names.map(findPlace),
      trackingSince: async () => trackingSince,
    })
  return {
    platform: anotherNode(),
    anotherNode,
    clock,
    db: database.db,
    track(since: Date | null) {
      trackingSince = since
    },
    /** Makes the platform forget everything, for the next test. */
    async clear() {
      await database.pool.query('delete from ad_sandbox_accounts')
    },
    close: database.close,
  }
}
