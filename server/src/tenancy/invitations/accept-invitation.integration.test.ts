import { beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { startApp } from '../../../test/start-app.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import { linkToken } from './test/invitation-links.ts'

const app = useApp({ rate_limits: 'off' })
const { owner } = useTeam(app, beforeEach)
let count = 0
let email: string

beforeEach(async () => {
  email = `newcomer-${++count}@example.com`
})

const NOT_FOUND = refusal(404, 'invitation_not_found')
const NAME = { full_name: ' Grace Murray ', password: 'correct horse' }
const invite = async (to = email, role: 'admin' | 'editor' | 'viewer' | 'guest' = 'editor') => {
  await app.as(owner).invitations.create({ email: to, role })
  return linkToken(app, owner, to)
}
const accept = (token: string, more: object = NAME) =>
  app.anonymous.invitations.accept({ invitation_token: token, ...more })
const listed = async () => (await app.as(owner).members.list({ search: email })).members[0]

/** Someone with an account, and a session, in a workspace of their own. */
const withAccount = async () => {
  const person = await app.make.person('owner')
  return { person, session: await app.make.session(person) }
}

describe('a newcomer', () => {
  test('gets an account, a session and the role', async () => {
    const joined = await accept(await invite())
    expect(joined).toMatchObject({
      workspace_id: owner.workspace_id,
      user: {
        email,
        full_name: 'Grace Murray',
        workspaces: [{ id: owner.workspace_id, user_role: 'editor' }],
      },
      token: expect.stringMatching(/^ses_/),
    })
    expect(await app.as(joined.token ?? '').session.read()).toEqual(joined.user)
    await app.as(joined.token ?? '').apps.create({ name: 'First' })
    expect(await listed()).toMatchObject({
      status: 'joined',
      access_state: 'active',
      assigned_via: 'invitation',
      full_name: 'Grace Murray',
      user_id: joined.user.id,
    })
    const again = await app.anonymous.session.create({ email, password: NAME.password })
    expect(again.user).toEqual(joined.user)
  })

  test('is signed in by cookie too, and the trail tells who joined', async () => {
    const response = await fetch(`${app.baseUrl}/api/invitations/accept`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: 'atrium=ses_of_long_ago' },
      body: JSON.stringify({ invitation_token: await invite(), ...NAME }),
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toMatch(/^atrium=ses_[\w-]+; Path=\/; HttpOnly; SameSite=Lax/)
    const { user } = (await response.json()) as { user: { id: string } }
    const [entry] = (await app.as(owner).audit.list({ action: 'invitations.accept' })).items
    expect(entry).toMatchObject({
      actor_id: user.id,
      actor_email: email,
      credential_kind: 'session',
      target_type: 'member',
      target_id: user.id,
      detail: { email, role: 'editor' },
    })
    expect(app.atrium.events.announced.at(-1)).toEqual({
      event: 'member.joined',
      payload: { workspace_id: owner.workspace_id, user_id: user.id, role: 'editor' },
    })
  })

  test.each([
    [{}, ['full_name', 'password'], ['missing', 'missing']],
    [{ full_name: 'G' }, ['password'], ['missing']],
    [{ password: 'long enough' }, ['full_name'], ['missing']],
    [{ full_name: 'G', password: 'short' }, ['password'], ['string_too_short']],
    [{ full_name: ' ', password: 'long enough' }, ['full_name'], ['string_pattern_mismatch']],
  ])('must send name and password: %j', async (more, fields, types) => {
    const token = await invite()
    const failing = accept(token, more)
    await expect(failing).rejects.toMatchObject({ status: 422 })
    const { detail } = await failing.catch((error) => error)
    expect(detail.map((row: { loc: string[] }) => row.loc[1])).toEqual(fields)
    expect(detail.map((row: { type: string }) => row.type)).toEqual(types)
    await accept(token) // it is still good
  })

  test('joins once: a used link is unknown', async () => {
    const token = await invite()
    await accept(token)
    await expect(accept(token)).rejects.toEqual(NOT_FOUND)
    await expect(app.anonymous.invitations.preview({ invitation_token: token })).rejects.toEqual(NOT_FOUND)
  })

  test('who accepts several times at once joins once', async () => {
    for (let round = 0; round < 3; round++) {
      email = `newcomer-${++count}@example.com`
      const token = await invite()
      const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => accept(token)))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect([404, 409]).toContain(outcome.reason.status)
      const rows = await app.sql`select from users where email = ${email}`
      expect(rows).toHaveLength(1)
    }
  })

  test('while the invitation is taken back or sent again either joins or does not', async () => {
    for (const rival of ['revoke', 'resend'] as const) {
      email = `newcomer-${++count}@example.com`
      const token = await invite()
      const change = (): Promise<unknown> => app.as(owner).invitations[rival]({ email })
      const [joined, changed] = await Promise.allSettled([accept(token), change()])
      expect([joined.status, changed.status].sort()).toEqual(['fulfilled', 'rejected'])
      const member = await listed()
      if (joined.status === 'fulfilled') expect(member?.status).toBe('joined')
      else expect(member?.status).toBe(rival === 'revoke' ? undefined : 'pending')
      const rows = await app.sql`select from users where email = ${email}`
      expect(rows).toHaveLength(joined.status === 'fulfilled' ? 1 : 0)
    }
  })
})

