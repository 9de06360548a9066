import type { LaunchReadiness } from '@atrium/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { adsQueries } from '../../../ads-queries.ts'

export type UnsettledLaunch = LaunchReadiness['unsettled_launches'][number]

const OFTEN_MS = 3_000

/** Launches that were sent and whose outcome is not known yet; read again until there are none. */
export function useUnsettledLaunches(appId: string): readonly UnsettledLaunch[] {
  const { data } = useSuspenseQuery({
    ...adsQueries.readiness(appId),
    refetchInterval: ({ state }) =>
      state.data && state.data.unsettled_launches.length > 0 ? OFTEN_MS : false,
  })
  return data.unsettled_launches
}
