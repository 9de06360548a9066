import { operations } from '@atrium/sdk'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { refusal } from '../../../test/refusal.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useApp({ rate_limits: 'off' })
const { owner, editor, viewer, guest, stranger } = useTeam(app)

beforeEach(() => {
  app.atrium.events.announced.length = 0
})

const MISSING = refusal(404, 'app_not_found')
const announced = () => app.atrium.events.announced

describe('apps.create', () => {
  test('answers 201 with the whole app, the plainest there is', async () => {
    const { status, body } = await app
      .as(editor)
      .request(operations.apps.create, { body: { name: 'Orders' } })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^app_/),
      name: 'Orders',
      kind: 'app',
      organization_id: owner.workspace_id,
      owner_id: editor.id,
      user_description: null,
      logo_url: null,
      published_url: null,
      public_settings: 'private_with_login',
      hide_authorship: false,
      user_role: 'editor',
      created_date: body.updated_date,
      updated_date: expect.stringMatching(/Z$/),
    })
    expect(await app.as(viewer).apps.read({ app_id: body.id })).toEqual({ ...body, user_role: 'viewer' })
    const payload = { app_id: body.id, workspace_id: owner.workspace_id }
    expect(announced()).toEqual([{ event: 'app.created', payload }])
  })

  test('keeps everything that is sent', async () => {
    const fields = {
      name: '\u{1F600}'.repeat(200),
      kind: 'agent' as const,
      user_description: 'ö'.repeat(10_000),
      logo_url: 'https://example.com/logo.png',
      published_url: `https://example.com/${'x'.repeat(2028)}`,
      public_settings: 'public_without_login' as const,
      hide_authorship: true,
    }
    const made = await app.as(owner).apps.create(fields)
    expect(made).toMatchObject(fields)
    expect(await app.as(owner).apps.read({ app_id: made.id })).toEqual(made)
  })

  test('a session names the workspace', async () => {
    const client = app.as(await app.make.session(owner))
    const query = { workspaceId: owner.workspace_id }
    expect((await client.apps.create({ name: 'x' }, { query })).organization_id).toBe(owner.workspace_id)
    for (const workspaceId of ['ws_nope', stranger.workspace_id])
      await expect(client.apps.create({ name: 'x' }, { query: { workspaceId } })).rejects.toEqual(
        refusal(404, 'workspace_not_found'),
      )
  })

  test('refuses viewers, guests and limited tokens; nothing is made or announced', async () => {
    const mine = await app.make.app(owner)
    const count = async () => (await app.as(owner).apps.list({ limit: 100 })).items.length
    const before = await count()
    for (const person of [viewer, guest])
      await expect(app.as(person).apps.create({ name: 'x' })).rejects.toEqual(refusal(403, 'editor_required'))
    await app.make.collaborator(mine, guest, 'editor')
    await expect(app.as(guest).apps.create({ name: 'x' })).rejects.toEqual(refusal(403, 'editor_required'))
    const limited = app.as(await app.make.token(owner, { app_ids: [mine.id] }))
    await expect(limited.apps.create({ name: 'x' })).rejects.toEqual(refusal(403, 'token_limited_to_apps'))
    expect(await count()).toBe(before)
    expect(announced()).toEqual([])
  })
})

describe.each(['create', 'update'] as const)('apps.%s', (verb) => {
  test.each([
    [{ name: '' }, 'name', 'string_too_short'],
    [{ name: ' \t' }, 'name', 'string_pattern_mismatch'],
    [{ name: 'x'.repeat(201) }, 'name', 'string_too_long'],
    [{ name: null }, 'name', 'string_type'],
    [{ user_description: 'x'.repeat(10_001) }, 'user_description', 'string_too_long'],
    [{ logo_url: 'javascript:alert(1)' }, 'logo_url', 'string_pattern_mismatch'],
    [{ published_url: `https://example.com/${'x'.repeat(2029)}` }, 'published_url', 'string_too_long'],
    [{ published_url: 'http://10.0.0.5/' }, 'published_url', 'url_not_public'],
    [{ public_settings: 'everyone' }, 'public_settings', 'literal_error'],
    [{ hide_authorship: 'yes' }, 'hide_authorship', 'bool_type'],
  ])('refuses %j', async (fields, field, type) => {
    const body = { name: 'x', ...fields } as never
    const target = await app.make.app(owner)
    const { apps } = app.as(owner)
    const refused = verb === 'create' ? apps.create(body) : apps.update({ app_id: target.id }, body)
    await expect(refused).rejects.toMatchObject({ status: 422, detail: [{ loc: ['body', field], type }] })
  })
})

