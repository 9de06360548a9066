import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../platform/paging.ts'
import { type Commit, ObjectMissing } from '../../ports/source-storage/port.ts'
import type { Caller } from '../../tenancy/index.ts'
import type { Deps } from './deps.ts'
import { sourceStore } from './store.ts'
import { reachable } from './unreachable.ts'

export async function listSourceCommits(
  { db, access, cursors, sourceStorage }: Deps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.source.commits>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  const { limit = 50, cursor } = query
  const list = `source.commits ${app.id}`
  const position = cursors.read(list, cursor)
  const [commitId, newest] = position ?? Object.values(await startOf(db, app.id))
  if (!commitId) return { items: [], next_cursor: null, has_more: false }
  const commits = await reachable(() =>
    take(sourceStorage.history(app.id, String(commitId)), limit + 1),
  ).catch((refusal) => {
    // Between two pages the rest of the history can go.
    if (position && refusal.cause instanceof ObjectMissing) return []
    throw refusal
  })
  // Every revision is one commit.
  const rows = commits.map((commit, i) => ({ ...commit, revision: Number(newest) - i }))
  const page = pageOf(rows, limit, ({ parent, revision }) => cursors.write(list, [parent, revision - 1]))
  return {
    ...page,
    items: page.items.map(({ id, revision, message, author, at }) => ({
      commit_id: id,
      revision,
      message,
      author_name: author.name,
      author_email: author.email,
      created_date: at,
    })),
  }
}

async function startOf(db: Deps['db'], appId: string) {
  const source = await sourceStore(db).find(appId)
  return { commit_id: source?.commit_id ?? null, revision: source?.revision ?? 0 }
}

async function take(commits: AsyncIterable<Commit>, count: number): Promise<Commit[]> {
  const taken: Commit[] = []
  for await (const commit of commits) if (taken.push(commit) === count) break
  return taken
}
