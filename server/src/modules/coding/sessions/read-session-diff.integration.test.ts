import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refusal } from '../../../../test/refusal.ts'
import { startApp } from '../../../../test/start-app.ts'
import { useRepositories } from '../test/repository-scene.ts'

const scene = useRepositories()
const { app, at, owner, forge, client, connect, commit, connectElsewhere } = scene
const BRANCH = 'session/work'

async function launch(fields: { existing_branch?: string } = {}) {
  const { id } = await client().coding.launch(at, { prompt: 'Do it', title: 'It', ...fields })
  return id
}
/** What the engine stores when it has pushed. */
const pushed = (id: string, start: string, head: string, pull: number | null = null) =>
  app.sql`
    update coding_sessions
       set branch_name = ${BRANCH}, start_commit = ${start}, pushed_commit = ${head}, state = 'running',
           pull_request = ${pull === null ? null : JSON.stringify({ ...PULL, number: pull })}
     where id = ${id}`
const PULL = {
  ...{ url: 'x', title: 'It', state: 'open', base_branch: 'main', head_branch: BRANCH, head_sha: 'x' },
  ...{ commits: 1, changed_files: 1, additions: 1, deletions: 0, provider: 'local' },
  created_at: '2026-11-17T09:30:00.000Z',
}
const diff = (session_id: string) => client().coding.diff({ ...at, session_id })
const names = async (id: string) => (await diff(id)).files.map(({ path, status }) => `${status} ${path}`)

test('of a local repository shows what the branch adds, before and with a pull request', async () => {
  const { full_name, folder } = await connect()
  const start = await commit(folder, 'main', { 'a.txt': 'a\n', 'b.txt': 'b\n' })
  const id = await launch()
  expect(await diff(id)).toEqual({ base_commit: null, head_commit: null, files: [], truncated: false })
  const first = await commit(folder, BRANCH, { 'a.txt': 'A\n' }, 'main')
  await pushed(id, start, first)
  expect(await diff(id)).toMatchObject({
    head_commit: first,
    files: [{ path: 'a.txt', status: 'modified', additions: 1, deletions: 1 }],
    truncated: false,
  })
  // What others add to the base branch is no change of the session, and a second pass counts with the first.
  await commit(folder, 'main', { 'c.txt': 'c\n' })
  const second = await commit(folder, BRANCH, { 'b.txt': null })
  await pushed(id, first, second)
  expect(await names(id)).toEqual(['modified a.txt', 'deleted b.txt'])
  const { number } = await scene.openPullRequest(full_name, BRANCH)
  await pushed(id, first, second, number)
  expect(await names(id)).toEqual(['modified a.txt', 'deleted b.txt'])
  // Archives do not hold where the branch was, and the pull request is there all the same.
  await app.sql`update coding_sessions set start_commit = null, pushed_commit = null where id = ${id}`
  expect(await names(id)).toEqual(['modified a.txt', 'deleted b.txt'])
  // One that is not there any more is passed over.
  await pushed(id, first, second, 999)
  expect(await names(id)).toEqual(['modified a.txt', 'deleted b.txt'])
})

test('on a branch of others shows what the session adds to it', async () => {
  const { folder } = await connect()
  await commit(folder, 'main', { 'a.txt': 'a\n' })
  const start = await commit(folder, BRANCH, { 'theirs.txt': 'x\n' }, 'main')
  const id = await launch({ existing_branch: BRANCH })
  await pushed(id, start, await commit(folder, BRANCH, { 'ours.txt': 'y\n' }))
  expect(await names(id)).toEqual(['added ours.txt'])
})

test('of a forge elsewhere is fetched, and nothing of it stays', async () => {
  const start = await scene.commitElsewhere('trunk', { 'a.txt': 'a\n' })
  await connectElsewhere()
  const id = await launch()
  await pushed(id, start, await commit(forge.folder, BRANCH, { 'b.txt': 'b\n' }, 'trunk'))
  expect(await names(id)).toEqual(['added b.txt'])
  const left = await readdir(join(scene.folder, 'work')).catch(() => [])
  expect(left.filter((name) => name.startsWith('syn_'))).toEqual([])
  forge.fails = 500
  await expect(diff(id)).rejects.toEqual(refusal(503, 'forge_unavailable'))
  forge.fails = 401
  await expect(diff(id)).rejects.toEqual(refusal(409, 'repository_access_denied'))
  forge.fails = 404
  await expect(diff(id)).rejects.toEqual(refusal(404, 'repository_not_found'))
})

test('refuses when the repository is another by now, and without git', async () => {
  const { folder } = await connect()
  const start = await commit(folder, 'main', { 'a.txt': 'a\n' })
  const id = await launch()
  await pushed(id, start, await commit(folder, BRANCH, { 'b.txt': 'b\n' }, 'main'))
  const fault = async () => 'There is no git here.'
  const bare = await startApp(
    { database_url: app.databaseUrl, data_dir: scene.folder, rate_limits: 'off' },
    { git: { fault } },
  )
  const without = bare.as(owner).coding.diff({ ...at, session_id: id })
  await expect(without).rejects.toEqual(refusal(503, 'git_unavailable'))
  await app.sql`update repositories set full_name = 'acme/other' where app_id = ${at.app_id}`
  await expect(diff(id)).rejects.toEqual(refusal(404, 'repository_not_found'))
  await app.sql`delete from repositories where app_id = ${at.app_id}`
  await expect(diff(id)).rejects.toEqual(refusal(404, 'repository_not_found'))
})
