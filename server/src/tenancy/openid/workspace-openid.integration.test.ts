/** How a workspace sets up its provider, and proves the domains that it vouches for. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { invalidAt, refusal } from '../../../test/refusal.ts'
import { OPENID_CLIENT } from '../../ports/openid/test/openid-provider.ts'
import { useSignInScene } from './test/sign-in-scene.ts'

const scene = useSignInScene()
const { app } = scene
let owner: Person
let admin: Person
let other: Person
let domain: string
let count = 0

beforeAll(async () => {
  owner = await app.make.person('owner')
  admin = await app.make.person('admin', { id: owner.workspace_id })
})
beforeEach(async () => {
  other = await app.make.person('owner')
  domain = `works${count++}.example`
})

const openid = (who = admin) => app.as(who).workspace_openid
const set = (fields: object = {}, who = admin) =>
  openid(who).set(scene.settings({ domains: [domain], ...fields }))
const verify = (who = admin, name = domain) => openid(who).verify_domain({ domain: name })
const publish = (...proofs: (string | undefined)[]) =>
  void scene.records.set(
    `_atrium-sign-in.${domain}`,
    proofs.filter((proof) => proof !== undefined),
  )
const isProved = async (who = admin) => (await openid(who).read()).domains[0]?.verified_date !== null

test('nobody but owners and admins of the whole workspace sees or sets it', async () => {
  const editor = await app.make.person('editor', { id: owner.workspace_id })
  const { id } = await app.make.app(owner)
  const limited = await app.make.token(owner, { app_ids: [id] })
  for (const [who, refused] of [
    [app.as(editor), refusal(403, 'admin_required')],
    [app.as(limited), refusal(403, 'token_limited_to_apps')],
  ] as const) {
    await expect(who.workspace_openid.read()).rejects.toEqual(refused)
    await expect(who.workspace_openid.set(scene.settings())).rejects.toEqual(refused)
    await expect(who.workspace_openid.verify_domain({ domain })).rejects.toEqual(refused)
    await expect(who.workspace_openid.remove()).rejects.toEqual(refused)
  }
  const elsewhere = { workspaceId: owner.workspace_id }
  const missing = refusal(404, 'workspace_not_found')
  await expect(app.as(other).workspace_openid.read(elsewhere)).rejects.toEqual(missing)
  await expect(app.as(other).workspace_openid.set(scene.settings(), { query: elsewhere })).rejects.toEqual(
    missing,
  )
  await expect(app.as(other).workspace_openid.verify_domain({ domain }, elsewhere)).rejects.toEqual(missing)
  await expect(app.as(other).workspace_openid.remove(elsewhere)).rejects.toEqual(missing)
})

test('it is set, read without its secret, and removed; each of it is in the audit log', async () => {
  const redirect_uri = `${app.baseUrl}/api/auth/openid/${owner.workspace_id}/callback`
  expect(await openid(other).read()).toMatchObject({ provider: null, domains: [] })
  const stored = await set({ name: ' Works ', domains: [`@${domain.toUpperCase()}`, `${domain}.`] })
  const { client_secret: _, domains: __, ...settings } = scene.settings({ name: 'Works' })
  expect(stored).toEqual({
    redirect_uri,
    provider: { ...settings, has_secret: true },
    domains: [
      {
        domain,
        record_name: `_atrium-sign-in.${domain}`,
        record_value: expect.stringMatching(/^atrium-sign-in=[\w-]{43}$/),
        verified_date: null,
      },
    ],
  })
  expect(await openid().read()).toEqual(stored)
  const entries = async () => (await app.as(owner).audit.list({ limit: 20 })).items
  expect(JSON.stringify([stored, await entries()])).not.toContain(OPENID_CLIENT.client_secret)
  await openid().remove()
  await expect(openid().remove()).rejects.toEqual(refusal(404, 'provider_not_found'))
  expect((await entries()).slice(0, 2).map(({ action }) => action)).toEqual([
    'workspace_openid.remove',
    'workspace_openid.set',
  ])
})

test('a secret stays only with its client and issuer', async () => {
  await set()
  const again = { client_secret: undefined }
  expect((await set(again)).provider).toMatchObject({ has_secret: true })
  expect((await set({ ...again, client_id: 'another' })).provider).toMatchObject({ has_secret: false })
  await set()
  expect((await set({ client_secret: null })).provider).toMatchObject({ has_secret: false })
})

test('what cannot be a provider or a domain is refused', async () => {
  await expect(set({ issuer: 'http://127.0.0.1:1' })).rejects.toEqual(refusal(400, 'provider_unusable'))
  await expect(set({ issuer: 'https://a.example/?b' })).rejects.toMatchObject(invalidAt('body', 'issuer'))
  for (const bad of ['localhost', 'a b.example', 'a@b.example', 'a/b.example', '*.example.com']) {
    await expect(set({ domains: [domain, bad] })).rejects.toMatchObject(invalidAt('body', 'domains', 1))
  }
})

describe('a domain', () => {
  test('is proved by its record, and by no other text', async () => {
    const { domains } = await set()
    await expect(verify()).rejects.toEqual(refusal(409, 'sign_in_domain_not_proved'))
    publish('atrium-sign-in=other', `x${domains[0]?.record_value}`)
    await expect(verify()).rejects.toEqual(refusal(409, 'sign_in_domain_not_proved'))
    publish('other text', ` ${domains[0]?.record_value} `)
    expect((await verify()).domains[0]?.verified_date).not.toBeNull()
    await verify(admin, domain.toUpperCase())
    await expect(verify(admin, 'unknown.example')).rejects.toEqual(refusal(404, 'sign_in_domain_not_found'))
  })

  test('stays proved when the settings change, and is not any more when it leaves the list', async () => {
    publish((await set()).domains[0]?.record_value)
    await verify()
    await set({ name: 'Other' })
    expect(await isProved()).toBe(true)
    await set({ domains: ['elsewhere.example'] })
    await set()
    expect(await isProved()).toBe(false)
  })

  test('belongs to one workspace while its record is there, then to the one whose record is there', async () => {
    const mine = (await set()).domains[0]?.record_value
    const theirs = (await set({}, other)).domains[0]?.record_value
    expect(mine).not.toBe(theirs)
    publish(mine)
    await verify()
    await expect(verify(other)).rejects.toEqual(refusal(409, 'sign_in_domain_not_proved'))
    publish(mine, theirs)
    await expect(verify(other)).rejects.toEqual(refusal(409, 'sign_in_domain_taken'))
    publish(theirs)
    await verify(other)
    expect([await isProved(), await isProved(other)]).toEqual([false, true])
  })

  test('is not proved any more once its record is looked for and gone', async () => {
    publish((await set()).domains[0]?.record_value)
    await verify()
    publish()
    await expect(verify()).rejects.toEqual(refusal(409, 'sign_in_domain_not_proved'))
    expect(await isProved()).toBe(false)
  })

  test('is proved for one of two who look at the same moment', async () => {
    const proofs = [(await set()).domains[0]?.record_value, (await set({}, other)).domains[0]?.record_value]
    publish(...proofs)
    const both = await Promise.allSettled([verify(), verify(other)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
