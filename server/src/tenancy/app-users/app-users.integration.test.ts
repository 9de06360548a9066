/** The users of an app, in the hands of those who edit it. */
import { iterate } from '@atrium/sdk'
import { beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { startApp } from '../../../test/start-app.ts'
import { useApp } from '../../../test/use-app.ts'
import { useMade } from '../../../test/use-started.ts'
import { useTeam } from '../../../test/use-team.ts'
import { purgeAppUsers } from './purge-app-users.ts'
import { newestMail } from './test/app-mail.ts'

const app = useApp({ rate_limits: 'off', base_url: 'https://atrium.example.com' })
const { owner, viewer, stranger } = useTeam(app)
const path = useMade(
  async () => ({ app_id: (await app.make.app(owner, { public_settings: 'public_with_login' })).id }),
  beforeEach,
)

const NO_APP = refusal(404, 'app_not_found')
const NO_EDITOR = refusal(403, 'editor_required')
const NO_USER = refusal(404, 'app_user_not_found')
const made = (fields: Record<string, unknown> = {}) => app.make.appUser({ id: path.app_id }, fields)
const at = (user: { id: string }) => ({ ...path, user_id: user.id })
const INVITED = 'grace@example.com'

async function audited(action: string) {
  const { items } = await app.as(owner).audit.list({ action, app_id: path.app_id })
  return items
}

describe('only those who edit the app', () => {
  test('list, invite, change and remove', async () => {
    const user = await made()
    for (const [person, refused] of [
      [viewer, NO_EDITOR],
      [stranger, NO_APP],
    ] as const) {
      const client = app.as(person)
      await expect(client.app_users.list(path)).rejects.toEqual(refused)
      await expect(client.app_users.invite(path, { user_email: INVITED })).rejects.toEqual(refused)
      await expect(client.app_users.update(at(user), { role: 'admin' })).rejects.toEqual(refused)
      await expect(client.app_users.remove(at(user))).rejects.toEqual(refused)
    }
  })
})

describe('the list', () => {
  test('shows own users and known members, newest first, in pages', async () => {
    const first = await made({ role: 'clerk', data: { team: 'a' }, created_date: new Date(1000) })
    const second = await made({ verified_date: null, created_date: new Date(2000) })
    await app.as(viewer).users.update_me(path, { team: 'b' })
    const whole = await app.as(owner).app_users.list(path)
    expect(whole).toMatchObject({
      items: [
        {
          id: viewer.id,
          email: viewer.email,
          kind: 'member',
          status: 'active',
          role: null,
          data: { team: 'b' },
        },
        { id: second.id, kind: 'app_user', status: 'unverified', role: 'user' },
        { id: first.id, email: first.email, status: 'active', role: 'clerk', data: { team: 'a' } },
      ],
      has_more: false,
    })
    expect(JSON.stringify(whole)).not.toContain('argon2')
    const page = await app.as(owner).app_users.list(path, { limit: 2 })
    const rest = await app.as(owner).app_users.list(path, { limit: 2, cursor: page.next_cursor ?? '' })
    expect([...page.items, ...rest.items]).toEqual(whole.items)
  })

  test('meets each once, also of many who came at one moment', async () => {
    const created_date = new Date(1000)
    const ids = []
    for (let n = 0; n < 5; n++) ids.push((await made({ created_date })).id)
    const walk = iterate(app.as(owner).app_users.list, path, { limit: 2, search: 'example' })
    expect((await Array.fromAsync(walk)).map(({ id }) => id)).toEqual(ids.toSorted().toReversed())
  })

  test('is searched by a part of the email, of members too', async () => {
    const user = await made({ email: 'Anna.Smith@example.com'.toLowerCase() })
    await made()
    await app.as(viewer).users.update_me(path, {})
    const found = async (search: string) =>
      (await app.as(owner).app_users.list(path, { search })).items.map(({ id }) => id)
    expect(await found('A.SMITH')).toEqual([user.id])
    expect(await found(viewer.email.slice(2, 20))).toEqual([viewer.id])
    expect(await found('%')).toEqual([])
  })
})

describe('an invitation', () => {
  const invite = (user_email = INVITED, role?: string) =>
    app.as(owner).app_users.invite(path, { user_email, ...(role !== undefined && { role }) })

  test('mails a link to the app and is in the list and the audit log', async () => {
    await app.as(owner).apps.update(path, { published_url: 'https://shop.example.com', name: 'Shop' })
    const invited = await invite('Grace@Example.com', 'clerk')
    expect(invited).toMatchObject({ email: INVITED, kind: 'app_user', status: 'invited', role: 'clerk' })
    const mail = await newestMail(app, owner, INVITED)
    expect(mail?.subject).toBe('Test Person invites you to Shop')
    expect(mail?.text).toContain('https://shop.example.com\n')
    expect((await app.as(owner).app_users.list(path)).items).toEqual([invited])
    expect(await audited('app_users.invite')).toMatchObject([
      { target_id: invited.id, actor_email: owner.email, detail: { email: INVITED, role: 'clerk' } },
    ])
  })

  test('goes to either address', async () => {
    for (const [n, address] of ['runtime/users/invite-user', 'users/invite-user'].entries()) {
      const answer = await fetch(`${app.baseUrl}/api/apps/${path.app_id}/${address}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
        body: JSON.stringify({ user_email: `${n}@example.com`, role: 'user' }),
      })
      expect(answer.status).toBe(201)
    }
  })

  test('keeps its role when they sign up', async () => {
    const { id } = await invite(INVITED, 'clerk')
    const registered = await app.anonymous.app_auth.register(path, {
      email: INVITED,
      password: 'correct horse battery staple',
    })
    expect(registered.id).toBe(id)
    expect((await app.as(owner).app_users.list(path)).items).toMatchObject([{ id, role: 'clerk' }])
  })

  test('is refused for who is invited, signed up, or sees the app anyway', async () => {
    const exists = refusal(409, 'app_user_exists')
    await invite()
    await expect(invite(INVITED.toUpperCase())).rejects.toEqual(exists)
    await expect(invite((await made()).email)).rejects.toEqual(exists)
    await expect(invite(viewer.email)).rejects.toEqual(exists)
  })

  test('twice at once is one', async () => {
    const outcomes = await Promise.allSettled([invite(), invite()])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('a change', () => {
  test('of role and data holds at once, and is in the audit log without the values', async () => {
    const user = await made({ data: { team: 'a', desk: 1 } })
    expect(await app.as(user.token).users.me(path)).toMatchObject({ role: 'user', team: 'a' })
    const changed = await app
      .as(owner)
      .app_users.update(at(user), { role: 'clerk', data: { team: 'b', desk: null, id: 'x' } })
    expect(changed).toMatchObject({ id: user.id, role: 'clerk', data: { team: 'b' } })
    expect(changed.data).toEqual({ team: 'b' })
    expect(await app.as(user.token).users.me(path)).toMatchObject({ role: 'clerk', team: 'b' })
    expect(await audited('app_users.update')).toMatchObject([
      { target_id: user.id, detail: { email: user.email, role: 'clerk', fields: ['team', 'desk'] } },
    ])
    expect(await app.as(owner).app_users.update(at(user), { role: null })).toMatchObject({ role: 'user' })
  })

  test('also of people who see the app and are not known to it yet', async () => {
    expect(await app.as(owner).app_users.update(at(viewer), { role: 'clerk' })).toMatchObject({
      id: viewer.id,
      kind: 'member',
      role: 'clerk',
    })
    expect(await app.as(viewer).users.me(path)).toMatchObject({ role: 'clerk' })
  })

  test('of nobody is refused', async () => {
    const elsewhere = await app.make.appUser(await app.make.app(owner))
    for (const user of [{ id: 'acc_unknown' }, elsewhere, stranger])
      await expect(app.as(owner).app_users.update(at(user), { role: 'x' })).rejects.toEqual(NO_USER)
  })

  test('fits the schema User', async () => {
    const user = await made()
    await app
      .as(owner)
      .schemas.set({ app_id: path.app_id, name: 'User' }, { properties: { age: { type: 'integer' } } })
    await expect(app.as(owner).app_users.update(at(user), { data: { age: 'old' } })).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['body', 'data', 'age'], type: 'int_type' }],
    })
  })
})

describe('removing', () => {
  test('ends every session at once, on other nodes too', async () => {
    const other = await startApp({ rate_limits: 'off', database_url: app.databaseUrl })
    const user = await made()
    await app.as(user.token).users.me(path)
    await other.as(user.token).users.me(path)
    expect(await app.as(owner).app_users.remove(at(user))).toEqual({ success: true })
    await expect(app.as(user.token).users.me(path)).rejects.toEqual(refusal(401, 'invalid_credentials'))
    const elsewhere = () =>
      other
        .as(user.token)
        .users.me(path)
        .then(
          () => 200,
          (error) => error.status,
        )
    await expect.poll(elsewhere, { interval: 20 }).toBe(401)
    expect((await app.as(owner).app_users.list(path)).items).toEqual([])
    expect(await audited('app_users.remove')).toMatchObject([
      { target_id: user.id, detail: { email: user.email } },
    ])
  })

  test('leaves their records, and the email can sign up again', async () => {
    const user = await made()
    const entity = { ...path, entity_name: 'User' }
    const { id } = await app.as(user.token).records.create(entity, {})
    await app.as(owner).app_users.remove(at(user))
    expect(await app.as(owner).records.get({ ...entity, entity_id: id })).toMatchObject({
      created_by_id: user.id,
    })
    const again = await app.anonymous.app_auth.register(path, {
      email: user.email,
      password: 'correct horse battery staple',
    })
    expect(again.id).not.toBe(user.id)
  })

  test('takes what was mailed to them along: a code, or a link for a new password', async () => {
    const email = 'ada@example.com'
    await app.anonymous.app_auth.register(path, { email, password: 'correct horse battery staple' })
    const forgetful = await made()
    await app.anonymous.app_auth.reset_password_request(path, { email: forgetful.email })
    const { items } = await app.as(owner).app_users.list(path)
    expect(items).toHaveLength(2)
    for (const user of items) await app.as(owner).app_users.remove(at(user))
    const rows = await app.sql`select from app_user_proofs where app_id = ${path.app_id}`
    expect(rows).toEqual([])
  })

  test('a member keeps their access, and loses what the app kept', async () => {
    await app.as(viewer).users.update_me(path, { team: 'b' })
    await app.as(owner).app_users.remove(at(viewer))
    expect(await app.as(viewer).users.me(path)).not.toHaveProperty('team')
  })

  test('nobody is refused', async () => {
    await expect(app.as(owner).app_users.remove(at(viewer))).rejects.toEqual(NO_USER)
    await expect(app.as(owner).app_users.remove(at({ id: 'acc_unknown' }))).rejects.toEqual(NO_USER)
  })
})

describe('public settings', () => {
  const ask = (as: ReturnType<typeof app.as>) => as.apps.public_settings(path)
  const closed = (reason: string) =>
    expect.objectContaining({
      status: 403,
      code: reason,
      body: expect.objectContaining({ extra_data: { reason } }),
    })

  test.each(['private_with_login', 'workspace_with_login', 'public_with_login'] as const)(
    'of an app that is %s are shown to those who may open it',
    async (public_settings) => {
      await app.as(owner).apps.update(path, { public_settings })
      const shown = { id: path.app_id, public_settings }
      expect(await ask(app.as(viewer))).toEqual(shown)
      const own = await app.make.appUser({ id: path.app_id }, { invited_date: app.clock.now() })
      expect(await ask(app.as(own.token))).toEqual(shown)
      await expect(ask(app.anonymous)).rejects.toEqual(closed('auth_required'))
      await expect(ask(app.as('aps_ended_long_ago'))).rejects.toEqual(closed('auth_required'))
      const stranger = await app.make.person('owner')
      await expect(ask(app.as(stranger))).rejects.toEqual(closed('user_not_registered'))
      const elsewhere = await app.make.appUser(
        await app.make.app(owner, { public_settings: 'public_with_login' }),
      )
      await expect(ask(app.as(elsewhere.token))).rejects.toEqual(closed('user_not_registered'))
    },
  )

  test('of an app that is open are shown to everybody, of none to nobody', async () => {
    await app.as(owner).apps.update(path, { public_settings: 'public_without_login' })
    const stranger = await app.make.person('owner')
    for (const client of [app.anonymous, app.as('aps_ended_long_ago'), app.as(stranger), app.as(viewer)])
      expect(await ask(client)).toEqual({ id: path.app_id, public_settings: 'public_without_login' })
    await app.as(owner).apps.delete(path)
    await expect(ask(app.anonymous)).rejects.toEqual(NO_APP)
  })
})

test('who never proved their email is removed after a week, and expired codes', async () => {
  const old = new Date(app.clock.now().getTime() - 7 * 86_400_000 - 1000)
  const young = new Date(app.clock.now().getTime() - 7 * 86_400_000 + 60_000)
  const ids = async () => (await app.as(owner).app_users.list(path)).items.map(({ id }) => id).toSorted()
  const kept: { id: string }[] = [
    await made({ updated_date: old }),
    await made({ updated_date: young, verified_date: null }),
    await made({ updated_date: old, verified_date: null, invited_date: old }),
  ]
  // People of the workspace have no email here to prove.
  await app.as(viewer).users.update_me(path, { team: 'b' })
  await app.sql`update app_users set updated_date = ${old} where app_id = ${path.app_id} and user_id = ${viewer.id}`
  kept.push(viewer)
  await made({ updated_date: old, verified_date: null })
  await app.anonymous.app_auth.register(path, { email: INVITED, password: 'correct horse battery staple' })
  const proofs = async () => {
    const rows = await app.sql`select from app_user_proofs where app_id = ${path.app_id}`
    return rows.length
  }
  const purge = async () => {
    await app.atrium.jobs.send(app.atrium.db, purgeAppUsers, {})
    await app.atrium.jobs.drain()
  }
  await purge()
  expect(await ids()).toHaveLength(kept.length + 1)
  expect(await ids()).toEqual(expect.arrayContaining(kept.map(({ id }) => id)))
  expect(await proofs()).toBe(1)
  app.clock.move(25 * 60 * 60)
  await purge()
  expect(await proofs()).toBe(0)
})
