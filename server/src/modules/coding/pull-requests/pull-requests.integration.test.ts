import { iterate } from '@atrium/sdk'
import { beforeEach, describe, expect, test } from 'vitest'
import { invalidAt, refusal } from '../../../../test/refusal.ts'
import { useRepositories } from '../test/repository-scene.ts'
import { pullRequestSessionStore } from './pull-request-session-store.ts'

const scene = useRepositories()
const { app, at, owner, forge, git, client, connect, commit } = scene
const { editor, viewer, stranger } = scene.team
const pulls = (who = owner) => app.as(who).pull_requests
const one = (number: number) => ({ ...at, number })

let full_name: string
let repository: string
beforeEach(async () => {
  const made = await connect()
  full_name = made.full_name
  repository = made.folder
})

async function open(branch: string, files: Record<string, string | null> = { 'a.txt': `${branch}\n` }) {
  await commit(repository, branch, files, 'main')
  return (await scene.openPullRequest(full_name, branch, `Change by ${branch}`)).number
}

/** A session of the app that opened this pull request. */
async function sessionOf(number: number, app_id = at.app_id) {
  const idempotency_key = crypto.randomUUID()
  const { id } = await client().coding.launch(
    { app_id },
    { prompt: 'Do it', title: 'It' },
    { idempotency_key },
  )
  const { items } = await client().pull_requests.list({ app_id }, { state: 'all' })
  const pull = items.find((found) => found.number === number)
  await app.sql`
    update coding_sessions set state = 'completed', pull_request = ${JSON.stringify(pull)}, completed_at = now()
     where id = ${id}`
  return async () => (await client().coding.read({ app_id, session_id: id })).pull_request
}

describe('pull requests', () => {
  beforeEach(() => commit(repository, 'main', { 'a.txt': 'a\n', 'b.txt': 'b\n' }))

  test('are listed newest first, by state and page, and lead to the console', async () => {
    const [first, second, third] = [await open('one'), await open('two'), await open('three')]
    await pulls().close(one(second))
    const { items } = await pulls(viewer).list(at)
    expect(items).toMatchObject([
      {
        ...{ number: third, title: 'Change by three', state: 'open', provider: 'local' },
        ...{ base_branch: 'main', head_branch: 'three', commits: 1, changed_files: 1 },
        url: `${app.baseUrl}/apps/${at.app_id}/code/pull-requests/${third}`,
      },
      { number: first },
    ])
    const closed = await pulls().list(at, { state: 'closed' })
    expect(closed.items.map(({ number }) => number)).toEqual([second])
    const all = iterate(pulls().list, at, { state: 'all', limit: 1 })
    expect((await Array.fromAsync(all)).map(({ number }) => number)).toEqual([third, second, first])
    const { next_cursor } = await pulls().list(at, { state: 'all', limit: 1 })
    await expect(pulls().list(at, { state: 'open', cursor: next_cursor ?? '' })).rejects.toMatchObject(
      invalidAt('query', 'cursor'),
    )
  })

  test('are read with what they change', async () => {
    const number = await open('topic', { 'a.txt': 'A\n', 'b.txt': null })
    expect(await pulls(viewer).read(one(number))).toMatchObject({
      ...{ number, body: 'Why', author: 'Atrium', mergeable: true, merged_at: null, state: 'open' },
      ...{ additions: 1, deletions: 2, changed_files: 2 },
    })
    const diff = await pulls(viewer).diff(one(number))
    expect(diff.files.map(({ path, status }) => [path, status])).toEqual([
      ['a.txt', 'modified'],
      ['b.txt', 'deleted'],
    ])
    expect(diff.files[0]?.patch).toContain('+A')
  })

  test('are commented on, and comments are listed oldest first', async () => {
    const number = await open('topic')
    const first = await pulls(editor).comment(one(number), { body: 'Looks good.' })
    expect(first).toMatchObject({ author: editor.email, body: 'Looks good.' })
    const second = await pulls().comment(one(number), { body: 'Indeed.' })
    const found = iterate(pulls(viewer).list_comments, one(number), { limit: 1 })
    expect(await Array.fromAsync(found)).toEqual([first, second])
    const { items } = await client().audit.list({ action: 'pull_requests.comment' })
    expect(items[1]).toMatchObject({
      ...{ actor_email: editor.email, target_id: `${full_name}#${number}`, app_id: at.app_id },
      detail: { comment_id: first.id },
    })
  })

  test('are merged, and the session that opened one shows it', async () => {
    const number = await open('topic')
    const second = { app_id: (await app.make.app(owner)).id }
    await client().repository.connect(second, { full_name })
    const shown = [await sessionOf(number), await sessionOf(number, second.app_id)]
    const unrelated = await sessionOf(await open('unrelated', { 'c.txt': 'c' }))
    const { head_sha } = await pulls().read(one(number))
    const merged = await pulls(editor).merge(one(number), { method: 'squash', head_sha })
    expect(merged).toMatchObject({ state: 'merged', merged_at: expect.any(String), head_sha })
    for (const pull of shown) expect(await pull()).toMatchObject({ number, state: 'merged' })
    expect(await unrelated()).toMatchObject({ state: 'open' })
    const diff = await git.repository(repository).diff('main', 'topic', { maxFiles: 9, maxPatchBytes: 9 })
    expect(diff.files.map(({ path }) => path)).toEqual(['a.txt'])
    const { items } = await client().audit.list({ action: 'pull_requests.merge' })
    expect(items[0]).toMatchObject({ actor_email: editor.email, detail: { provider: 'local', head_sha } })
    await expect(pulls().merge(one(number), {})).rejects.toEqual(refusal(409, 'pull_request_closed'))
    await expect(pulls().close(one(number))).rejects.toEqual(refusal(409, 'pull_request_closed'))
  })

  test('are those of the sessions of this repository: none of another name, forge, workspace or number', async () => {
    const other = (await app.make.app(owner)).id
    const theirs = (await app.make.app(stranger)).id
    const sessions: [app_id: string, provider: string, name: string, number: number][] = [
      [at.app_id, 'local', full_name, 3],
      [other, 'local', full_name, 3],
      [theirs, 'local', full_name, 3],
      [at.app_id, 'local', `${full_name}-2`, 3],
      [at.app_id, 'local', full_name, 13],
      [at.app_id, 'github', full_name, 3],
      [other, 'github', full_name, 3],
    ]
    const ids: string[] = []
    for (const [app_id, provider, name, number] of sessions) {
      const prompt = { prompt: 'Do it', title: 'It' }
      const { id } = await client().coding.launch(at, prompt, { idempotency_key: crypto.randomUUID() })
      await app.sql`
        update coding_sessions
           set state = 'completed', completed_at = now(), app_id = ${app_id}, provider = ${provider},
               repository_full_name = ${name}, pull_request = ${JSON.stringify({ number })}
         where id = ${id}`
      ids.push(id)
    }
    const here = { id: at.app_id, workspace_id: owner.workspace_id }
    const found = async (provider: 'local' | 'github') => {
      const named = { provider, full_name: full_name.toUpperCase() }
      const rows = await pullRequestSessionStore(app.atrium.db).lockOf(here, named, 3)
      return rows.map(({ id }) => ids.indexOf(id)).sort()
    }
    expect(await found('local')).toEqual([0, 1])
    expect(await found('github')).toEqual([5])
  })

  test('are closed, and the session shows it', async () => {
    const number = await open('topic')
    const shown = await sessionOf(number)
    expect(await pulls(editor).close(one(number))).toMatchObject({ state: 'closed', merged_at: null })
    expect(await shown()).toMatchObject({ number, state: 'closed' })
    expect(await git.repository(repository).resolve('topic')).not.toBeNull()
    const { items } = await client().audit.list({ action: 'pull_requests.close' })
    expect(items[0]).toMatchObject({ target_id: `${full_name}#${number}` })
  })

  test('are not merged when they changed, or conflict', async () => {
    const number = await open('topic')
    const { head_sha } = await pulls().read(one(number))
    await commit(repository, 'topic', { 'c.txt': 'c' })
    await expect(pulls().merge(one(number), { head_sha })).rejects.toEqual(
      refusal(409, 'pull_request_changed'),
    )
    await commit(repository, 'main', { 'a.txt': 'other\n' })
    expect(await pulls().read(one(number))).toMatchObject({ mergeable: false })
    await expect(pulls().merge(one(number), {})).rejects.toEqual(refusal(409, 'merge_conflict'))
  })
})

