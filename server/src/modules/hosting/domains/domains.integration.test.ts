import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'
import { refusal } from '../../../../test/refusal.ts'
import { askSite, PAGE } from '../test/site-scene.ts'

/** What the domain name system says, by name. */
const records = new Map<string, string[]>()
let app: TestApp
let owner: Person
let viewer: Person
let stranger: Person

beforeAll(async () => {
  app = await createTestApp(
    {
      rate_limits: 'off',
      base_url: 'https://atrium.example.com',
      files_url: 'https://files.example.com',
      sites_url: 'https://*.apps.example.com',
    },
    { domainProofs: { texts: async (name) => records.get(name) ?? [], file: async () => null } },
  )
  owner = await app.make.person('owner')
  viewer = await app.make.person('viewer', { id: owner.workspace_id })
  stranger = await app.make.person('owner')
})
afterAll(() => app?.stop())

const domains = () => app.as(owner).domains
const ask = (host: string, path = '/', headers: Record<string, string> = PAGE) =>
  askSite(app.baseUrl, path, { host, headers })
async function publishedApp(text: string, by: Person = owner) {
  const { id: app_id } = await app.make.app(by)
  await app.as(by).site.publish({ app_id }, { files: [{ path: 'index.html', content: text }] })
  return { app_id }
}
async function verified(at: { app_id: string }, domain: string) {
  const added = await domains().add(at, { domain })
  records.set(added.verification.dns.name, [added.verification.dns.value])
  return domains().verify({ ...at, domain_id: added.id })
}
const auditOf = async (action: string) =>
  (await app.as(owner).audit.list({ limit: 100 })).items.filter((entry) => entry.action === action)