describe('someone with an account', () => {
  test('accepts with a session of the invited email', async () => {
    const { person, session } = await withAccount()
    const token = await invite(person.email, 'viewer')
    expect((await app.anonymous.invitations.preview({ invitation_token: token })).has_account).toBe(true)
    const joined = await app.as(session).invitations.accept({ invitation_token: token })
    expect(joined.token).toBeNull()
    expect(joined.user.workspaces.map(({ id }) => id).sort()).toEqual(
      [person.workspace_id, owner.workspace_id].sort(),
    )
    const { workspaces } = await app.as(session).session.read()
    expect(workspaces.find(({ id }) => id === owner.workspace_id)?.user_role).toBe('viewer')
  })

  test('must be signed in: the link alone is not enough', async () => {
    const { person } = await withAccount()
    const token = await invite(person.email)
    for (const more of [{}, NAME])
      await expect(accept(token, more)).rejects.toEqual(refusal(409, 'account_exists'))
  })

  test('cannot take the invitation of another', async () => {
    const { session } = await withAccount()
    const token = await invite()
    const failing = app.as(session).invitations.accept({ invitation_token: token, ...NAME })
    await expect(failing).rejects.toEqual(refusal(403, 'invitation_for_other_email'))
    await accept(token)
  })

  test('accepts with a session, not with a token of some workspace', async () => {
    const { person } = await withAccount()
    const token = await invite(person.email)
    await expect(app.as(person).invitations.accept({ invitation_token: token })).rejects.toEqual(
      refusal(403, 'session_required'),
    )
    const { secret } = await app.make.credential({ kind: 'api_key', user_id: person.id })
    expect((await app.as(secret).invitations.accept({ invitation_token: token })).workspace_id).toBe(
      owner.workspace_id,
    )
  })

  test('who is a member under another email stays as they are', async () => {
    const { person, session } = await withAccount()
    const token = await invite(person.email)
    const user = { id: person.id, email: 'other@example.com', full_name: '' }
    await app.make.membership(owner.workspace_id, user, 'viewer')
    await expect(app.as(session).invitations.accept({ invitation_token: token })).rejects.toEqual(
      refusal(409, 'already_member'),
    )
  })

  test('who accepts several times at once joins once', async () => {
    const { person, session } = await withAccount()
    const token = await invite(person.email)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 4 }, () => app.as(session).invitations.accept({ invitation_token: token })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('a link', () => {
  const bothWays = (token: string) => [
    () => app.anonymous.invitations.preview({ invitation_token: token }) as Promise<unknown>,
    () => accept(token) as Promise<unknown>,
  ]

  test('that nobody made is unknown, in the same words as one taken back', async () => {
    const token = await invite()
    await app.as(owner).invitations.revoke({ email })
    const reported = new Set<string>()
    for (const wrong of [token, 'inv_unknown', 'x', token.toUpperCase(), `${token}x`])
      for (const attempt of bothWays(wrong)) {
        const error = await attempt().then(String, (refused) => refused)
        expect(error).toEqual(NOT_FOUND)
        reported.add(`${error.message} ${error.detail}`)
      }
    expect(reported.size).toBe(1)
  })

  test('ends after 60 days, whether or not the job has been there', async () => {
    const token = await invite()
    const setAge = (ms: number) =>
      app.sql`update members set created_date = ${new Date(app.clock.now().getTime() - ms)} where email = ${email}`
    const days = 60 * 86_400_000
    await setAge(days)
    for (const attempt of bothWays(token))
      await expect(attempt()).rejects.toEqual(refusal(410, 'invitation_expired'))
    await app.sql`update members set status = 'expired', access_state = 'invite_expired' where email = ${email}`
    for (const attempt of bothWays(token))
      await expect(attempt()).rejects.toEqual(refusal(410, 'invitation_expired'))
    await app.sql`update members set status = 'pending', access_state = 'invited' where email = ${email}`
    await setAge(days - 60_000)
    await accept(token)
  })

  test('to an admin’s place needs the plan still to be there', async () => {
    const token = await invite(email, 'admin')
    const setPlan = (plan: string) =>
      app.sql`update workspaces set plan = ${plan} where id = ${owner.workspace_id}`
    await setPlan('pro')
    await expect(accept(token)).rejects.toEqual(refusal(402, 'plan_upgrade_required'))
    await setPlan('business')
    expect((await accept(token)).user.workspaces).toMatchObject([{ user_role: 'admin' }])
  })

  test('of someone whom an operator let in since is used up', async () => {
    const token = await invite()
    const user = await app.make.user({ email })
    await app.sql`update members set status = 'joined', access_state = 'active', user_id = ${user.id}
      where email = ${email}`
    for (const attempt of bothWays(token)) await expect(attempt()).rejects.toEqual(NOT_FOUND)
  })
})

test('looking and accepting are limited by address', async () => {
  const limited = await startApp()
  const { invitations } = limited.anonymous
  const codes = async (attempt: () => Promise<unknown>, times: number) => {
    const seen: string[] = []
    for (let i = 0; i < times; i++) seen.push(await attempt().then(String, (error) => error.code))
    return seen
  }
  const accepting = await codes(() => invitations.accept({ invitation_token: 'x', ...NAME }), 11)
  expect(accepting.indexOf('rate_limited')).toBe(10)
  const looking = await codes(() => invitations.preview({ invitation_token: 'x' }), 31)
  expect(looking.indexOf('rate_limited')).toBe(30)
  await expect(limited.anonymous.invitations.preview({} as never)).rejects.toMatchObject({ status: 429 })
})

test('a preview without a token is refused', async () => {
  await expect(app.anonymous.invitations.preview({} as never)).rejects.toMatchObject({
    status: 422,
    detail: [{ loc: ['body', 'invitation_token'], type: 'missing' }],
  })
})
