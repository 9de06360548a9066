import { createSecrets } from '../../src/platform/secrets.ts'
import { signedInPerson, withTotp } from '../../src/tenancy/account/test/account-scene.ts'
import { makeTicket } from '../../src/tenancy/openid/sign-in-ticket.ts'
import { testConfig } from '../config.ts'
import type { Cases } from './case.ts'
import type { World } from './world.ts'

const CLIENT = { client_id: 'atrium', client_secret: 'of the provider' }
const SETTINGS = {
  ...{ name: 'Engines', issuer: 'https://id.example.com', ...CLIENT, joins_by_sign_in: true },
  ...{ join_role: 'viewer' as const, refuses_passwords: false },
}
let domains = 0

/** A workspace with a provider, which is not asked for again while its issuer stays. */
async function provided({ app }: World) {
  const owner = await app.make.person('owner')
  const domain = `engines${domains++}.example`
  await app.sql`
    insert into workspace_openid (workspace_id, name, issuer, client_id, joins_by_sign_in, join_role,
                                  refuses_passwords, created_date, updated_date)
    values (${owner.workspace_id}, 'Engines', ${SETTINGS.issuer}, 'former', false, 'guest', false, now(), now())`
  await app.sql`insert into sign_in_domains (workspace_id, domain, proof)
    values (${owner.workspace_id}, ${domain}, 'atrium-sign-in=proof')`
  return { owner, domain, client: app.as(owner) }
}

export const openIdCases: Cases = {
  'session.sign_in_options': {
    why: 'it only reads',
    prepare: async (world) => {
      const { domain } = await provided(world)
      return () => world.app.anonymous.session.sign_in_options({ email: `ada@${domain}` })
    },
    steps: [],
  },
  'session.openid_confirm': async ({ app }) => {
    const person = await signedInPerson(app)
    const { recovery_codes } = await withTotp(app, person)
    const secrets = createSecrets(testConfig({ database_url: app.databaseUrl }).secret_key)
    const ticket = makeTicket(secrets, person.id, app.clock.now())
    const [code = ''] = recovery_codes
    return () => app.anonymous.session.openid_confirm({ ticket, code })
  },
  'workspace_openid.set': async (world) => {
    const { client } = await provided(world)
    return () => client.workspace_openid.set({ ...SETTINGS, domains: ['a.example', 'b.example'] })
  },
  'workspace_openid.verify_domain': async (world) => {
    const { client, domain } = await provided(world)
    world.txtRecords.set(`_atrium-sign-in.${domain}`, ['atrium-sign-in=proof'])
    return () => client.workspace_openid.verify_domain({ domain })
  },
  'workspace_openid.remove': async (world) => {
    const { client } = await provided(world)
    return () => client.workspace_openid.remove()
  },
  'app_providers.set': async ({ app, owner, client }) => {
    const at = { app_id: (await app.make.app(owner)).id, provider: 'google' }
    return () => client.app_providers.set(at, CLIENT)
  },
  'app_providers.remove': async ({ app, owner, client }) => {
    const at = { app_id: (await app.make.app(owner)).id, provider: 'google' }
    await client.app_providers.set(at, CLIENT)
    return () => client.app_providers.remove(at)
  },
}
