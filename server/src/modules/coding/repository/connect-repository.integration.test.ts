import { MAX_LOCAL_REPOSITORIES } from '@atrium/contract/repositories'
import { createClient } from '@atrium/sdk'
import { describe, expect, test } from 'vitest'
import { invalidAt, refusal } from '../../../../test/refusal.ts'
import { startApp } from '../../../../test/start-app.ts'
import { useRepositories } from '../test/repository-scene.ts'

const scene = useRepositories()
const { app, at, owner, forge, git, client, connect, newName } = scene
const { editor, viewer, guest, stranger } = scene.team
const repository = (who = owner) => app.as(who).repository
const GONE = { app_id: 'app_none' }
/** Any session that has not ended; nobody carries it out. */
const launch = () =>
  client().coding.launch(at, { prompt: 'Wait', title: 'Wait' }, { idempotency_key: crypto.randomUUID() })

describe('a local repository', () => {
  test('is made when there is none, and connected to several apps', async () => {
    const full_name = newName()
    const made = await repository(editor).connect(at, { full_name })
    expect(made).toMatchObject({
      ...{ provider: 'local', full_name, base_branch: 'main', base_url: null, has_access_token: false },
      web_url: `${app.baseUrl}/apps/${at.app_id}/code`,
      clone_url: `${app.baseUrl}/git/${owner.workspace_id}/${full_name}.git`,
      ...{ connected_by: editor.email, synced_commit: null, synced_date: null },
    })
    expect(await repository(viewer).read(at)).toEqual({ repository: made })
    const second = { app_id: (await app.make.app(owner)).id }
    const again = await client().repository.connect(second, { full_name: full_name.toUpperCase() })
    expect(again).toMatchObject({ full_name, base_branch: 'main' })
    expect(await app.sql`select from local_repositories where full_name = ${full_name}`).toHaveLength(1)
  })

  test('begins with the branch that is named, and must have it later', async () => {
    const { full_name, folder } = await connect(newName(), { base_branch: 'trunk' })
    expect((await client().repository.read(at)).repository).toMatchObject({ base_branch: 'trunk' })
    // As long as it is empty, any will do.
    const other = await client().repository.connect(at, { full_name, base_branch: 'dev' })
    expect(other.base_branch).toBe('dev')
    await scene.commit(folder, 'trunk', { 'a.txt': 'a' })
    await expect(client().repository.connect(at, { full_name, base_branch: 'dev' })).rejects.toEqual(
      refusal(409, 'base_branch_not_found'),
    )
    expect(await client().repository.connect(at, { full_name })).toMatchObject({ base_branch: 'trunk' })
  })

  test('has a name that folders and git can have, and branches, too', async () => {
    for (const full_name of ['acme/..', 'acme/shop.git', '-a/shop'])
      await expect(client().repository.connect(at, { full_name })).rejects.toMatchObject(
        invalidAt('body', 'full_name'),
      )
    const base_branch = 'a..b'
    await expect(
      client().repository.connect(at, { full_name: newName(), base_branch }),
    ).rejects.toMatchObject(invalidAt('body', 'base_branch'))
  })

  test('that is there is connected by those who may push to it', async () => {
    const { full_name } = await connect()
    const mine = { app_id: (await app.make.app(owner)).id }
    for (const { email } of [guest, viewer])
      await client().collaborators.set({ ...mine, email }, { role: 'editor' })
    const missing = refusal(404, 'repository_not_found')
    await expect(repository(guest).connect(mine, { full_name })).rejects.toEqual(missing)
    await expect(repository(viewer).connect(mine, { full_name })).rejects.toEqual(
      refusal(403, 'editor_required'),
    )
    const token = await app.make.token(owner, { app_ids: [mine.app_id] })
    const limited = createClient({ baseUrl: app.baseUrl, token, retries: 0 })
    await expect(limited.repository.connect(mine, { full_name })).rejects.toEqual(missing)
    expect((await client().repository.read(mine)).repository).toBeNull()
    await client().collaborators.set({ ...at, email: guest.email }, { role: 'editor' })
    expect(await repository(guest).connect(mine, { full_name })).toMatchObject({ full_name })
  })

  test('can be one of a hundred', async () => {
    const outbound_allow = ['127.0.0.0/8']
    const config = { data_dir: scene.folder, rate_limits: 'off' as const, outbound_allow }
    const mine = await startApp(config, { git })
    const person = await mine.make.person('owner')
    const { id: app_id } = await mine.make.app(person)
    await mine.sql`
      insert into local_repositories (id, workspace_id, full_name, default_branch, created_date)
      select 'rep_' || n, ${person.workspace_id}, 'acme/' || n, 'main', now()
        from generate_series(1, ${MAX_LOCAL_REPOSITORIES}::int) n`
    const full = refusal(409, 'repository_limit_reached')
    const full_name = 'acme/one-more'
    await expect(mine.as(person).repository.connect({ app_id }, { full_name })).rejects.toEqual(full)
    const { clone_url: url } = forge
    await expect(
      mine.as(person).repository.import({ app_id }, { full_name, clone_url: url }),
    ).rejects.toEqual(full)
  })

  test('is made once by many who ask at the same moment', async () => {
    const full_name = newName()
    const apps = await Promise.all(Array.from({ length: 6 }, () => app.make.app(owner)))
    const done = await Promise.all(
      apps.map(({ id }) => client().repository.connect({ app_id: id }, { full_name })),
    )
    expect(done.every((one) => one.full_name === full_name)).toBe(true)
    expect(await app.sql`select from local_repositories where full_name = ${full_name}`).toHaveLength(1)
  })
})

