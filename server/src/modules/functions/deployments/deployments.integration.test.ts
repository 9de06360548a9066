import { MAX_FUNCTION_BYTES } from '@atrium/contract/functions'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../../../test/app.ts'
import { refusal } from '../../../../test/refusal.ts'
import { BROKEN } from '../../../ports/function-runtime/test/fake-functions.ts'
import { unavailableRuntime } from '../../../ports/function-runtime/unavailable.ts'
import { bearer, FILES, useFunctions } from '../test/function-scene.ts'

const scene = useFunctions()
const { app, fake } = scene
const listed = async () => (await app.as(scene.owner).functions.list({ app_id: scene.shop.id })).functions
const textOf = async (name: string) => (await scene.call(name)).text()

describe('functions.deploy', () => {
  test('stores the function, and says when nothing changed', async () => {
    const files = [
      { path: 'lib/b.ts', content: 'b' },
      { path: 'index.ts', content: 'a' },
    ]
    const automations = [{ type: 'schedule', cron: '0 9 * * *' }]
    const first = await scene.deploy('a/b-c_1', { files, automations })
    expect(first.status).toBe('deployed')
    const again = { files: files.toReversed(), automations, access: 'app' }
    expect(await scene.deploy('a/b-c_1', again)).toEqual({ ...first, status: 'unchanged' })
    expect(await listed()).toMatchObject([
      {
        name: 'a/b-c_1',
        deployment_id: first.deployment_id,
        entry: 'index.ts',
        files: files.toReversed(),
        automations,
        access: 'app',
      },
    ])
    const changes = [
      { ...again, files: [{ path: 'index.ts', content: 'other' }] },
      { ...again, automations: [] },
      { ...again, access: 'anyone' },
      { ...again, entry: 'lib/b.ts' },
    ]
    for (const change of changes) expect((await scene.deploy('a/b-c_1', change)).status).toBe('deployed')
  })

  test('takes the files of the app’s code where none are sent', async () => {
    const write = (path: string, content: string) =>
      app.as(scene.owner).source.write_file({ app_id: scene.shop.id, path }, { content })
    await expect(scene.deploy('mail', { files: undefined })).rejects.toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'files'], type: 'missing' }] },
    })
    await write('functions/mail/index.ts', 'entry')
    await write('functions/mail/lib/x.ts', 'x')
    await write('functions/mailer/index.ts', 'of another')
    expect((await scene.deploy('mail', { files: undefined })).status).toBe('deployed')
    expect((await listed())[0]?.files).toEqual([
      { path: 'index.ts', content: 'entry' },
      { path: 'lib/x.ts', content: 'x' },
    ])
    await write('functions/mail/lib/x.ts', BROKEN)
    await expect(scene.deploy('mail', { files: undefined })).rejects.toMatchObject({ status: 422 })
  })

  test.each(['', 'a b', 'a//b', '/a', 'a/', 'ä', 'a.b', '..', 'x'.repeat(129), '%2e%2e', 'a%00'])(
    'refuses the name %j',
    async (name) => {
      const response = await fetch(`${app.baseUrl}/api/apps/${scene.shop.id}/backend-functions/${name}`, {
        method: 'PUT',
        headers: { ...bearer(scene.owner.token), 'content-type': 'application/json' },
        body: JSON.stringify({ entry: 'index.ts', files: FILES }),
      })
      expect([404, 405, 422]).toContain(response.status)
      expect(await listed()).toEqual([])
    },
  )

  test.each([
    ['../a.ts'],
    ['/a.ts'],
    ['a//b.ts'],
    ['a/./b.ts'],
    ['a\\b.ts'],
    ['a\u0007.ts'],
    ['a\u202e.ts'],
    ['index.ts'],
    ['index.ts/b.ts'],
    ['x'.repeat(257)],
  ])('refuses the path %j by its place', async (path) => {
    await expect(scene.deploy('x', { files: [...FILES, { path, content: '' }] })).rejects.toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'files', 1, 'path'] }] },
    })
  })

  test('refuses too many files, too much code, and an entry that is no file', async () => {
    const many = Array.from({ length: 201 }, (_, n) => ({ path: `${n}.ts`, content: '' }))
    const large = [{ path: 'index.ts', content: 'ä'.repeat(MAX_FUNCTION_BYTES / 2 + 1) }]
    for (const [fields, loc] of [
      [{ files: many, entry: '1.ts' }, ['body', 'files']],
      [{ files: [] }, ['body', 'files']],
      [{ files: large }, ['body', 'files']],
      [{ entry: 'other.ts' }, ['body', 'entry']],
      [{ access: 'nobody' }, ['body', 'access']],
    ] as const) {
      await expect(scene.deploy('x', fields)).rejects.toMatchObject({
        status: 422,
        body: { detail: [{ loc }] },
      })
    }
    const whole = [{ path: 'index.ts', content: 'x'.repeat(MAX_FUNCTION_BYTES) }]
    expect((await scene.deploy('x', { files: whole })).status).toBe('deployed')
    const huge = [{ path: 'index.ts', content: 'x'.repeat(2 * MAX_FUNCTION_BYTES) }]
    await expect(scene.deploy('x', { files: huge })).rejects.toEqual(refusal(413, 'body_too_large'))
  })

  test('refuses what cannot be built, with the place, and keeps what runs', async () => {
    const before = await scene.deploy('x')
    const files = [...FILES, { path: 'lib.ts', content: `fine\n${BROKEN}` }]
    await expect(scene.deploy('x', { files })).rejects.toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'files', 1], msg: 'lib.ts:2: Unexpected token', type: 'build' }] },
    })
    expect((await listed())[0]?.deployment_id).toBe(before.deployment_id)
  })

  test('is for those who can edit the app', async () => {
    const input = [
      { app_id: scene.shop.id, name: 'x' },
      { entry: 'index.ts', files: FILES },
    ] as const
    await expect(app.as(scene.viewer).functions.deploy(...input)).rejects.toEqual(
      refusal(403, 'editor_required'),
    )
    await expect(app.as(scene.stranger).functions.deploy(...input)).rejects.toEqual(
      refusal(404, 'app_not_found'),
    )
  })

  test('stops at 100 functions, and at 20 MiB of code', { tags: 'slow' }, async () => {
    const content = 'x'.repeat(MAX_FUNCTION_BYTES)
    for (const n of [1, 2, 3, 4, 5])
      await scene.deploy(`large${n}`, { files: [{ path: 'index.ts', content }] })
    await expect(scene.deploy('more')).rejects.toEqual(refusal(409, 'function_limit_reached'))
    const other = await app.make.app(scene.owner)
    await scene.deploy('f1', {}, other)
    await sql`insert into functions select app_id, 'g' || n, deployment_id, created_date, updated_date
      from functions, generate_series(1, 99) n where app_id = ${other.id}`.execute(app.atrium.db)
    await expect(scene.deploy('f101', {}, other)).rejects.toEqual(refusal(409, 'function_limit_reached'))
    // One that is there may still change.
    expect((await scene.deploy('f1', { access: 'anyone' }, other)).status).toBe('deployed')
  })

  test('says what to install where functions cannot run', async () => {
    const bare = await createTestApp(
      { database_url: app.databaseUrl, rate_limits: 'off' },
      { functionRuntime: () => unavailableRuntime('Install the package of Deno.') },
    )
    try {
      await scene.deploy('x')
      const at = { app_id: scene.shop.id, name: 'x' }
      const deploying = bare
        .as(scene.owner)
        .functions.deploy(at, { entry: 'a.ts', files: [{ path: 'a.ts', content: '' }] })
      await expect(deploying).rejects.toMatchObject({
        status: 503,
        code: 'functions_unavailable',
        message: expect.stringContaining('Install the package of Deno'),
      })
      await expect(bare.as(scene.owner).functions.invoke(at)).rejects.toEqual(
        refusal(503, 'functions_unavailable'),
      )
    } finally {
      await bare.stop()
    }
  })
})