/** Every operation on pull requests, and whether it changes something. */
const ACTS = {
  list: (who = owner) => pulls(who).list(at),
  read: (who = owner) => pulls(who).read(one(99)),
  diff: (who = owner) => pulls(who).diff(one(99)),
  list_comments: (who = owner) => pulls(who).list_comments(one(99)),
  comment: (who = owner) => pulls(who).comment(one(99), { body: 'x' }),
  merge: (who = owner) => pulls(who).merge(one(99), {}),
  close: (who = owner) => pulls(who).close(one(99)),
}
const CHANGES = ['comment', 'merge', 'close']

describe.each(Object.entries(ACTS))('%s', (name, act) => {
  test('is refused to others, and changes to viewers', async () => {
    await expect(act(stranger)).rejects.toEqual(refusal(404, 'app_not_found'))
    if (CHANGES.includes(name)) await expect(act(viewer)).rejects.toEqual(refusal(403, 'editor_required'))
  })

  test('needs a pull request, and a repository that is there', async () => {
    if (name !== 'list') await expect(act()).rejects.toEqual(refusal(404, 'pull_request_not_found'))
    await app.sql`delete from local_repositories where full_name = ${full_name}`
    await expect(act()).rejects.toEqual(refusal(404, 'repository_not_found'))
    await client().repository.disconnect(at)
    await expect(act()).rejects.toEqual(refusal(409, 'repository_not_connected'))
  })

  test('says what the forge fails with', async () => {
    await scene.connectElsewhere()
    forge.fails = 401
    await expect(act()).rejects.toEqual(refusal(409, 'repository_access_denied'))
    forge.fails = 503
    await expect(act()).rejects.toEqual(refusal(503, 'forge_unavailable'))
  })
})
