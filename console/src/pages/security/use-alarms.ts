import type { App, SecurityScan } from '@atrium/sdk'
import { listFindings } from '@atrium/sdk'
import { useQuery } from '@tanstack/react-query'
import { canEditApp } from '../../permissions.ts'
import { scansQueries } from '../../scans-queries.ts'
import { countOpen } from './finding-list.ts'

const FRESH_MS = 60_000

/** How many critical and high findings of an app are open; 0 while it is not known. */
export function useAlarms(app: App): number {
  const { data } = useQuery({
    ...scansQueries.latest(app.id),
    staleTime: FRESH_MS,
    select: alarmsOf,
    // Only editors may read scans, and agents have none.
    enabled: app.kind === 'app' && canEditApp(app),
  })
  return data ?? 0
}

function alarmsOf(scan: SecurityScan): number {
  const { critical, high } = countOpen(listFindings(scan))
  return critical + high
}
