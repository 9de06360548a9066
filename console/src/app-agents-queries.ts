import type { AppAgents } from '@atrium/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client } from './api.ts'

export type { AppAgents }
export type AppAgent = AppAgents['items'][number]

/** The agents inside an app, all of them, and the version that saving names. */
export const appAgents = (app_id: string) =>
  queryOptions({
    queryKey: ['app_agents', app_id],
    queryFn: ({ signal }) => client.app_agents.read({ app_id }, { signal }),
    staleTime: 0,
  })
