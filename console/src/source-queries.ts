/** What the pages of an app's code read. */
import type { SourceFile } from '@atrium/sdk'
import { queryOptions } from '@tanstack/react-query'
import { client } from './api.ts'
import { PAGE_SIZE } from './queries.ts'
import type { SourceCommitsView } from './source-paths.ts'

const FILES_PER_READ = 1_000

export const sourceQueries = {
  /** All files by path: at most five reads, as an app has at most 5,000. */
  tree: (app_id: string) =>
    queryOptions({
      queryKey: ['source', app_id, 'tree'],
      queryFn: async ({ signal }) => {
        const files: SourceFile[] = []
        for (let cursor: string | undefined; ; ) {
          const page = await client.source.tree({ app_id }, { cursor, limit: FILES_PER_READ }, { signal })
          files.push(...page.items)
          if (page.next_cursor === null) return { files, bytes: page.bytes }
          cursor = page.next_cursor
        }
      },
      staleTime: 0,
    }),

  file: (app_id: string, path: string) =>
    queryOptions({
      queryKey: ['source', app_id, 'file', path],
      queryFn: ({ signal }) => client.source.read_file({ app_id, path }, {}, { signal }),
      staleTime: 0,
    }),

  /** As it was after a commit, which never changes. */
  fileThen: (app_id: string, path: string, commit: string) =>
    queryOptions({
      queryKey: ['source_then', app_id, commit, path],
      queryFn: ({ signal }) => client.source.read_file({ app_id, path }, { commit }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),

  commits: (app_id: string, { path, cursor }: SourceCommitsView) =>
    queryOptions({
      queryKey: ['source', app_id, 'commits', { path, cursor }],
      queryFn: ({ signal }) =>
        client.source.commits({ app_id }, { path, cursor, limit: PAGE_SIZE }, { signal }),
      staleTime: 0,
    }),

  commit: (app_id: string, commit_id: string) =>
    queryOptions({
      queryKey: ['source_then', app_id, commit_id],
      queryFn: ({ signal }) => client.source.read_commit({ app_id, commit_id }, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
}
