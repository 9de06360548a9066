/** What the pages of the outbox read, apart from what every page loads. */
import { queryOptions } from '@tanstack/react-query'
import { workspaceClient } from './api.ts'
import type { MailView } from './named-paths.ts'
import { PAGE_SIZE } from './queries.ts'

export const mailQueries = {
  list: (workspaceId: string, { status, search, cursor }: MailView = {}) =>
    queryOptions({
      queryKey: ['mail', workspaceId, { status, search, cursor }],
      queryFn: ({ signal }) =>
        workspaceClient(workspaceId).mail.list({ status, search, cursor, limit: PAGE_SIZE }, { signal }),
    }),
}
