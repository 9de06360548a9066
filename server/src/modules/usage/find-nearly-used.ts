import type { UsageMeter } from '@atrium/contract/usage'
import { countUsage } from './count-usage.ts'

/** The limits of a workspace and of its apps of which 80 % or more are used; for those who warn of it. */
export async function findNearlyUsed(
  deps: Parameters<typeof countUsage>[0],
  workspaceId: string,
): Promise<{ app_id: string | null; meter: UsageMeter }[]> {
  const { meters, apps } = await countUsage(deps, workspaceId)
  const all = [
    ...meters.map((meter) => ({ app_id: null, meter })),
    ...apps.flatMap(({ app_id, meters: own }) => own.map((meter) => ({ app_id, meter }))),
  ]
  return all.filter(({ meter }) => meter.is_near)
}
