import type { RecordView } from '@atrium/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client } from './api.ts'

export type { RecordView }

/** The saved views of an entity: one's own, and those that are shared. */
export const recordViews = (appId: string, entityName: string) =>
  queryOptions({
    queryKey: ['record_views', appId, entityName],
    queryFn: async ({ signal }) =>
      (await client.record_views.list({ app_id: appId }, { entity_name: entityName }, { signal })).items,
  })
