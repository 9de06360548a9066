import { describe, expect, test } from 'vitest'
import type { SharedApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'
import { invalidAt } from '../../../../test/refusal.ts'
import { startApp } from '../../../../test/start-app.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useTeam } from '../../../../test/use-team.ts'

const app = useApp({ rate_limits: 'off' })
const { owner } = useTeam(app)

/** What the address becomes; null when it is refused, and then nothing is stored. */
function place(of: SharedApp, by: Person, app_id: string) {
  const { flows } = of.as(by)
  return async (start_url: string) => {
    const made = await flows.create({ app_id }, { name: 'a', goal: 'b', start_url }).catch((refused) => {
      expect(refused, start_url).toMatchObject(invalidAt('body', 'start_url'))
      return null
    })
    return made?.start_url ?? null
  }
}

describe('where a test begins', () => {
  test.each([
    ['https://shop.example.com', 'https://shop.example.com/'],
    ['https://shop.example.com:8443/a?b=c#/cart', 'https://shop.example.com:8443/a?b=c#/cart'],
    ['HTTPS://Shop.Example.com/', 'https://shop.example.com/'],
    ['/cart?item=1#top', '/cart?item=1#top'],
    ['/', '/'],
    ['/a..b/.well-known/x', '/a..b/.well-known/x'],
  ])('may be %s', async (given, start_url) => {
    const { id } = await app.make.app(owner)
    expect(await place(app, owner, id)(given)).toBe(start_url)
  })

  test.each([
    'shop.example.com',
    'ftp://shop.example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,hi',
    'about:blank',
    'https://ada:secret@shop.example.com/',
    'http://shop.example.com/',
    'https://shop.example.com:5432/',
    'https://localhost/',
    'http://localhost:3000/',
    'https://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]:9000/',
    'https://intranet/',
    'https://shop.example.com\\@10.0.0.1/',
    ' https://shop.example.com/',
    '//evil.example.com/',
    '/\\evil.example.com/',
    '/../../metrics',
    '/a/%2e%2E/b',
    '/a b',
  ])('is never %s', async (given) => {
    const { id } = await app.make.app(owner)
    expect(await place(app, owner, id)(given)).toBe(null)
  })
})

describe('of this installation', () => {
  test('only the site of the app can be tested, with its previews', async () => {
    const [own, other] = [await app.make.app(owner), await app.make.app(owner)]
    const begin = place(app, owner, own.id)
    const files = [{ path: 'index.html', content: '<p>Lamps' }]
    const { preview_url } = await app.as(owner).site.publish({ app_id: own.id }, { files })
    const { url } = await app.as(owner).site.read({ app_id: own.id })
    for (const taken of [url, `${url}lamps?a=b#c`, preview_url])
      expect(await begin(taken ?? ''), taken ?? '').toBe(taken)
    const host = new URL(app.baseUrl).host
    for (const refused of [
      ...['/', '/metrics', '/api/auth/me', '/docs', '/sites/', `/sites/${other.id}/`, `/sites/${own.id}`],
      ...[`/sites/${own.id}/../../metrics`, `/sites/${own.id}/%2e%2e/%2e%2e/metrics`, '/sites/%/'],
    ])
      expect(await begin(`${app.baseUrl}${refused}`), refused).toBe(null)
    for (const whole of [`https://${host}/sites/${own.id}/`, `http://x@${host}/sites/${own.id}/`])
      expect(await begin(whole), whole).toBe(null)
  })

  test('the address of the console does not stand for sites that have hosts of their own', async () => {
    const many = await startApp({
      ...{ rate_limits: 'off', base_url: 'https://atrium.example.com' },
      ...{ sites_url: 'https://*.sites.example.com:8443', files_url: 'https://files.example.com' },
    })
    const by = await many.make.person('owner')
    const [own, other] = [await many.make.app(by), await many.make.app(by)]
    const files = [{ path: 'index.html', content: '<p>Lamps' }]
    const publish = (app_id: string) => many.as(by).site.publish({ app_id }, { files })
    const urlOf = async (app_id: string) => (await many.as(by).site.read({ app_id })).url ?? ''
    const begin = place(many, by, own.id)
    // Nothing of it is published yet, so no host is its own.
    expect(await begin('https://none.sites.example.com:8443/')).toBe(null)
    const { preview_url } = await publish(own.id)
    await publish(other.id)
    const url = await urlOf(own.id)
    expect(url).toContain('.sites.example.com:8443/')
    for (const taken of [url, `${url}lamps`, preview_url]) expect(await begin(taken), taken).toBe(taken)
    for (const refused of [
      ...['https://atrium.example.com/', 'https://atrium.example.com/metrics', 'https://files.example.com/x'],
      await urlOf(other.id),
    ])
      expect(await begin(refused), refused).toBe(null)
    // On another port it is not ours, and judged like every address.
    const elsewhere = url.replace(':8443', '')
    expect(await begin(elsewhere)).toBe(elsewhere)
  })
})