describe('a repository elsewhere', () => {
  test('is read with its token, which is sealed and shown to nobody', async () => {
    const made = await scene.connectElsewhere()
    expect(made).toMatchObject({
      ...{ provider: 'gitea', full_name: 'acme/elsewhere', base_branch: 'trunk', base_url: forge.base_url },
      ...{ has_access_token: true, web_url: 'https://forge.example.com/acme/elsewhere' },
      clone_url: forge.clone_url,
    })
    expect(JSON.stringify(made)).not.toContain(forge.token)
    const rows = await app.sql<{ access_token: string }>`select access_token from repositories`
    expect(JSON.stringify(rows)).not.toContain(forge.token)
    const entries = await client().audit.list({ action: 'repository.connect' })
    expect(JSON.stringify(entries)).not.toContain(forge.token)
    expect(entries.items[0]).toMatchObject({
      ...{ app_id: at.app_id, target_type: 'repository', target_id: 'acme/elsewhere' },
      detail: { provider: 'gitea', base_branch: 'trunk', has_access_token: true },
    })
  })

  test('must have the base branch, unless it is empty', async () => {
    const empty = { ...forge.connection, base_branch: 'dev' }
    expect(await client().repository.connect(at, empty)).toMatchObject({ base_branch: 'dev' })
    await scene.commitElsewhere('trunk', { 'a.txt': 'a' })
    await expect(client().repository.connect(at, empty)).rejects.toEqual(
      refusal(409, 'base_branch_not_found'),
    )
    expect(await scene.connectElsewhere()).toMatchObject({ base_branch: 'trunk' })
  })

  test('must be reached, and the token must be able to push', async () => {
    const refused = (more: object = {}) =>
      client()
        .repository.connect(at, { ...forge.connection, ...more })
        .catch((error) => error)
    expect(await refused({ access_token: 'wrong' })).toEqual(refusal(409, 'repository_access_denied'))
    expect(await refused({ access_token: null })).toEqual(refusal(409, 'repository_access_denied'))
    expect(await refused({ full_name: 'acme/none' })).toEqual(refusal(404, 'repository_not_found'))
    expect(await refused({ base_url: 'http://127.0.0.1:1' })).toEqual(
      refusal(400, 'invalid_repository_address'),
    )
    forge.canPush = false
    expect(await refused()).toEqual(refusal(409, 'repository_access_denied'))
    forge.fails = 503
    expect(await refused()).toEqual(refusal(503, 'forge_unavailable'))
    expect((await client().repository.read(at)).repository).toBeNull()
  })

  test.each([
    'ftp://forge.example.com',
    'https://ada:secret@forge.example.com',
    'http://forge.example.com',
    'https://10.0.0.1',
    'https://forge.example.com/?x=1',
    'nonsense',
  ])('is not looked for at %s', async (base_url) => {
    await expect(client().repository.connect(at, { ...forge.connection, base_url })).rejects.toEqual(
      refusal(400, 'invalid_repository_address'),
    )
  })
})

