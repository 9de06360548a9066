import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_SOURCE_FILE_BYTES } from '@atrium/contract/source'
import { describe, expect, test } from 'vitest'
import { invalidAt, refusal } from '../../../../test/refusal.ts'
import { startApp } from '../../../../test/start-app.ts'
import { GitFailed } from '../../../ports/git/port.ts'
import { useRepositories } from '../test/repository-scene.ts'

const scene = useRepositories()
const { app, at, owner, forge, git, folder, client, connect, commit, write, texts, treeOf } = scene
const push = (body: Parameters<ReturnType<typeof client>['repository']['push_source']>[1] = {}) =>
  client().repository.push_source(at, body)
const pull = (body: { ref?: string } = {}) => client().repository.pull_source(at, body)
const FAULTS = [
  [404, refusal(404, 'repository_not_found')],
  [403, refusal(409, 'repository_access_denied')],
  [503, refusal(503, 'forge_unavailable')],
] as const

describe('pushing the code of an app', () => {
  test('is one commit by the person, of what differs', async () => {
    const { folder: repository } = await connect()
    await write({ 'a.txt': 'a', 'lib/b.txt': 'b', '.gitignore': 'lib\n' })
    const first = await push({ message: 'Bring the shop over' })
    expect(first).toEqual({ commit: expect.any(String), branch: 'main', files: 3, skipped: [] })
    expect(await treeOf(repository, 'main')).toEqual(['.gitignore', 'a.txt', 'lib/b.txt'])
    await expect(push()).rejects.toEqual(refusal(409, 'nothing_to_push'))
    await write({ 'a.txt': 'A' })
    await client().source.delete_file({ ...at, path: 'lib/b.txt' })
    const second = await push()
    expect(second.files).toBe(2)
    const history = git.repository(repository)
    expect(await history.countCommits(first.commit, second.commit)).toBe(1)
    const diff = await history.diff(first.commit, second.commit, { maxFiles: 9, maxPatchBytes: 999 })
    expect(diff.files.map(({ path, status }) => [path, status])).toEqual([
      ['a.txt', 'modified'],
      ['lib/b.txt', 'deleted'],
    ])
    expect((await client().repository.read(at)).repository).toMatchObject({ synced_commit: second.commit })
    const { items } = await client().audit.list({ action: 'repository.push_source' })
    expect(items[0]).toMatchObject({ app_id: at.app_id, detail: { branch: 'main', files: 2, revision: 5 } })
  })

  test('is remembered when an earlier push was not', async () => {
    const { folder: repository } = await connect()
    await write({ 'a.txt': 'a' })
    const { commit: made } = await push()
    await app.sql`update repositories set synced_commit = null where app_id = ${at.app_id}`
    expect(await push()).toMatchObject({ commit: made, files: 0 })
    await write({ 'b.txt': 'b' })
    expect(await push()).toMatchObject({ files: 1 })
    expect(await treeOf(repository, 'main')).toEqual(['a.txt', 'b.txt'])
  })

  test('makes a new branch from the base branch', async () => {
    const { folder: repository } = await connect()
    await write({ 'a.txt': 'a' })
    const { commit: base } = await push()
    await write({ 'b.txt': 'b' })
    const made = await push({ branch: 'feature/b' })
    expect(await git.repository(repository).countCommits(base, made.commit)).toBe(1)
    expect(await treeOf(repository, 'main')).toEqual(['a.txt'])
    expect(await treeOf(repository, 'feature/b')).toEqual(['a.txt', 'b.txt'])
  })

  test('does not take back what others pushed, unless it is forced, and never their commits', async () => {
    const { folder: repository } = await connect()
    await write({ 'a.txt': 'a' })
    await push()
    const theirs = await commit(repository, 'main', { 'theirs.txt': 'x' })
    await write({ 'a.txt': 'A' })
    await expect(push()).rejects.toEqual(refusal(409, 'branch_moved'))
    await expect(push({ branch: 'new' })).rejects.toEqual(refusal(409, 'branch_moved'))
    const forced = await push({ force: true })
    expect(await treeOf(repository, 'main')).toEqual(['a.txt'])
    expect(await git.repository(repository).countCommits(forced.commit, theirs)).toBe(0)
    await write({ 'b.txt': 'b' })
    expect(await push()).toMatchObject({ files: 1 })
  })

  test('leaves alone what the code of an app cannot hold', async () => {
    const { folder: repository } = await connect()
    const big = 'x'.repeat(MAX_SOURCE_FILE_BYTES + 1)
    await commit(repository, 'main', { 'big.bin': big, link: '->/etc', 'a.txt': 'a', 'docs/x': '->../a.txt' })
    await pull()
    await write({ 'a.txt': 'A' })
    expect(await push()).toMatchObject({ files: 1 })
    expect(await treeOf(repository, 'main')).toEqual(['a.txt', 'big.bin', 'docs/x', 'link'])
    // Where the app has something of its own there, it counts, and nothing is written through a link.
    await write({ 'link/passwd': 'mine', docs: 'a file now' })
    await push()
    expect(await treeOf(repository, 'main')).toEqual(['a.txt', 'big.bin', 'docs', 'link/passwd'])
  })

  test('needs code, a repository and a good name', async () => {
    await expect(push()).rejects.toEqual(refusal(409, 'repository_not_connected'))
    await connect()
    await expect(push()).rejects.toMatchObject({ code: 'nothing_to_push', message: /no code/ })
    await expect(push({ branch: 'a..b' })).rejects.toMatchObject(invalidAt('body', 'branch'))
  })

  test('reaches a forge elsewhere, and says what it fails with', async () => {
    await scene.connectElsewhere()
    await write({ 'a.txt': 'a' })
    const { commit: made } = await push({ force: true })
    expect(await git.repository(forge.folder).resolve('trunk')).toBe(made)
    for (const [status, expected] of FAULTS) {
      forge.fails = status
      await expect(push()).rejects.toEqual(expected)
      await expect(pull()).rejects.toEqual(expected)
      await expect(
        client().repository.import(at, { clone_url: forge.clone_url, full_name: scene.newName() }),
      ).rejects.toEqual(expected)
    }
  })

  test('is refused when the code cannot be read', async () => {
    await connect()
    await write({ 'a.txt': 'a' })
    await app.sql`update app_source_files set blob_id = ${'0'.repeat(40)} where app_id = ${at.app_id}`
    await expect(push()).rejects.toEqual(refusal(503, 'source_unavailable'))
  })
})

