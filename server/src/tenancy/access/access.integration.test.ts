/** Which credentials let whom in, by which door, and how far. */
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AnswerOf, operations } from '@atrium/contract'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useApp({ rate_limits: 'off' })
const { owner, stranger } = useTeam(app)

const INVALID = refusal(401, 'invalid_credentials')

interface Answer {
  status: number
  body: AnswerOf<typeof operations.session.read> & { code?: string }
}

/** The answer of session.read to these headers, repeated ones included. */
function whoAmI(headers: Record<string, string | string[]>): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = request(`${app.baseUrl}/api/auth/me`, { headers }, async (answer) => {
    resolve({ status: answer.statusCode ?? 0, body: JSON.parse(await text(answer)) })
  })
  sent.on('error', reject)
  sent.end()
  return promise
}

describe('a personal access token', () => {
  test('comes by either header, in any case of its scheme', async () => {
    for (const headers of [
      { authorization: `Bearer ${owner.token}` },
      { authorization: `bEARER ${owner.token}` },
      { api_key: owner.token },
    ])
      expect(await whoAmI(headers)).toMatchObject({ status: 200, body: { id: owner.id } })
  })

  test('acts in its workspace alone, though its owner has others', async () => {
    const elsewhere = await app.make.workspace()
    const user = { ...owner, full_name: '' }
    await app.make.membership(elsewhere.id, user, 'owner')
    const other = await app.make.app({ ...owner, workspace_id: elsewhere.id })
    const client = app.as(owner)
    await expect(client.apps.read({ app_id: other.id })).rejects.toEqual(refusal(404, 'app_not_found'))
    await expect(client.apps.list({ workspaceId: elsewhere.id })).rejects.toEqual(
      refusal(404, 'workspace_not_found'),
    )
    const session = app.as(await app.make.session(owner))
    expect((await session.apps.read({ app_id: other.id })).id).toBe(other.id)
  })

  test('limited to some apps sees the others as missing', async () => {
    const [mine, other] = [await app.make.app(owner), await app.make.app(owner)]
    const limited = app.as(await app.make.token(owner, { app_ids: [mine.id] }))
    expect((await limited.apps.read({ app_id: mine.id })).user_role).toBe('editor')
    const missing = refusal(404, 'app_not_found')
    await expect(limited.apps.read({ app_id: other.id })).rejects.toEqual(missing)
    await expect(limited.apps.update({ app_id: other.id }, { name: 'x' })).rejects.toEqual(missing)
    await expect(limited.apps.delete({ app_id: other.id })).rejects.toEqual(missing)
    await expect(limited.collaborators.list({ app_id: other.id })).rejects.toEqual(missing)
    expect((await limited.apps.list()).items.map(({ id }) => id)).toEqual([mine.id])
  })

  test('stops when its owner leaves or is suspended', async () => {
    const workspace = { id: owner.workspace_id }
    const leaver = await app.make.person('editor', workspace)
    await app.sql`delete from members where user_id = ${leaver.id}`
    await expect(app.as(leaver).session.read()).rejects.toEqual(INVALID)
    const suspended = await app.make.person('editor', workspace, { access_state: 'suspended' })
    await expect(app.as(suspended).session.read()).rejects.toEqual(INVALID)
  })

  test('that expired or was disabled is not valid', async () => {
    const [past, soon] = [-1, 60].map((seconds) => new Date(app.clock.now().getTime() + seconds * 1000))
    const expired = await app.make.token(owner, { expires_at: past })
    const disabled = await app.make.token(owner, { disabled_at: past })
    for (const token of [expired, disabled])
      await expect(app.as(token).session.read()).rejects.toEqual(INVALID)
    const ending = app.as(await app.make.token(owner, { expires_at: soon }))
    await ending.session.read()
    app.clock.move(61) // it is cached, and still ends in time
    await expect(ending.session.read()).rejects.toEqual(INVALID)
  })
})

