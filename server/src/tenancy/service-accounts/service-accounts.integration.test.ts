import { iterate } from '@atrium/sdk'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { invalidAt, refusal } from '../../../test/refusal.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useApp({ rate_limits: 'off' })
const { stranger } = useTeam(app)
const { owner, admin, editor, viewer, guest } = useTeam(app, beforeEach)

const INVALID = refusal(401, 'invalid_credentials')
const NOT_FOUND = refusal(404, 'service_account_not_found')
const FULL = { name: 'server', permission: 'full_access' as const }

/** An account with a token of its own. */
async function make(by: Person, fields: { role?: 'admin' | 'editor' | 'viewer'; app_ids?: string[] } = {}) {
  const client = app.as(by).service_accounts
  const account = await client.create({ name: 'Deploys', role: 'editor', ...fields })
  const { token } = await client.create_token({ service_account_id: account.id }, FULL)
  return { ...account, at: { service_account_id: account.id }, token }
}

describe('who may', () => {
  test('owners and admins with a token for the whole workspace; to others its accounts are missing', async () => {
    const bot = await make(owner)
    const { id } = await app.make.app(owner)
    const limited = await app.make.token(owner, { app_ids: [id] })
    const calls = (who: Person | string, at: { workspaceId?: string } = {}) => {
      const client = app.as(who).service_accounts
      const options = { query: at }
      return [
        () => client.create({ name: 'x', role: 'viewer' }, options),
        () => client.list(at),
        () => client.update(bot.at, { name: 'x' }, options),
        () => client.delete(bot.at, at),
        () => client.create_token(bot.at, FULL, options),
        () => client.list_tokens(bot.at, at),
        () => client.revoke_token({ ...bot.at, token_id: 'tok_x' }, at),
      ]
    }
    for (const call of calls(stranger, { workspaceId: owner.workspace_id }))
      await expect(call()).rejects.toEqual(refusal(404, 'workspace_not_found'))
    for (const who of [editor, viewer, guest])
      for (const call of calls(who)) await expect(call()).rejects.toEqual(refusal(403, 'admin_required'))
    for (const call of calls(limited))
      await expect(call()).rejects.toEqual(refusal(403, 'token_limited_to_apps'))
    const [made, list, ...named] = calls(stranger)
    await Promise.all([made?.(), list?.()])
    for (const call of named) await expect(call()).rejects.toEqual(NOT_FOUND)
    expect((await app.as(bot.token).session.read()).id).toBe(bot.id)
  })

  test('the role admin needs the plan; an app that is not seen is none', async () => {
    const small = await app.make.person('owner', await app.make.workspace({ plan: 'free' }))
    const client = app.as(small).service_accounts
    const { id } = await client.create({ name: 'x', role: 'viewer' })
    for (const call of [
      () => client.create({ name: 'x', role: 'admin' }),
      () => client.update({ service_account_id: id }, { role: 'admin' }),
    ])
      await expect(call()).rejects.toEqual(refusal(402, 'plan_upgrade_required'))
    const foreign = await app.make.app(stranger)
    const app_ids = [foreign.id]
    for (const call of [
      () => client.create({ name: 'x', role: 'viewer', app_ids }),
      () => client.update({ service_account_id: id }, { app_ids }),
      () => client.create_token({ service_account_id: id }, { ...FULL, app_ids }),
    ])
      await expect(call()).rejects.toEqual(refusal(404, 'app_not_found'))
  })

  test('no account changes or deletes itself, nor makes what outlasts its token', async () => {
    const bot = await make(owner, { role: 'admin' })
    const self = app.as(bot.token).service_accounts
    for (const call of [() => self.update(bot.at, { role: 'viewer' }), () => self.delete(bot.at)])
      await expect(call()).rejects.toEqual(refusal(403, 'own_membership_protected'))
    const expires_at = new Date(app.clock.now().getTime() + 60_000).toISOString()
    const short = await app.as(owner).service_accounts.create_token(bot.at, { ...FULL, expires_at })
    const longer = app.as(short.token).service_accounts.create_token(bot.at, FULL)
    await expect(longer).rejects.toEqual(refusal(403, 'token_scope_exceeded'))
    const [other] = (await app.as(owner).service_accounts.list_tokens(bot.at)).items.slice(-1)
    const revoking = app
      .as(short.token)
      .service_accounts.revoke_token({ ...bot.at, token_id: other?.id ?? '' })
    await expect(revoking).rejects.toEqual(refusal(403, 'token_scope_exceeded'))
  })
})