describe('pulling the code of an app', () => {
  test('makes the files of the branch its code, in one commit', async () => {
    const { full_name, folder: repository } = await connect()
    await write({ 'old.txt': 'old', 'same.txt': 'same' })
    const made = await commit(repository, 'main', {
      'same.txt': 'same',
      'lib/new.txt': 'new',
      'bytes.bin': '\0',
    })
    expect(await pull()).toEqual({ commit: made, branch: 'main', files: 3, skipped: [] })
    expect(await texts()).toEqual({
      'same.txt': 'same',
      'lib/new.txt': 'new',
      'bytes.bin': Buffer.from('\0').toString('base64'),
    })
    const { items } = await client().source.commits(at)
    expect(items[0]).toMatchObject({ author_email: owner.email, revision: 3 })
    expect(items[0]?.message).toContain(`Bring in main of ${full_name}`)
    expect((await client().repository.read(at)).repository).toMatchObject({ synced_commit: made })
    // Nothing has changed: no commit, and the same answer.
    expect(await pull()).toMatchObject({ commit: made, files: 0 })
    expect((await client().source.tree(at)).revision).toBe(3)
    const audit = await client().audit.list({ action: 'repository.pull_source' })
    expect(audit.items[0]).toMatchObject({ actor_email: owner.email, detail: { commit: made, revision: 3 } })
  })

  test('says what cannot be brought over', async () => {
    const { folder: repository } = await connect()
    await commit(repository, 'main', {
      'big.bin': 'x'.repeat(MAX_SOURCE_FILE_BYTES + 1),
      link: '->a.txt',
      'aux.txt': 'a device',
      'Read.md': 'one',
      'read.md': 'two',
      'a.txt': 'a',
    })
    const { skipped } = await pull()
    expect(skipped.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: 'aux.txt', reason: 'bad_name' },
      { path: 'big.bin', reason: 'too_large' },
      { path: 'link', reason: 'not_a_file' },
      { path: 'read.md', reason: 'bad_name' },
    ])
    expect(await texts()).toEqual({ 'a.txt': 'a', 'Read.md': 'one' })
  })

  test('takes a branch, a tag or a commit', async () => {
    const { folder: repository } = await connect()
    const first = await commit(repository, 'main', { a: '1' })
    await commit(repository, 'main', { a: '2' })
    await commit(repository, 'other', { a: '3' }, 'main')
    await pull({ ref: 'other' })
    expect(await texts()).toEqual({ a: '3' })
    expect(await pull({ ref: first })).toMatchObject({ commit: first, branch: first })
    expect(await texts()).toEqual({ a: '1' })
  })

  test('is refused where there is nothing to pull, or too much', { tags: 'slow' }, async () => {
    await expect(pull()).rejects.toEqual(refusal(409, 'repository_not_connected'))
    const { folder: repository } = await connect()
    await expect(pull()).rejects.toEqual(refusal(409, 'base_branch_not_found'))
    const large = Array.from({ length: 101 }, (_, at) => [`f${at}`, 'x'.repeat(MAX_SOURCE_FILE_BYTES)])
    await commit(repository, 'many', Object.fromEntries(large))
    await expect(pull({ ref: 'many' })).rejects.toEqual(refusal(409, 'source_limit_reached'))
    await expect(pull({ ref: 'none' })).rejects.toEqual(refusal(409, 'base_branch_not_found'))
    await expect(pull({ ref: '-x' })).rejects.toMatchObject(invalidAt('body', 'ref'))
    expect(await texts()).toEqual({})
  })
})

