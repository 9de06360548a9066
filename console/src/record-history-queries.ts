import type { RecordChange } from '@atrium/sdk'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { client } from './api.ts'
import type { RecordsView } from './paths.ts'
import { rulesHeader } from './queries.ts'

export type { RecordChange }

const PAGE_SIZE = 20

/** What people changed in a record, newest first. */
export const recordHistory = (
  { app_id, entity_name }: { app_id: string; entity_name: string },
  entity_id: string,
  past_rules: RecordsView['past_rules'],
) =>
  infiniteQueryOptions({
    queryKey: ['records', app_id, entity_name, 'history', { entity_id, past_rules }],
    queryFn: ({ signal, pageParam: cursor }) =>
      client.records.history(
        { app_id, entity_name, entity_id },
        { limit: PAGE_SIZE, cursor },
        { signal, headers: rulesHeader(past_rules) },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    staleTime: 0,
  })