describe('a personal API key', () => {
  test('acts as its owner in all their workspaces, by either header', async () => {
    const person = await app.make.person('owner')
    const second = await app.make.workspace()
    await app.make.membership(second.id, { ...person, full_name: '' }, 'viewer', {
      joined_date: new Date(app.clock.now().getTime() + 1000),
    })
    const { secret } = await app.make.credential({ kind: 'api_key', user_id: person.id })
    const [first, other] = [
      await app.make.app(person),
      await app.make.app({ ...person, workspace_id: second.id }),
    ]
    for (const headers of [{ api_key: secret }, { authorization: `Bearer ${secret}` }])
      expect((await whoAmI(headers)).body.workspaces).toHaveLength(2)
    const ids = async (query: object) => (await app.as(secret).apps.list(query)).items.map(({ id }) => id)
    expect(await ids({})).toEqual([first.id])
    expect(await ids({ workspaceId: person.workspace_id })).toEqual([first.id])
    expect(await ids({ workspaceId: second.id })).toEqual([other.id])
    await expect(ids({ workspaceId: stranger.workspace_id })).rejects.toEqual(
      refusal(404, 'workspace_not_found'),
    )
    await expect(app.as(secret).apps.update({ app_id: other.id }, { name: 'x' })).rejects.toEqual(
      refusal(403, 'editor_required'),
    )
  })

  test('that was switched off is not valid', async () => {
    const key = { kind: 'api_key' as const, user_id: owner.id, disabled_at: app.clock.now() }
    const { secret } = await app.make.credential(key)
    expect(await whoAmI({ api_key: secret })).toMatchObject({ status: 401 })
  })
})

describe('a workspace key', () => {
  test('reads the audit log of its workspace and of no other', async () => {
    const { secret } = await app.make.credential({
      kind: 'workspace_key',
      workspace_id: owner.workspace_id,
    })
    const client = app.as(secret)
    expect((await client.audit.list()).items).toEqual([])
    await client.audit.list({ workspaceId: owner.workspace_id })
    await expect(client.audit.list({ workspaceId: stranger.workspace_id })).rejects.toEqual(
      refusal(404, 'workspace_not_found'),
    )
  })
})

describe('the headers', () => {
  test('bearer wins over api_key, and api_key over the cookie', async () => {
    const cookie = `atrium=${await app.make.session(stranger)}`
    const both = { authorization: `Bearer ${owner.token}`, api_key: stranger.token, cookie }
    expect((await whoAmI(both)).body.id).toBe(owner.id)
    expect((await whoAmI({ api_key: owner.token, cookie })).body.id).toBe(owner.id)
    expect((await whoAmI({ cookie })).body.id).toBe(stranger.id)
    const wrong = { authorization: 'Bearer pat_unknown', api_key: owner.token }
    expect((await whoAmI(wrong)).status).toBe(401)
  })

  test('a credential sent twice is refused', async () => {
    const bearer = `Bearer ${owner.token}`
    for (const headers of [{ authorization: [bearer, bearer] }, { api_key: [owner.token, owner.token] }])
      expect(await whoAmI(headers)).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
  })

  test.each([
    ['nothing', ''],
    ['no token', 'Bearer'],
    ['another scheme', 'Basic b3duZXI6cGFzcw=='],
    ['no scheme', 'TOKEN'],
    ['two spaces', 'Bearer  TOKEN'],
    ['a space inside', 'Bearer TOKEN TOKEN'],
    ['a tab', 'Bearer\tTOKEN'],
    ['another case of the token', 'Bearer token'],
    ['the kind alone', 'Bearer pat_'],
    ['600 characters', `Bearer ${'x'.repeat(600)}`],
  ])('an Authorization with %s is refused', async (_what, value) => {
    const authorization = value.replaceAll('TOKEN', owner.token).replace('token', owner.token.toUpperCase())
    expect(await whoAmI({ authorization })).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    })
  })

  test.each([[''], ['x'.repeat(600)], ['TOKEN,TOKEN']])('an api_key of "%s" is refused', async (value) => {
    const answer = await whoAmI({ api_key: value.replaceAll('TOKEN', owner.token) })
    expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
  })

  test('100 KB of token are too much to read', async () => {
    const answer = await whoAmI({ authorization: `Bearer ${'x'.repeat(100_000)}` })
    expect(answer).toMatchObject({ status: 431, body: { code: 'headers_too_large' } })
  })
})
