/** Sessions on git itself, in repositories of this server, from launch to merge. All else about sessions is tested in memory. */
import { expect, test } from 'vitest'
import { useGit } from '../../../ports/git/test/git-program.ts'
import { bareRepository } from '../../../ports/git-forge/test/bare-repository.ts'
import { ADD, useCoding } from '../test/coding-scene.ts'

const { git } = useGit()
const scene = useCoding(() => ({}), { git, repositoryIn: bareRepository })
const { app, at, client, bare, push, pushes, launch, drain, read, run, say, resume, events } = scene
const { changed, repository } = scene
const commitsOf = async (id: string) =>
  (await events(id)).flatMap(({ type, data }) => (type === 'commit' ? [data.commit] : []))

test('a session opens a pull request, goes on with a message, and its work is merged', async () => {
  const { id, branch_name, pull_request } = await run(ADD)
  expect(pull_request).toMatchObject({ number: 1, state: 'open', commits: 1, changed_files: 1, additions: 1 })
  await say(id, { text: 'Add a file more.txt with "More".' })
  await drain()
  expect(await read(id)).toMatchObject({ state: 'completed', pull_request: { number: 1, commits: 2 } })
  expect(await changed(branch_name ?? '')).toEqual(['added more.txt', 'added notes.txt'])
  const { head_sha } = await client().pull_requests.read({ app_id: at.app_id, number: 1 })
  expect(head_sha).toBe(await bare().resolve(branch_name ?? ''))
  const merge = { method: 'squash', head_sha } as const
  await client().pull_requests.merge({ app_id: at.app_id, number: 1 }, merge)
  expect(await bare().read('main', 'notes.txt')).toContain('One note')
  expect(await bare().read('main', 'src/hello.js')).toContain('Hello')
})

test('a session keeps commits that are pushed to its branch while it works', async () => {
  await push('topic', { 'topic.txt': 'Topic\n' }, 'main')
  let theirs = ''
  pushes.before = async () => {
    if (theirs === '') theirs = await push('topic', { 'other.txt': 'Other\n' })
  }
  const session = await run(ADD, { existing_branch: 'topic' })
  expect(session).toMatchObject({ state: 'completed', outcome: 'pull_request', error_code: null })
  expect(await changed('topic', theirs)).toEqual(['added notes.txt'])
  expect(await repository().countCommits(theirs, 'topic')).toBe(1)
  expect(await commitsOf(session.id)).toEqual([await bare().resolve('topic')])
})

test('a session whose server is lost right after a push goes on from that push', async () => {
  let losses = 0
  pushes.after = async () => {
    if (losses++ > 0) return
    await app.sql`update coding_sessions set leased_until = '2000-01-01' where app_id = ${at.app_id}`
    throw new Error('lost')
  }
  const { id } = await launch(ADD)
  await drain()
  await resume()
  expect(losses).toBe(1)
  const session = await read(id)
  expect(session).toMatchObject({ state: 'completed', outcome: 'pull_request' })
  expect(await repository().countCommits('main', session.branch_name ?? '')).toBe(1)
  expect(await commitsOf(id)).toEqual([await bare().resolve(session.branch_name ?? '')])
})
