import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { adsQueries } from '../../ads-queries.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'

/** The app whose advertising is shown, with the currency of its amounts and the zone of its days; the loader of the tab has it ready. */
export function useAdsApp(): { appId: string; workspaceId: string; currency: string; zone: string } {
  const { app_id = '' } = useParams()
  const { id: workspaceId } = useWorkspace()
  const { data } = useSuspenseQuery(adsQueries.readiness(app_id))
  return { appId: app_id, workspaceId, currency: data.currency_code, zone: data.timezone ?? 'UTC' }
}
