import type { InputOf, operations } from '@atrium/contract'
import { ObjectMissing } from '../../ports/source-storage/port.ts'
import type { Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { type CommitPlace, type FoundCommits, findPathChanges } from './find-path-changes.ts'
import { requirePath } from './path-rules.ts'
import { sourceStore } from './store.ts'
import { take } from './take.ts'
import { reachable } from './unreachable.ts'

export async function listSourceCommits(
  deps: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.source.commits>,
) {
  const { db, access, cursors } = deps
  const { limit = 50, cursor, path } = query
  if (path !== undefined) requirePath(path, 'query')
  const app = await access.app(caller, params.app_id, 'viewer')
  const list = path === undefined ? `source.commits ${app.id}` : `source.commits ${app.id} ${path}`
  const position = cursors.read(list, cursor)
  const [commitId, newest] = position ?? Object.values(await startOf(db, app.id))
  if (!commitId) return { items: [], next_cursor: null, has_more: false }
  const start = { commitId: String(commitId), revision: Number(newest) }
  const found = await reachable(() =>
    path === undefined
      ? readAll(deps, app.id, start, limit)
      : findPathChanges(deps.sourceStorage.pathHistory(app.id, start.commitId, path), start.revision, limit),
  ).catch((refusal): FoundCommits => {
    // Between two pages the rest of the history can go.
    if (position && refusal.cause instanceof ObjectMissing) return { rows: [], next: null }
    throw refusal
  })
  return {
    items: found.rows.map(({ id, revision, message, author, at }) => ({
      commit_id: id,
      revision,
      message,
      author_name: author.name,
      author_email: author.email,
      created_date: at,
    })),
    next_cursor: found.next && cursors.write(list, [found.next.commitId, found.next.revision]),
    has_more: found.next !== null,
  }
}

async function startOf(db: Deps['db'], appId: string) {
  const source = await sourceStore(db).find(appId)
  return { commit_id: source?.commit_id ?? null, revision: source?.revision ?? 0 }
}

async function readAll(
  { sourceStorage }: Deps,
  appId: string,
  { commitId, revision }: CommitPlace,
  limit: number,
): Promise<FoundCommits> {
  const commits = await take(sourceStorage.history(appId, commitId), limit + 1)
  const rows = commits.map((commit, i) => ({ ...commit, revision: revision - i }))
  const after = rows[limit]
  return {
    rows: rows.slice(0, limit),
    next: after ? { commitId: after.id, revision: after.revision } : null,
  }
}