describe('a service account', () => {
  test('works with its role, is named in the audit log, and is no person among the members', async () => {
    const emailsOf = ({ members }: Awaited<ReturnType<ReturnType<typeof app.as>['members']['list']>>) =>
      members.map(({ email }) => email)
    const before = await app.as(owner).members.list()
    const bot = await make(admin)
    expect(bot).toMatchObject({ name: 'Deploys', description: '', role: 'editor', app_ids: null })
    expect(bot).toMatchObject({ created_by: admin.id, last_seen: null })
    expect(bot.email).toMatch(/^deploys-\w{10}@service\.invalid$/)
    const client = app.as(bot.token)
    const made = await client.apps.create({ name: 'By a program' })
    expect(made).toMatchObject({ owner_id: bot.id, user_role: 'editor' })
    await expect(client.members.set_role({ email: viewer.email }, { role: 'editor' })).rejects.toEqual(
      refusal(403, 'admin_required'),
    )
    const [entry] = (await app.as(owner).audit.list({ action: 'apps.create' })).items
    expect(entry).toMatchObject({
      actor_id: bot.id,
      actor_email: bot.email,
      credential_kind: 'personal_token',
    })

    const after = await app.as(owner).members.list()
    expect([emailsOf(after), after.total]).toEqual([emailsOf(before), before.total])
    for (const body of [
      { search: 'deploys' },
      { roles: ['editor' as const] },
      { sort_by: 'apps', sort_dir: 'desc' },
    ] as const) {
      const found = await app.as(owner).members.list(body as Parameters<typeof client.members.list>[0])
      expect(emailsOf(found)).not.toContain(bot.email)
      expect(found.total).toBe(found.members.length)
    }
    const { email } = bot
    for (const call of [
      () => app.as(owner).members.set_role({ email }, { role: 'admin' }),
      () => app.as(owner).members.remove({ email }),
      () => app.as(owner).collaborators.set({ app_id: made.id, email }, { role: 'viewer' }),
    ])
      await expect(call()).rejects.toEqual(refusal(404, 'member_not_found'))
  })

  test('cannot sign in, not even with a password that somebody gave it', async () => {
    const bot = await make(owner)
    const { hashPassword } = await import('../../platform/passwords/passwords.ts')
    const password = 'a long password of a program'
    await app.sql`update users set password_hash = ${await hashPassword(password)} where id = ${bot.id}`
    const signing = app.anonymous.session.create({ email: bot.email, password })
    await expect(signing).rejects.toEqual(refusal(401, 'invalid_login'))
    const { id: app_id } = await app.make.app(owner, { public_settings: 'public_with_login' })
    const entering = app.anonymous.app_auth.login({ app_id }, { email: bot.email, password })
    await expect(entering).rejects.toEqual(refusal(401, 'invalid_login'))
    await app.anonymous.account.request_password_reset({ email: bot.email })
    await app.atrium.jobs.drain()
    expect(await app.sql`select from mails where recipient = ${bot.email}`).toEqual([])
    await expect(app.as(bot.token).workspaces.create({ name: 'x' })).rejects.toEqual(
      refusal(403, 'session_required'),
    )
  })

  test('goes on working when the person who made it has left', async () => {
    const bot = await make(admin)
    await app.as(owner).members.remove({ email: admin.email })
    await expect(app.as(admin).session.read()).rejects.toEqual(INVALID)
    expect((await app.as(bot.token).apps.create({ name: 'Still here' })).owner_id).toBe(bot.id)
    expect((await app.as(owner).service_accounts.list()).items).toMatchObject([{ created_by: admin.id }])
  })

  test('reaches its apps only, whatever its tokens say, as soon as they change', async () => {
    const [one, two] = [await app.make.app(owner), await app.make.app(owner)]
    const bot = await make(owner, { app_ids: [one.id] })
    const client = app.as(bot.token)
    const reached = async () => (await client.apps.list()).items.map(({ id }) => id).sort()
    expect(await reached()).toEqual([one.id])
    await expect(client.apps.create({ name: 'x' })).rejects.toEqual(refusal(403, 'token_limited_to_apps'))
    const accounts = app.as(owner).service_accounts
    const wider = accounts.create_token(bot.at, { ...FULL, app_ids: [two.id] })
    await expect(wider).rejects.toEqual(refusal(403, 'token_scope_exceeded'))
    await accounts.update(bot.at, { app_ids: [one.id, two.id] })
    expect(await reached()).toEqual([one.id, two.id].sort())
    const narrow = await accounts.create_token(bot.at, { ...FULL, app_ids: [two.id] })
    await accounts.update(bot.at, { app_ids: [one.id] })
    expect((await app.as(narrow.token).apps.list()).items).toEqual([])
    await accounts.update(bot.at, { app_ids: null })
    expect((await app.as(narrow.token).apps.list()).items.map(({ id }) => id)).toEqual([two.id])
  })

  test('keeps its apps while something else of it changes', async () => {
    const one = await app.make.app(owner)
    await app.make.app(owner)
    const bot = await make(owner, { app_ids: [one.id] })
    const updated = await app.as(admin).service_accounts.update(bot.at, { name: 'Builds' })
    expect(updated.app_ids).toEqual([one.id])
    expect((await app.as(bot.token).apps.list()).items.map(({ id }) => id)).toEqual([one.id])
  })

  test('is renamed and gets another role at once; what is left out stays', async () => {
    const bot = await make(owner)
    const updated = await app.as(admin).service_accounts.update(bot.at, { name: 'Builds', role: 'viewer' })
    expect(updated).toMatchObject({ id: bot.id, name: 'Builds', role: 'viewer', email: bot.email })
    await expect(app.as(bot.token).apps.create({ name: 'x' })).rejects.toEqual(
      refusal(403, 'editor_required'),
    )
    const described = await app.as(admin).service_accounts.update(bot.at, { description: 'Builds apps' })
    expect(described).toMatchObject({ name: 'Builds', description: 'Builds apps' })
    const [, first] = (await app.as(owner).audit.list({ action: 'service_accounts.update' })).items
    expect(first).toMatchObject({ detail: { name_before: 'Deploys', role_before: 'editor', role: 'viewer' } })
  })

  test('is deleted with all its tokens at once; its apps pass to the owner', async () => {
    const bot = await make(owner)
    const { id: app_id } = await app.as(bot.token).apps.create({ name: 'Left behind' })
    const own = await app.as(bot.token).tokens.create(FULL)
    const done = await app.as(admin).service_accounts.delete(bot.at)
    expect(done).toEqual({ deleted: true, id: bot.id, apps_passed_on: 1 })
    for (const token of [bot.token, own.token])
      await expect(app.as(token).session.read()).rejects.toEqual(INVALID)
    expect(await app.as(owner).apps.read({ app_id })).toMatchObject({ owner_id: owner.id })
    await expect(app.as(owner).service_accounts.delete(bot.at)).rejects.toEqual(NOT_FOUND)
    expect((await app.as(owner).service_accounts.list()).items).toEqual([])
    const [entry] = (await app.as(owner).audit.list({ action: 'service_accounts.delete' })).items
    expect(entry).toMatchObject({ target_id: bot.id, detail: { email: bot.email } })
  })
})