test('a repository that is gone is missing, and comes back empty when it is connected again', async () => {
  const { full_name } = await connect()
  await app.sql`delete from local_repositories where full_name = ${full_name}`
  await write({ 'a.txt': 'a' })
  for (const act of [push, pull]) await expect(act()).rejects.toEqual(refusal(404, 'repository_not_found'))
  await client().repository.connect(at, { full_name })
  expect(await push()).toMatchObject({ files: 1 })
})

test('what is too large for git here is refused', async () => {
  await connect()
  await write({ 'a.txt': 'a' })
  const tooLarge = async () => {
    throw new GitFailed('too_large', 'It is large.')
  }
  const small = await startApp(
    { database_url: app.databaseUrl, data_dir: folder, rate_limits: 'off', outbound_allow: ['127.0.0.0/8'] },
    { git: { ...git, clone: tooLarge, mirror: tooLarge } },
  )
  const { repository } = small.as(owner)
  const expected = refusal(409, 'repository_too_large')
  await expect(repository.push_source(at, {})).rejects.toEqual(expected)
  await expect(repository.pull_source(at, {})).rejects.toEqual(expected)
  const from = { clone_url: forge.clone_url, full_name: scene.newName() }
  await expect(repository.import(at, from)).rejects.toEqual(expected)
})

test('nothing is left on disk, also of what a crash left', async () => {
  const work = join(folder, 'work')
  const [old, young] = [join(work, 'syn_old'), join(work, 'syn_young')]
  for (const path of [old, young]) mkdirSync(path, { recursive: true })
  const yesterday = Date.now() / 1000 - 86_400
  utimesSync(old, yesterday, yesterday)
  await connect()
  await write({ 'a.txt': 'a' })
  await push()
  await pull()
  expect(existsSync(old)).toBe(false)
  expect(readdirSync(work).filter((name) => name.startsWith('syn_'))).toEqual(['syn_young'])
})

test('code that cannot be stored is refused', async () => {
  const { folder: repository } = await connect()
  await commit(repository, 'main', { 'a.txt': 'a' })
  mkdirSync(join(folder, 'source'), { recursive: true })
  writeFileSync(join(folder, 'source', `${at.app_id}.git`), 'in the way')
  await expect(pull()).rejects.toEqual(refusal(503, 'source_unavailable'))
})

describe('importing a repository', () => {
  test('copies all branches, and connects the app to the copy', async () => {
    await scene.commitElsewhere('trunk', { 'imported.txt': 'a' })
    await scene.commitElsewhere('second', { 'b.txt': 'b' })
    const full_name = scene.newName()
    const made = await client().repository.import(at, { clone_url: forge.clone_url, full_name })
    expect(made).toMatchObject({
      provider: 'local',
      full_name,
      base_branch: 'trunk',
      has_access_token: false,
    })
    const repository = await scene.folderOf(full_name)
    const branches = await git.repository(repository).listBranches()
    expect(branches.map(({ name }) => name)).toEqual(['second', 'trunk'])
    const { items } = await client().audit.list({ action: 'repository.import' })
    expect(items[0]).toMatchObject({ app_id: at.app_id, target_id: full_name })
    await expect(
      client().repository.import(at, { clone_url: forge.clone_url, full_name: full_name.toUpperCase() }),
    ).rejects.toEqual(refusal(409, 'repository_exists'))
  })

  test('leaves nothing when it fails', async () => {
    const full_name = scene.newName()
    const url = `${forge.base_url}/acme/none.git`
    await expect(client().repository.import(at, { clone_url: url, full_name })).rejects.toEqual(
      refusal(404, 'repository_not_found'),
    )
    await expect(
      client().repository.import(at, { clone_url: 'https://10.0.0.1/a/b.git', full_name }),
    ).rejects.toEqual(refusal(400, 'invalid_repository_address'))
    expect(await app.sql`select from local_repositories where full_name = ${full_name}`).toEqual([])
    expect((await client().repository.read(at)).repository).toBeNull()
    expect(readdirSync(join(folder, 'repositories')).filter((name) => name.endsWith('.new'))).toEqual([])
  })
})