test('what is deployed, rolled back and deleted stands in the audit log', async () => {
  const at = { app_id: scene.shop.id, name: 'x' }
  const { deployment_id } = await scene.deploy('x')
  await scene.deploy('x', { access: 'anyone' })
  await app.as(scene.owner).functions.rollback(at, { deployment_id })
  await app.as(scene.owner).functions.delete(at)
  const { items } = await app.as(scene.owner).audit.list({ app_id: scene.shop.id })
  expect(items.map(({ action, target_id, actor_id }) => [action, target_id, actor_id])).toEqual(
    ['delete', 'rollback', 'deploy', 'deploy'].map((verb) => [`functions.${verb}`, 'x', scene.owner.id]),
  )
})

describe('functions.list', () => {
  test('is for those who can see the app, read-only tokens included', async () => {
    await scene.deploy('b')
    await scene.deploy('a')
    const at = { app_id: scene.shop.id }
    const readOnly = await app.make.token(scene.viewer, { permission: 'read_only' })
    const { functions } = await app.as(readOnly).functions.list(at)
    expect(functions.map(({ name }) => name)).toEqual(['a', 'b'])
    await expect(app.as(scene.stranger).functions.list(at)).rejects.toEqual(refusal(404, 'app_not_found'))
  })
})

describe('versions', () => {
  const versions = async (name: string) =>
    (await app.as(scene.owner).functions.list_deployments({ app_id: scene.shop.id, name })).items
  const rollback = (name: string, deployment_id: string, who = scene.owner) =>
    app.as(who).functions.rollback({ app_id: scene.shop.id, name }, { deployment_id })

  test('are kept, and an earlier one can run again with its automations and access', async () => {
    fake.handle('x/y', (_request, { version }) => new Response(version.deployment_id))
    const automations = [{ type: 'entity', entity_name: 'Order', events: ['create'] }]
    const first = await scene.deploy('x/y', { automations, access: 'anyone' })
    const second = await scene.deploy('x/y')
    expect(await textOf('x/y')).toBe(second.deployment_id)
    expect(await rollback('x/y', first.deployment_id)).toEqual({ ...first, status: 'deployed' })
    expect(await rollback('x/y', first.deployment_id)).toEqual({ ...first, status: 'unchanged' })
    expect(await textOf('x/y')).toBe(first.deployment_id)
    expect((await fetch(scene.url('x/y'))).status).toBe(200)
    expect(await versions('x/y')).toMatchObject([
      { id: second.deployment_id, is_active: false, automations: [], access: 'app' },
      {
        id: first.deployment_id,
        is_active: true,
        automations,
        created_by: scene.owner.email,
        files: [{ path: 'index.ts', size: 1 }],
      },
    ])
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from function_automations where app_id = ${scene.shop.id}`.execute(
      app.atrium.db,
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  test('are the newest 20, and the active one', async () => {
    const ids: string[] = []
    for (let n = 0; n < 22; n++) {
      app.clock.move(1)
      const files = [{ path: 'index.ts', content: String(n) }]
      ids.push((await scene.deploy('x', { files })).deployment_id)
    }
    expect((await versions('x')).map(({ id }) => id)).toEqual(ids.slice(-20).toReversed())
    await rollback('x', ids[2] ?? '')
    app.clock.move(1)
    const newest = (await scene.deploy('x')).deployment_id
    expect((await versions('x')).map(({ id }) => id)).toEqual([newest, ...ids.slice(-19).toReversed()])
  })

  test('are counted for each function alone', async () => {
    const first = await scene.deploy('y', { entry: 'index.ts' })
    for (let n = 0; n < 20; n++) {
      await scene.deploy('x', { files: [{ path: 'index.ts', content: String(n) }] })
    }
    const second = await scene.deploy('y', { access: 'anyone' })
    expect((await versions('y')).map(({ id }) => id)).toEqual([second.deployment_id, first.deployment_id])
    expect(await versions('x')).toHaveLength(20)
  })

  test('are counted for each app alone', async () => {
    const { deployment_id } = await scene.deploy('x')
    const elsewhere = await app.make.app(scene.owner)
    for (let n = 0; n < 20; n++) {
      app.clock.move(1)
      await scene.deploy('x', { files: [{ path: 'index.ts', content: String(n) }] }, elsewhere)
    }
    const newest = await scene.deploy('x', { access: 'anyone' })
    expect((await versions('x')).map(({ id }) => id)).toEqual([newest.deployment_id, deployment_id])
  })

  test('of others, and those that are gone, are not found', async () => {
    const { deployment_id } = await scene.deploy('x')
    const other = await scene.deploy('y')
    await expect(rollback('x', other.deployment_id)).rejects.toEqual(refusal(404, 'deployment_not_found'))
    await expect(rollback('z', deployment_id)).rejects.toEqual(refusal(404, 'function_not_found'))
    await expect(rollback('x', deployment_id, scene.viewer)).rejects.toEqual(refusal(403, 'editor_required'))
    await expect(rollback('x', deployment_id, scene.stranger)).rejects.toEqual(refusal(404, 'app_not_found'))
    const { functions } = app.as(scene.stranger)
    await expect(versions('z')).rejects.toEqual(refusal(404, 'function_not_found'))
    await expect(functions.list_deployments({ app_id: scene.shop.id, name: 'x' })).rejects.toEqual(
      refusal(404, 'app_not_found'),
    )
    const elsewhere = await app.make.app(scene.owner)
    const foreign = await scene.deploy('x', {}, elsewhere)
    await expect(rollback('x', foreign.deployment_id)).rejects.toEqual(refusal(404, 'deployment_not_found'))
  })
})
