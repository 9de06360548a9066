/** Browsers that sign in by a provider on loopback, and what the domain name system says. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'
import { useApp } from '../../../../test/use-app.ts'
import {
  OPENID_CLIENT,
  type OpenIdProvider,
  startOpenIdProvider,
} from '../../../ports/openid/test/openid-provider.ts'

/** A browser as far as signing in needs one: it has cookies, and follows nothing by itself. */
export function openBrowser() {
  const cookies = new Map<string, string>()
  return {
    cookies,
    async get(url: string): Promise<{ status: number; location: string; headers: Headers; text: string }> {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(url, { redirect: 'manual', headers: cookie ? { cookie } : {} })
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';')
        const name = pair.slice(0, pair.indexOf('='))
        if (/Max-Age=0\b/.test(line)) cookies.delete(name)
        else cookies.set(name, pair.slice(name.length + 1))
      }
      const text = await response.text()
      return {
        status: response.status,
        location: response.headers.get('location') ?? '',
        headers: response.headers,
        text,
      }
    },
  }
}

export type Browser = ReturnType<typeof openBrowser>

export function useSignInScene() {
  const records = new Map<string, string[]>()
  const app: TestApp = useApp(
    { rate_limits: 'off', outbound_allow: ['127.0.0.0/8'] },
    { domainProofs: { texts: async (name) => records.get(name) ?? [], file: async () => null } },
  )
  let provider: OpenIdProvider
  beforeAll(async () => {
    provider = await startOpenIdProvider()
  })
  beforeEach(() => provider.reset())
  afterAll(() => provider?.close())

  const settings = (fields: object = {}) => ({
    name: 'Engines',
    issuer: provider.issuer,
    ...OPENID_CLIENT,
    domains: ['example.com'],
    joins_by_sign_in: true,
    join_role: 'viewer' as const,
    refuses_passwords: false,
    ...fields,
  })

  return {
    app,
    records,
    settings,
    get provider() {
      return provider
    },
    /** The workspace of this admin has the provider, and has proved its domains. */
    async provedBy(admin: Person, fields: { domains?: string[] } & object = {}) {
      const set = await app.as(admin).workspace_openid.set(settings(fields))
      for (const { domain, record_name, record_value } of set.domains) {
        records.set(record_name, [record_value])
        await app.as(admin).workspace_openid.verify_domain({ domain })
      }
      return set
    },
    startOf: (workspaceId: string, query = '') =>
      `${app.baseUrl}/api/auth/openid/${workspaceId}/start${query}`,
    /** From a start to where the provider sends the browser back to. */
    async approve(browser: Browser, start: string): Promise<string> {
      const { location, status, text } = await browser.get(start)
      if (status !== 303) throw new Error(`${status} ${text}`)
      return (await openBrowser().get(location)).location
    },
  }
}
