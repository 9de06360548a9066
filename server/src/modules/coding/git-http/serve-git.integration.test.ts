/** Who may fetch and push over HTTP, by what is answered to the first request of git. */
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../../test/start-app.ts'
import type { Git } from '../../../ports/git/port.ts'
import { basic, codeOf, useGitHttp } from '../test/git-http-scene.ts'

/** Takes any request, and says nothing. */
const serve: Git['serve'] = async (_folder, { service }) => ({
  content_type: `application/x-git-${service}-advertisement`,
  body: Readable.from([]),
})
const { app, team, shop, ask, refs } = useGitHttp({ serve })
const { owner, editor, viewer, guest, stranger } = team

describe('who may', () => {
  test('a caller without a credential, or with a wrong one, is refused', async () => {
    const answer = await ask(refs())
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/)
    expect(await codeOf(answer)).toEqual([401, 'missing_credentials'])
    expect(await codeOf(await ask(refs(), basic('pat_wrong')))).toEqual([401, 'invalid_credentials'])
  })

  test('a cookie is no credential here: a page must not push for somebody', async () => {
    const cookie = `atrium=${await app.make.session(owner)}`
    const own = { cookie, origin: app.baseUrl, 'sec-fetch-site': 'same-origin' }
    expect(await codeOf(await ask(refs(), own))).toEqual([401, 'missing_credentials'])
    const push = `${owner.workspace_id}/acme/shop.git/git-receive-pack`
    const form = { ...basic(owner.token), 'content-type': 'text/plain' }
    expect((await ask(push, form, { method: 'POST', body: '0000' })).status).toBe(415)
  })

  test('the basic scheme counts here alone', async () => {
    const answer = await fetch(`${app.baseUrl}/api/auth/me`, { headers: basic(owner.token) })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(await codeOf(answer)).toEqual([401, 'invalid_credentials'])
    expect((await ask(refs(), { authorization: `Bearer ${owner.token}` })).status).toBe(200)
    expect((await ask(refs(), basic(owner.token))).status).toBe(200)
  })

  test('viewers and read-only tokens fetch, and do not push', async () => {
    const readOnly = await app.make.token(editor, { permission: 'read_only' })
    for (const [token, code] of [
      [viewer.token, 'editor_required'],
      [readOnly, 'read_only_credential_route_not_allowed'],
    ] as const) {
      expect((await ask(refs(), basic(token))).status).toBe(200)
      expect(await codeOf(await ask(refs('git-receive-pack'), basic(token)))).toEqual([403, code])
    }
  })

  test('guests reach it by an app that is connected to it, with their role there', async () => {
    const missing = async () =>
      expect(await codeOf(await ask(refs(), basic(guest.token)))).toEqual([404, 'repository_not_found'])
    const push = async () => (await ask(refs('git-receive-pack'), basic(guest.token))).status
    await missing()
    const at = { app_id: shop.id, email: guest.email }
    await app.as(owner).collaborators.set(at, { role: 'viewer' })
    expect((await ask(refs(), basic(guest.token))).status).toBe(200)
    expect(await push()).toBe(403)
    await app.as(owner).collaborators.set(at, { role: 'editor' })
    expect(await push()).toBe(200)
    await app.as(owner).collaborators.remove(at)
    await missing()
  })

  test('of several apps that are connected to it the highest role counts', async () => {
    const other = await app.make.app(owner)
    const local = { provider: 'local', full_name: 'acme/shop' } as const
    await app.as(owner).repository.connect({ app_id: other.id }, local)
    for (const [viewed, edited] of [[shop, other] as const, [other, shop] as const]) {
      const both = await app.make.person('guest', { id: owner.workspace_id })
      await app.make.collaborator(viewed, both, 'viewer')
      expect((await ask(refs('git-receive-pack'), basic(both.token))).status).toBe(403)
      await app.make.collaborator(edited, both, 'editor')
      expect((await ask(refs('git-receive-pack'), basic(both.token))).status).toBe(200)
    }
  })

  test('a token that is limited to other apps does not reach it', async () => {
    const other = await app.make.app(owner)
    const limited = await app.make.token(owner, { app_ids: [other.id] })
    expect((await ask(refs(), basic(limited))).status).toBe(404)
    const ours = await app.make.token(owner, { app_ids: [shop.id] })
    expect((await ask(refs('git-receive-pack'), basic(ours))).status).toBe(200)
  })

  test('another workspace reads as missing, and so does what is no repository', async () => {
    for (const path of [
      refs(),
      refs('git-receive-pack'),
      `${stranger.workspace_id}/acme/shop.git/info/refs?service=git-upload-pack`,
      'wsp_unknown/acme/shop.git/info/refs?service=git-upload-pack',
    ]) {
      expect(await codeOf(await ask(path, basic(stranger.token)))).toEqual([404, 'repository_not_found'])
    }
    const w = owner.workspace_id
    for (const path of [
      `${w}/acme/other.git/info/refs?service=git-upload-pack`,
      `${w}/acme/shop.git/info/refs`,
      `${w}/acme/shop.git/info/refs?service=git-upload-archive`,
      `${w}/acme/shop.git/HEAD`,
      `${w}/acme/shop.git/objects/info/packs`,
      `${w}/acme/../acme/shop.git/config`,
      `${w}/acme%2fshop.git/info/refs?service=git-upload-pack`,
      'x',
    ]) {
      expect(await codeOf(await ask(path, basic(owner.token))), path).toEqual([404, 'repository_not_found'])
    }
  })
})

test('without git on the machine says so', { tags: 'slow' }, async () => {
  let fault: string | null = null
  const bare = await startApp({ rate_limits: 'off' }, { git: { fault: async () => fault } })
  const person = await bare.make.person('owner')
  const { id: app_id } = await bare.make.app(person)
  await bare.as(person).repository.connect({ app_id }, { provider: 'local', full_name: 'acme/shop' })
  fault = 'There is no git.'
  const path = `/git/${person.workspace_id}/acme/shop.git/info/refs?service=git-upload-pack`
  const answer = await fetch(bare.baseUrl + path, { headers: basic(person.token) })
  expect(await codeOf(answer)).toEqual([503, 'git_unavailable'])
})

test('a repository that has grown too large is read, and takes no pushes', async () => {
  const size = async () => 2 ** 31
  const full = await startApp(
    { rate_limits: 'off' },
    { git: { serve, repository: () => ({ size }) as never } },
  )
  const person = await full.make.person('owner')
  const { id: app_id } = await full.make.app(person)
  await full.as(person).repository.connect({ app_id }, { provider: 'local', full_name: 'acme/shop' })
  const read = (service: string) =>
    fetch(`${full.baseUrl}/git/${person.workspace_id}/acme/shop.git/info/refs?service=${service}`, {
      headers: basic(person.token),
    })
  expect((await read('git-upload-pack')).status).toBe(200)
  expect(await codeOf(await read('git-receive-pack'))).toEqual([413, 'body_too_large'])
})
