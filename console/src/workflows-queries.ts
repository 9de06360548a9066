/** What the pages of workflows and their runs read. */
import { queryOptions } from '@tanstack/react-query'
import { client } from './api.ts'
import type { WorkflowRunsView, WorkflowsView } from './paths.ts'
import { PAGE_SIZE } from './queries.ts'

export const workflowsQueries = {
  list: (app_id: string, { status, trigger: trigger_type, search, cursor }: WorkflowsView) =>
    queryOptions({
      queryKey: ['workflows', app_id, { status, trigger_type, search, cursor }],
      queryFn: ({ signal }) =>
        client.workflows.list(
          { app_id },
          { status, trigger_type, search, cursor, limit: PAGE_SIZE },
          { signal },
        ),
    }),

  one: (app_id: string, workflow_id: string) =>
    queryOptions({
      queryKey: ['workflows', app_id, 'one', workflow_id],
      queryFn: ({ signal }) => client.workflows.read({ app_id, workflow_id }, { signal }),
    }),

  versions: (app_id: string, workflow_id: string, cursor?: string) =>
    queryOptions({
      queryKey: ['workflows', app_id, 'versions', workflow_id, cursor],
      queryFn: ({ signal }) =>
        client.workflows.list_versions({ app_id, workflow_id }, { cursor, limit: PAGE_SIZE }, { signal }),
    }),

  /** Of one workflow, or of all of the app when it is null. */
  runs: (app_id: string, workflow_id: string | null, view: WorkflowRunsView) =>
    queryOptions({
      queryKey: ['runs', app_id, workflow_id, view],
      queryFn: ({ signal }) => {
        const { status, trigger: trigger_type, cursor } = view
        const query = { status, trigger_type, cursor, limit: PAGE_SIZE }
        return workflow_id === null
          ? client.runs.list_all({ app_id }, query, { signal })
          : client.runs.list({ app_id, workflow_id }, query, { signal })
      },
      // Each visit is a question for the newest.
      staleTime: 0,
    }),

  run: (app_id: string, workflow_id: string, run_id: string) =>
    queryOptions({
      queryKey: ['runs', app_id, 'one', workflow_id, run_id],
      queryFn: ({ signal }) => client.runs.read({ app_id, workflow_id, run_id }, { signal }),
      staleTime: 0,
    }),
}