describe('apps.read', () => {
  test('says what the caller may do with it', async () => {
    const target = await app.make.app(owner)
    const role = async (who: Person) => (await app.as(who).apps.read({ app_id: target.id })).user_role
    expect([await role(owner), await role(editor), await role(viewer)]).toEqual([
      'editor',
      'editor',
      'viewer',
    ])
    await expect(role(guest)).rejects.toEqual(MISSING)
    await app.make.collaborator(target, viewer, 'editor')
    await app.make.collaborator(target, guest, 'viewer')
    expect([await role(viewer), await role(guest)]).toEqual(['editor', 'viewer'])
  })

  test('a foreign app and a missing one are the same answer', async () => {
    const foreign = await app.make.app(stranger)
    await app.make.collaborator(foreign, owner, 'editor') // of no use without membership
    const bodies = await Promise.all(
      [foreign.id, 'app_nope', 'x'.repeat(128), "'; drop table apps --"].map(async (id) => {
        const answer = await fetch(`${app.baseUrl}/api/apps/${encodeURIComponent(id)}`, {
          headers: { authorization: `Bearer ${owner.token}`, 'x-request-id': 'same' },
        })
        return [answer.status, await answer.json()]
      }),
    )
    expect(bodies).toEqual(Array(4).fill(bodies[0]))
    expect(bodies[0]).toMatchObject([404, { code: 'app_not_found' }])
  })
})

describe('apps.update', () => {
  test('changes only what is sent', async () => {
    const before = await app.as(owner).apps.create({ name: 'Before', user_description: 'kept' })
    app.clock.move(1)
    const after = await app
      .as(editor)
      .apps.update({ app_id: before.id }, { name: 'After', logo_url: 'https://example.com/a.png' })
    expect(after).toEqual({
      ...before,
      name: 'After',
      logo_url: 'https://example.com/a.png',
      updated_date: expect.any(String),
    })
    expect(after.updated_date > before.updated_date).toBe(true)
    expect(await app.as(owner).apps.read({ app_id: before.id })).toEqual(after)
    const plain = await app.as(editor).apps.update({ app_id: before.id }, { logo_url: null })
    expect(plain).toMatchObject({ name: 'After', user_description: 'kept', logo_url: null })
  })

  test('sending what is already so, or nothing known, is no change', async () => {
    const before = await app.as(owner).apps.create({ name: 'Same', user_description: null })
    app.clock.move(1)
    const unknown = { kind: 'agent', id: 'app_other', owner_id: viewer.id } as object
    for (const body of [{}, { name: 'Same' }, { user_description: null, hide_authorship: false }, unknown])
      expect(await app.as(owner).apps.update({ app_id: before.id }, body)).toEqual(before)
    const trail = await app.as(owner).audit.list({ app_id: before.id, action: 'apps.update' })
    expect(trail.items).toEqual([])
  })

  test('an app that is deleted in the meantime is missing', async () => {
    const target = await app.make.app(owner)
    const { db } = app.atrium
    const isBlocked = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return rows.length > 0
    }
    const updating = await db.transaction().execute(async (tx) => {
      await sql`update apps set deleted_at = now() where id = ${target.id}`.execute(tx)
      const started = app.as(owner).apps.update({ app_id: target.id }, { name: 'Late' })
      started.catch(() => {})
      await expect.poll(isBlocked, { interval: 10 }).toBe(true)
      return { started }
    })
    await expect(updating.started).rejects.toEqual(MISSING)
  })
})

describe('apps.delete', () => {
  test('it is missing everywhere at once, and the fact is announced', async () => {
    const target = await app.make.app(owner)
    await app.make.collaborator(target, guest, 'editor')
    const client = app.as(guest)
    const params = { app_id: target.id }
    expect(await client.apps.delete(params)).toEqual({ deleted: true, id: target.id })
    expect(announced()).toEqual([
      { event: 'app.deleted', payload: { app_id: target.id, workspace_id: owner.workspace_id } },
    ])
    const { apps, collaborators } = app.as(owner)
    for (const attempt of [
      () => apps.read(params),
      () => apps.update(params, { name: 'x' }),
      () => apps.delete(params),
      () => collaborators.list(params),
      () => collaborators.set({ ...params, email: viewer.email }, { role: 'viewer' }),
      () => collaborators.remove({ ...params, email: guest.email }),
      () => client.apps.read(params),
    ])
      await expect(attempt()).rejects.toEqual(MISSING)
    const left = await apps.list({ limit: 100 })
    expect(left.items.map(({ id }) => id)).not.toContain(target.id)
    expect(announced()).toHaveLength(1)
  })

  test('of two at once, one deletes', async () => {
    const params = { app_id: (await app.make.app(owner)).id }
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => app.as(owner).apps.delete(params)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(announced()).toHaveLength(1)
  })
})

describe.each(['update', 'delete'] as const)('apps.%s', (verb) => {
  test('refuses viewers and what is out of reach; nothing is announced', async () => {
    const target = await app.make.app(owner, { name: 'Untouched' })
    const foreign = await app.make.app(stranger)
    await app.make.collaborator(target, guest, 'viewer')
    const attempt = (who: Person, app_id: string) =>
      verb === 'update'
        ? app.as(who).apps.update({ app_id }, { name: 'x' })
        : app.as(who).apps.delete({ app_id })
    for (const who of [viewer, guest])
      await expect(attempt(who, target.id)).rejects.toEqual(refusal(403, 'editor_required'))
    for (const id of [foreign.id, 'app_nope']) await expect(attempt(owner, id)).rejects.toEqual(MISSING)
    await expect(attempt(stranger, target.id)).rejects.toEqual(MISSING)
    expect((await app.as(owner).apps.read({ app_id: target.id })).name).toBe('Untouched')
    expect(announced()).toEqual([])
  })
})