describe('tokens of service accounts', () => {
  test('show their value once, end in time and are revoked at once', async () => {
    const bot = await make(owner)
    const accounts = app.as(owner).service_accounts
    const past = new Date(app.clock.now().getTime() - 1000).toISOString()
    const ended = accounts.create_token(bot.at, { ...FULL, expires_at: past })
    await expect(ended).rejects.toMatchObject(invalidAt('body', 'expires_at'))
    const made = await accounts.create_token(bot.at, { ...FULL, permission: 'read_only' })
    expect(made.token).toMatch(/^pat_[\w-]{43}$/)
    const { items } = await accounts.list_tokens(bot.at)
    expect(items.map(({ id }) => id)).toContain(made.id)
    expect(JSON.stringify(items)).not.toContain(made.token)
    await app.as(made.token).apps.list()
    const at = { ...bot.at, token_id: made.id }
    expect(await accounts.revoke_token(at)).toEqual({ revoked: true, id: made.id })
    await expect(app.as(made.token).apps.list()).rejects.toEqual(INVALID)
    await expect(accounts.revoke_token(at)).rejects.toEqual(refusal(404, 'token_not_found'))
    const mine = await app.as(owner).tokens.create(FULL)
    await expect(accounts.revoke_token({ ...bot.at, token_id: mine.id })).rejects.toEqual(
      refusal(404, 'token_not_found'),
    )
  })

  test('are at most 20, and accounts at most 50, also of many at once', { tags: 'slow' }, async () => {
    const small = await app.make.person('owner')
    const accounts = app.as(small).service_accounts
    const refusedOf = async (calls: Promise<unknown>[]) =>
      (await Promise.allSettled(calls)).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    const bots = Array.from({ length: 52 }, (_, n) => accounts.create({ name: `B${n}`, role: 'viewer' }))
    const limit = refusal(409, 'service_account_limit_reached')
    expect(await refusedOf(bots)).toEqual([limit, limit])
    const listed = await Array.fromAsync(iterate(accounts.list, { limit: 20 }))
    expect(new Set(listed.map(({ id }) => id)).size).toBe(50)
    const at = { service_account_id: listed[0]?.id ?? '' }
    const tokens = Array.from({ length: 21 }, () => accounts.create_token(at, FULL))
    expect(await refusedOf(tokens)).toEqual([limit])
    const paged = await Array.fromAsync(iterate(accounts.list_tokens, at, { limit: 8 }))
    expect(paged).toHaveLength(20)
  })
})