describe('a domain', () => {
  test('is added with what proves it, and served once that was found', async () => {
    const at = await publishedApp('on its own domain')
    const own = (await app.as(owner).site.read(at)).url
    const added = await domains().add(at, { domain: 'Www.Shop.Example.org.' })
    expect(added).toMatchObject({
      domain: 'www.shop.example.org',
      status: 'pending',
      verified_date: null,
      verification: {
        dns: {
          type: 'TXT',
          name: '_atrium.www.shop.example.org',
          value: expect.stringMatching(/^atrium-domain=[a-z0-9]{24}$/),
        },
        file: { path: '/.well-known/atrium-domain.txt', content: added.verification.dns.value },
      },
    })
    expect((await ask('www.shop.example.org')).text).not.toContain('own domain')
    const which = { ...at, domain_id: added.id }
    await expect(domains().verify(which)).rejects.toEqual(refusal(409, 'domain_not_verified'))
    records.set('_atrium.www.shop.example.org', ['v=spf1 -all', 'atrium-domain=other'])
    await expect(domains().verify(which)).rejects.toEqual(refusal(409, 'domain_not_verified'))
    records.set('_atrium.www.shop.example.org', ['v=spf1 -all', added.verification.dns.value])
    const done = await domains().verify(which)
    expect(done).toMatchObject({ status: 'verified', verified_date: expect.any(String) })
    expect(await domains().verify(which)).toEqual(done)
    expect((await domains().list(at)).items).toEqual([done])

    for (const host of ['www.shop.example.org', 'WWW.shop.example.org:8080', 'www.shop.example.org.']) {
      const { status, text, headers } = await ask(host)
      expect([status, text, headers['content-security-policy']]).toEqual([
        200,
        'on its own domain',
        undefined,
      ])
    }
    const { url } = await app.as(owner).site.read(at)
    expect(url).toBe('https://www.shop.example.org/')
    expect((await app.as(owner).apps.read(at)).published_url).toBe(url)
    expect(await auditOf('domains.verify')).toMatchObject([{ target_id: added.id, detail: { by: 'dns' } }])

    expect(await domains().remove(which)).toEqual({ removed: true, id: added.id })
    expect((await app.as(owner).apps.read(at)).published_url).toBe(own)
    expect((await ask('www.shop.example.org')).text).not.toContain('own domain')
    expect((await domains().list(at)).items).toEqual([])
    expect(await auditOf('domains.remove')).toHaveLength(1)
    for (const call of [() => domains().remove(which), () => domains().verify(which)]) {
      await expect(call()).rejects.toEqual(refusal(404, 'domain_not_found'))
    }
  })

  test('gives the site its address: the one that was verified first, and the next when that goes', async () => {
    const at = await publishedApp('several domains')
    const url = async () => {
      const { url: shown } = await app.as(owner).site.read(at)
      expect((await app.as(owner).apps.read(at)).published_url).toBe(shown)
      return shown
    }
    const own = await url()
    const pending = await domains().add(at, { domain: 'pending.example.org' })
    const late = await domains().add(at, { domain: 'late.example.org' })
    await verified(at, 'early.example.org')
    app.clock.move(1)
    records.set(late.verification.dns.name, [late.verification.dns.value])
    await domains().verify({ ...at, domain_id: late.id })
    expect(await url()).toBe('https://early.example.org/')
    expect((await domains().list(at)).items.map(({ domain }) => domain)).toEqual([
      ...['pending.example.org', 'late.example.org', 'early.example.org'],
    ])
    const early = (await domains().list(at)).items[2]
    await domains().remove({ ...at, domain_id: early?.id ?? '' })
    expect(await url()).toBe('https://late.example.org/')
    expect((await ask('late.example.org')).text).toBe('several domains')
    await domains().remove({ ...at, domain_id: late.id })
    expect(await url()).toBe(own)
    await domains().remove({ ...at, domain_id: pending.id })
    expect(await url()).toBe(own)
  })

  test('shows only its site: no API, no console, no other site', async () => {
    const at = await publishedApp('only this')
    await verified(at, 'only.example.org')
    const other = await publishedApp('another one')
    for (const path of ['/api/auth/me', '/healthz', '/metrics', '/openapi.json', `/sites/${other.app_id}/`]) {
      const { text } = await ask('only.example.org', path)
      expect(text).toBe('only this') // the start page, as for any page of the app
      expect((await ask('only.example.org', path, {})).status).toBe(404)
    }
    const { status } = await askSite(app.baseUrl, '/api/auth/login', {
      host: 'only.example.org',
      method: 'POST',
    })
    expect(status).toBe(405)
    await app.as(owner).site.unpublish(at)
    expect((await ask('only.example.org')).text).toBe('Not found\n')
    expect((await ask('only.example.org', '/api/auth/me')).text).toBe('Not found\n')
  })

  test('belongs to one site; a claim that is not proved is in nobody’s way', async () => {
    const [mine, theirs] = [await publishedApp('mine'), await publishedApp('theirs', stranger)]
    const claim = await app.as(stranger).domains.add(theirs, { domain: 'wanted.example.org' })
    await verified(mine, 'wanted.example.org')
    expect((await ask('wanted.example.org')).text).toBe('mine')
    records.set(claim.verification.dns.name, [claim.verification.dns.value])
    const which = { ...theirs, domain_id: claim.id }
    await expect(app.as(stranger).domains.verify(which)).rejects.toEqual(refusal(409, 'domain_taken'))
    const third = await publishedApp('third')
    await expect(domains().add(third, { domain: 'wanted.example.org' })).rejects.toEqual(
      refusal(409, 'domain_taken'),
    )
    const { items } = await domains().list(mine)
    await domains().remove({ ...mine, domain_id: items[0]?.id ?? '' })
    await app.as(stranger).domains.verify(which)
    expect((await ask('wanted.example.org')).text).toBe('theirs')
    await app.as(stranger).apps.delete(theirs)
    await expect.poll(async () => (await ask('wanted.example.org')).text).not.toBe('theirs')
    await app.atrium.jobs.drain()
    expect(await verified(third, 'wanted.example.org')).toMatchObject({ status: 'verified' })
  })

  test('that two prove at once goes to one of them', async () => {
    const apps = await Promise.all(['a', 'b'].map((text) => publishedApp(text)))
    const claims = await Promise.all(apps.map((at) => domains().add(at, { domain: 'race.example.org' })))
    records.set(
      '_atrium.race.example.org',
      claims.map(({ verification }) => verification.dns.value),
    )
    const results = await Promise.allSettled(
      apps.map((at, i) => domains().verify({ ...at, domain_id: claims[i]?.id ?? '' })),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: refusal(409, 'domain_taken'),
    })
  })

  test('is a name that somebody can own, and none of ours', async () => {
    const at = await publishedApp('names')
    expect((await domains().add(at, { domain: 'bücher.example' })).domain).toBe('xn--bcher-kva.example')
    const bad = [
      'localhost',
      'example',
      '127.0.0.1',
      '0x7f.1',
      '[::1]',
      'a..b.example',
      'http://a.example',
      'a.example/x',
      'a.example:80',
      'user@a.example',
      '*.a.example',
      'a b.example',
      '-a.example',
      'a_b.example',
      '1.2.3.4.5',
      `${'x'.repeat(64)}.example`,
      'atrium.example.com',
      'ATRIUM.example.com.',
      'files.example.com',
      'apps.example.com',
      'anything.apps.example.com',
    ]
    for (const domain of bad) {
      await expect(domains().add(at, { domain }), domain).rejects.toMatchObject({ status: 422 })
    }
    for (let n = 2; n <= 10; n++) await domains().add(at, { domain: `d${n}.example.org` })
    await expect(domains().add(at, { domain: 'd11.example.org' })).rejects.toEqual(
      refusal(409, 'domain_limit_reached'),
    )
    expect((await domains().add(at, { domain: 'd2.example.org' })).domain).toBe('d2.example.org')
    expect(await auditOf('domains.add')).not.toHaveLength(0)
  })

  test('is the editors’ to change, the viewers’ to see', async () => {
    const at = await publishedApp('roles')
    const { id: domain_id } = await domains().add(at, { domain: 'roles.example.org' })
    const which = { ...at, domain_id }
    const calls = (by: Person) => [
      () => app.as(by).domains.add(at, { domain: 'x.example.org' }),
      () => app.as(by).domains.verify(which),
      () => app.as(by).domains.remove(which),
    ]
    for (const call of calls(viewer)) await expect(call()).rejects.toEqual(refusal(403, 'editor_required'))
    expect((await app.as(viewer).domains.list(at)).items).toHaveLength(1)
    for (const call of [...calls(stranger), () => app.as(stranger).domains.list(at)]) {
      await expect(call()).rejects.toEqual(refusal(404, 'app_not_found'))
    }
    const other = await publishedApp('other')
    for (const verb of ['verify', 'remove'] as const) {
      await expect(domains()[verb]({ ...other, domain_id })).rejects.toEqual(refusal(404, 'domain_not_found'))
    }
  })
})
