import { sql } from 'kysely'
import type { Db } from '../../platform/database/db.ts'
import {
  type LocalCommentRow,
  type LocalPullRequestRow,
  type LocalRepositoryRow,
  localComments,
  localPullRequests,
  localRepositories,
} from './local-tables.ts'

/** Where the branches of a pull request are, and what lies between them. */
export type Standing = Pick<
  LocalPullRequestRow,
  'base_sha' | 'head_sha' | 'commits' | 'changed_files' | 'additions' | 'deletions' | 'is_mergeable'
>

export const localStore = (db: Db) => {
  const pullColumns = sql.raw(localPullRequests.columns())

  async function findRepository(workspaceId: string, fullName: string): Promise<LocalRepositoryRow | null> {
    const { rows } = await sql<LocalRepositoryRow>`
      select ${sql.raw(localRepositories.columns())} from local_repositories
       where workspace_id = ${workspaceId} and lower(full_name) = lower(${fullName})`.execute(db)
    return rows[0] ?? null
  }

  async function findPullRequest(repositoryId: string, number: number): Promise<LocalPullRequestRow | null> {
    const { rows } = await sql<LocalPullRequestRow>`
      select ${pullColumns} from local_pull_requests
       where repository_id = ${repositoryId} and number = ${number}`.execute(db)
    return rows[0] ?? null
  }

  return {
    findRepository,
    findPullRequest,
    /** Creations of a workspace go one after the other from here to the end of the transaction. */
    async lockRepositories(workspaceId: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('local repositories ' || ${workspaceId}, 0))`.execute(
        db,
      )
    },
    async countRepositories(workspaceId: string): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from local_repositories where workspace_id = ${workspaceId}`.execute(
        db,
      )
      return rows[0]?.count ?? 0
    },
    async insertRepository(row: LocalRepositoryRow): Promise<void> {
      await localRepositories.insertNew(db, [row])
    },
    /** Of all workspaces, in the order of their ids. */
    async listIds(afterId: string, limit: number): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select id from local_repositories where id > ${afterId} order by id limit ${limit}`.execute(db)
      return rows.map(({ id }) => id)
    },
    /** Those of the ids that repositories have. */
    async knownRepositories(ids: readonly string[]): Promise<Set<string>> {
      const { rows } = await sql<{ id: string }>`
        select id from local_repositories where id = any(${ids})`.execute(db)
      return new Set(rows.map(({ id }) => id))
    },
    async findOpen(repositoryId: string, headBranch: string): Promise<LocalPullRequestRow | null> {
      const { rows } = await sql<LocalPullRequestRow>`
        select ${pullColumns} from local_pull_requests
         where repository_id = ${repositoryId} and head_branch = ${headBranch} and state = 'open'`.execute(db)
      return rows[0] ?? null
    },
    /** The next number follows from those that are there, so two must not be added at once. */
    async lockNumbers(repositoryId: string): Promise<void> {
      await sql`select 1 from local_repositories where id = ${repositoryId} for no key update`.execute(db)
    },
    async insertPullRequest(row: Omit<LocalPullRequestRow, 'number'>): Promise<LocalPullRequestRow> {
      const { rows } = await sql<{ number: number }>`
        select coalesce(max(number), 0) + 1 as number from local_pull_requests
         where repository_id = ${row.repository_id}`.execute(db)
      const numbered = { ...row, number: rows[0]?.number ?? 1 }
      await localPullRequests.insertNew(db, [numbered])
      return numbered
    },
    /** Newest first; `closed` are merged ones, too. G543 */
    async listPullRequests(
      repositoryId: string,
      query: { state: 'open' | 'closed' | 'all'; before: number | null; limit: number },
    ): Promise<LocalPullRequestRow[]> {
      const { state, before, limit } = query
      const isWanted =
        state === 'all' ? sql`true` : state === 'open' ? sql`state = 'open'` : sql`state <> 'open'`
      const { rows } = await sql<LocalPullRequestRow>`
        select ${pullColumns} from local_pull_requests
         where repository_id = ${repositoryId} and ${isWanted}
           and (${before}::integer is null or number < ${before}::integer)
         order by number desc limit ${limit}`.execute(db)
      return rows
    },
    /** While it is open and nobody has begun or given up a merge since the row was read. Returns the row as it is then. */
    async storeStanding(
      row: LocalPullRequestRow,
      standing: Standing,
      mergeCommit: string | null,
    ): Promise<LocalPullRequestRow> {
      const { rows } = await sql<LocalPullRequestRow>`
        update local_pull_requests
           set ${assignments(standing)}, merge_commit = ${mergeCommit}
         where repository_id = ${row.repository_id} and number = ${row.number} and state = 'open'
           and merge_commit is not distinct from ${row.merge_commit}
        returning ${pullColumns}`.execute(db)
      return rows[0] ?? (await findPullRequest(row.repository_id, row.number)) ?? row
    },
    /** Also of one that was closed while it was being merged: what the branch holds is true. */
    async storeMerged(
      row: LocalPullRequestRow,
      standing: Standing,
      mergedAt: Date,
    ): Promise<LocalPullRequestRow> {
      const { rows } = await sql<LocalPullRequestRow>`
        update local_pull_requests
           set ${assignments(standing)}, state = 'merged', merge_commit = ${row.merge_commit},
               merged_at = ${mergedAt}
         where repository_id = ${row.repository_id} and number = ${row.number} and state <> 'merged'
        returning ${pullColumns}`.execute(db)
      return rows[0] ?? (await findPullRequest(row.repository_id, row.number)) ?? row
    },
    /** Null when it was not open any more. */
    async storeClosed(row: LocalPullRequestRow): Promise<LocalPullRequestRow | null> {
      const { rows } = await sql<LocalPullRequestRow>`
        update local_pull_requests set state = 'closed'
         where repository_id = ${row.repository_id} and number = ${row.number} and state = 'open'
        returning ${pullColumns}`.execute(db)
      return rows[0] ?? null
    },
    /** Oldest first. */
    async listComments(
      of: { repository_id: string; number: number },
      after: string | null,
      limit: number,
    ): Promise<LocalCommentRow[]> {
      const { rows } = await sql<LocalCommentRow>`
        select ${sql.raw(localComments.columns())} from local_comments
         where repository_id = ${of.repository_id} and number = ${of.number}
           and (${after}::text is null or id > ${after}::text)
         order by id limit ${limit}`.execute(db)
      return rows
    },
    async insertComment(row: LocalCommentRow): Promise<void> {
      await localComments.insertNew(db, [row])
    },
  }
}

export type LocalStore = ReturnType<typeof localStore>

function assignments(standing: Standing) {
  return sql.join([
    sql`base_sha = ${standing.base_sha}`,
    sql`head_sha = ${standing.head_sha}`,
    sql`commits = ${standing.commits}`,
    sql`changed_files = ${standing.changed_files}`,
    sql`additions = ${standing.additions}`,
    sql`deletions = ${standing.deletions}`,
    sql`is_mergeable = ${standing.is_mergeable}`,
  ])
}