describe('what is connected', () => {
  test('keeps what is known of the exchange while the repository is the same', async () => {
    const { full_name } = await connect()
    await scene.write({ 'a.txt': 'a' })
    const { commit } = await client().repository.push_source(at, {})
    const again = await client().repository.connect(at, { full_name: full_name.toUpperCase() })
    expect(again).toMatchObject({ synced_commit: commit, synced_date: expect.any(String) })
    expect(await client().repository.connect(at, { full_name: newName() })).toMatchObject({
      synced_commit: null,
      synced_date: null,
    })
  })

  test('can be disconnected, and the repository stays', async () => {
    const { full_name } = await connect()
    expect(await repository(editor).disconnect(at)).toEqual({ disconnected: true })
    expect(await repository(editor).disconnect(at)).toEqual({ disconnected: false })
    expect(await repository(viewer).read(at)).toEqual({ repository: null })
    expect(await app.sql`select from local_repositories where full_name = ${full_name}`).toHaveLength(1)
    const { items } = await client().audit.list({ action: 'repository.disconnect' })
    expect(items.filter(({ app_id }) => app_id === at.app_id)).toMatchObject([{ target_id: full_name }])
  })

  test('stays while a coding session works on it', async () => {
    const { full_name } = await connect()
    await launch()
    const inUse = refusal(409, 'repository_in_use')
    await expect(client().repository.connect(at, { full_name: newName() })).rejects.toEqual(inUse)
    for (const state of ['running', 'opening_pull_request', 'needs_input', 'cancelling', 'queued']) {
      await app.sql`update coding_sessions set state = ${state},
        input_request_id = case when ${state} = 'needs_input' then 'inp_1' end where app_id = ${at.app_id}`
      await expect(client().repository.disconnect(at), state).rejects.toEqual(inUse)
    }
    const from = { clone_url: forge.clone_url, full_name: newName() }
    await expect(client().repository.import(at, from)).rejects.toEqual(inUse)
    expect((await client().repository.read(at)).repository).toMatchObject({ full_name })
  })
})

test('others do not see it, viewers do not change it', async () => {
  await connect()
  const full_name = newName()
  const from = { clone_url: forge.clone_url, full_name }
  const acts = [
    (who = stranger) => repository(who).connect(at, { full_name }),
    (who = stranger) => repository(who).disconnect(at),
    (who = stranger) => repository(who).import(at, from),
    (who = stranger) => repository(who).push_source(at, {}),
    (who = stranger) => repository(who).pull_source(at, {}),
  ]
  for (const act of acts) {
    await expect(act()).rejects.toEqual(refusal(404, 'app_not_found'))
    await expect(act(viewer)).rejects.toEqual(refusal(403, 'editor_required'))
  }
  await expect(repository(stranger).read(at)).rejects.toEqual(refusal(404, 'app_not_found'))
  await expect(repository().read(GONE)).rejects.toEqual(refusal(404, 'app_not_found'))
})

test('without git nothing can be connected or exchanged', async () => {
  const { full_name } = await connect()
  const fault = async () => 'There is no git here.'
  const bare = await startApp(
    { database_url: app.databaseUrl, data_dir: scene.folder, rate_limits: 'off' },
    { git: { fault } },
  )
  const { repository: without } = createClient({ baseUrl: bare.baseUrl, token: owner.token, retries: 0 })
  const unavailable = refusal(503, 'git_unavailable')
  await expect(without.connect(at, { full_name })).rejects.toEqual(unavailable)
  await expect(without.import(at, { full_name: newName(), clone_url: forge.clone_url })).rejects.toEqual(
    unavailable,
  )
  await expect(without.push_source(at, {})).rejects.toEqual(unavailable)
  await expect(without.pull_source(at, {})).rejects.toEqual(unavailable)
  expect((await without.read(at)).repository).toMatchObject({ full_name })
})
