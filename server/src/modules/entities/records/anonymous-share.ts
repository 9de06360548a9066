/** How many records, and bytes of them, callers without a credential write in a day: per address, and in an app together. */
import { createCache } from '../../../platform/cache.ts'
import { networkOf } from '../../../platform/http/network-of.ts'
import type { DailyShares } from '../../../platform/http/rate-limit.ts'
import { type AppQuotas, type QuotaName, type Quotas, refuseBy } from '../../../tenancy/index.ts'

export interface AnonymousShare {
  take(address: string, appId: string, records: number, bytes: number): Promise<void>
}

const REMEMBERED_MS = 5_000
const REMEMBERED = 10_000

export function createAnonymousShare({
  shares,
  quotas,
}: {
  shares: DailyShares
  quotas: Quotas
}): AnonymousShare {
  const known = createCache<{ found: AppQuotas | null }>({ ms: REMEMBERED_MS, most: REMEMBERED })
  const limitsOf = async (appId: string) =>
    (known.get(appId) ?? (await known.load(appId, async () => ({ found: await quotas.of(appId) })))).found

  return {
    async take(address, appId, records, bytes) {
      const found = await limitsOf(appId)
      if (!found) return
      const take = async (name: QuotaName, bucket: string, count: number, most: number) => {
        const seconds = count > 0 ? await shares.take(name, bucket, count, most) : null
        if (seconds === null) return
        throw refuseBy('daily_quota_exceeded', name, found.limits, {
          headers: { 'Retry-After': String(seconds) },
        })
      }
      // First of the address: what one of them has too much takes nothing from the others.
      for (const [whose, bucket] of [
        ['address', `${networkOf(address)} ${appId}`],
        ['app', appId],
      ] as const) {
        const [recordsName, bytesName] = [
          `${whose}.anonymous_records_a_day`,
          `${whose}.anonymous_record_bytes_a_day`,
        ] as const
        await take(recordsName, bucket, records, found.limits[recordsName])
        await take(bytesName, bucket, Math.ceil(bytes / KIB), Math.floor(found.limits[bytesName] / KIB))
      }
    },
  }
}

/** Bytes are counted in units that a counter of the database holds. */
const KIB = 1024
