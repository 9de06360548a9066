import { iterate } from '@atrium/sdk'
import { describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { refusal } from '../../../test/refusal.ts'
import { useSharedApp } from '../../../test/use-shared-app.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useSharedApp()
const { owner, editor, viewer, guest, stranger } = useTeam(app)

const MISSING = refusal(404, 'app_not_found')
const listed = async (app_id: string, who: Person | string = owner) =>
  (await app.as(who).collaborators.list({ app_id })).items

describe('collaborators.set', () => {
  test('lets a guest see, then edit, then see again', async () => {
    const { id: app_id } = await app.make.app(owner)
    const give = (role: 'viewer' | 'editor') =>
      app.as(editor).collaborators.set({ app_id, email: guest.email }, { role })
    const rename = () => app.as(guest).apps.update({ app_id }, { name: `${Math.random()}` })
    await expect(app.as(guest).apps.read({ app_id })).rejects.toEqual(MISSING)

    const viewing = {
      app_id,
      user_id: guest.id,
      email: guest.email,
      full_name: 'Test Person',
      role: 'viewer',
    }
    expect(await give('viewer')).toEqual(viewing)
    expect((await app.as(guest).apps.read({ app_id })).user_role).toBe('viewer')
    await expect(rename()).rejects.toEqual(refusal(403, 'editor_required'))

    expect(await give('editor')).toEqual({ ...viewing, role: 'editor' })
    expect((await rename()).user_role).toBe('editor')
    expect(await listed(app_id)).toEqual([{ ...viewing, role: 'editor' }])

    await give('viewer')
    await expect(rename()).rejects.toEqual(refusal(403, 'editor_required'))
  })

  test('raises a viewer of the workspace, and lowers no editor', async () => {
    const { id: app_id } = await app.make.app(owner)
    const { collaborators } = app.as(owner)
    await collaborators.set({ app_id, email: viewer.email }, { role: 'editor' })
    await collaborators.set({ app_id, email: editor.email }, { role: 'viewer' })
    expect((await app.as(viewer).apps.update({ app_id }, { name: 'x' })).user_role).toBe('editor')
    expect((await app.as(editor).apps.update({ app_id }, { name: 'y' })).user_role).toBe('editor')
  })

  test('takes the email in any case', async () => {
    const { id: app_id } = await app.make.app(owner)
    const given = await app
      .as(owner)
      .collaborators.set({ app_id, email: guest.email.toUpperCase() }, { role: 'viewer' })
    expect(given.email).toBe(guest.email)
  })

  test('refuses who has not joined this workspace', async () => {
    const { id: app_id } = await app.make.app(owner)
    const invited = await app.make.user({ email: 'invited@example.com' })
    await app.make.membership(owner.workspace_id, invited, 'viewer', {
      user_id: null,
      status: 'pending',
      access_state: 'invited',
    })
    for (const email of ['nobody@example.com', invited.email, stranger.email])
      await expect(app.as(owner).collaborators.set({ app_id, email }, { role: 'viewer' })).rejects.toEqual(
        refusal(404, 'member_not_found'),
      )
    expect(await listed(app_id)).toEqual([])
  })

  test.each([
    ['not-an-email', { role: 'viewer' }, ['path', 'email'], 'string_pattern_mismatch'],
    [`${'a'.repeat(251)}@b.c`, { role: 'viewer' }, ['path', 'email'], 'string_too_long'],
    ['a@b.c', {}, ['body', 'role'], 'missing'],
    ['a@b.c', { role: 'owner' }, ['body', 'role'], 'literal_error'],
  ])('refuses %.20s with %j', async (email, body, loc, type) => {
    const { id: app_id } = await app.make.app(owner)
    await expect(app.as(owner).collaborators.set({ app_id, email }, body as never)).rejects.toMatchObject({
      status: 422,
      detail: [{ loc, type }],
    })
  })
})

describe('collaborators.remove', () => {
  test('takes the access back at once', async () => {
    const { id: app_id } = await app.make.app(owner)
    await app.make.collaborator({ id: app_id }, guest, 'editor')
    await app.as(guest).apps.read({ app_id })
    const email = guest.email.toUpperCase()
    expect(await app.as(editor).collaborators.remove({ app_id, email })).toEqual({
      removed: true,
      app_id,
      email: guest.email,
    })
    await expect(app.as(guest).apps.read({ app_id })).rejects.toEqual(MISSING)
    expect(await listed(app_id)).toEqual([])
  })

  test('refuses who is no collaborator of this app', async () => {
    const [one, other] = [await app.make.app(owner), await app.make.app(owner)]
    await app.make.collaborator(other, guest, 'editor')
    for (const email of [guest.email, viewer.email, 'nobody@example.com'])
      await expect(app.as(owner).collaborators.remove({ app_id: one.id, email })).rejects.toEqual(
        refusal(404, 'collaborator_not_found'),
      )
    expect(await listed(other.id)).toHaveLength(1)
  })

  test('knows people by the email they have in the workspace', async () => {
    const person = await app.make.person('guest', { id: owner.workspace_id })
    await app.sql`update members set email = 'at-work@example.com', full_name = 'At Work'
      where user_id = ${person.id}`
    const params = { app_id: (await app.make.app(owner)).id, email: 'at-work@example.com' }
    const given = await app.as(owner).collaborators.set(params, { role: 'viewer' })
    expect(given).toMatchObject({ user_id: person.id, email: 'at-work@example.com', full_name: 'At Work' })
    expect(await listed(params.app_id)).toEqual([given])
    await app.as(owner).collaborators.remove(params)
    expect(await listed(params.app_id)).toEqual([])
  })
})

describe('collaborators.list', () => {
  test('walks by email and meets each once', async () => {
    const target = await app.make.app(owner)
    const people = await Promise.all(
      Array.from({ length: 5 }, () => app.make.person('guest', { id: owner.workspace_id })),
    )
    for (const person of people) await app.make.collaborator(target, person, 'viewer')
    const emails = people.map(({ email }) => email).sort()
    for (const limit of [1, 2, 5, 100]) {
      const walk = iterate(app.as(viewer).collaborators.list, { app_id: target.id }, { limit })
      expect((await Array.fromAsync(walk)).map(({ email }) => email)).toEqual(emails)
    }
  })

  test('a cursor of another app or a tampered one is refused', async () => {
    const [one, other] = [await app.make.app(owner), await app.make.app(owner)]
    for (const target of [one, other])
      for (const person of [viewer, guest]) await app.make.collaborator(target, person, 'viewer')
    const page = await app.as(owner).collaborators.list({ app_id: one.id }, { limit: 1 })
    const cursor = page.next_cursor ?? ''
    const { collaborators } = app.as(owner)
    for (const [app_id, text] of [
      [other.id, cursor],
      [one.id, `A${cursor}`],
    ] as const)
      await expect(collaborators.list({ app_id }, { cursor: text })).rejects.toMatchObject({
        status: 422,
        detail: [{ loc: ['query', 'cursor'], type: 'cursor_invalid' }],
      })
  })

  test('pages past the longest emails there may be', async () => {
    const target = await app.make.app(owner)
    const emails = ['a', 'b', 'c'].map((last) => `${'\u{1F600}'.repeat(241)}${last}@example.com`)
    for (const email of emails) {
      const user = await app.make.user({ email })
      await app.make.membership(owner.workspace_id, user, 'guest')
      await app.make.collaborator(target, { ...owner, id: user.id }, 'viewer')
    }
    const walk = iterate(app.as(owner).collaborators.list, { app_id: target.id }, { limit: 1 })
    expect((await Array.fromAsync(walk)).map(({ email }) => email)).toEqual(emails)
  })
})

describe.each(['list', 'set', 'remove'] as const)('collaborators.%s', (verb) => {
  const attempt = async (who: Person | string, app_id: string) => {
    const { collaborators } = app.as(who)
    const params = { app_id, email: guest.email }
    if (verb === 'list') return collaborators.list({ app_id })
    return verb === 'set' ? collaborators.set(params, { role: 'viewer' }) : collaborators.remove(params)
  }

  test('a missing, foreign, deleted or out-of-reach app is not found', async () => {
    const [mine, foreign, gone] = [
      await app.make.app(owner),
      await app.make.app(stranger),
      await app.make.app(owner),
    ]
    await app.as(owner).apps.delete({ app_id: gone.id })
    for (const id of ['app_nope', foreign.id, gone.id])
      await expect(attempt(owner, id)).rejects.toEqual(MISSING)
    const limited = await app.make.token(owner, { app_ids: ['app_other'] })
    await expect(attempt(limited, mine.id)).rejects.toEqual(MISSING)
    await expect(attempt(guest, mine.id)).rejects.toEqual(MISSING)
  })

  if (verb !== 'list')
    test('refuses who may only look, also at themselves', async () => {
      const target = await app.make.app(owner)
      await app.make.collaborator(target, guest, 'viewer')
      for (const who of [viewer, guest])
        await expect(attempt(who, target.id)).rejects.toEqual(refusal(403, 'editor_required'))
    })
})
