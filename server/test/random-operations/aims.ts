/** Requests that need something made for them, or parts that belong together: as a rule these succeed. */
import { CAMPAIGN } from '../../src/modules/ads/test/ad-scene.ts'
import { mailedCode, mailedToken } from '../../src/tenancy/app-users/test/app-mail.ts'
import type { Chance } from '../chance.ts'
import { aggregate, changes, filter, record, schema } from './grammar.ts'
import { type ActorName, ENTITY, PASSWORD, type World } from './world.ts'

export interface Aim {
  actor?: ActorName
  params?: Record<string, string>
  body?: unknown
}

export type Draw = (world: World, chance: Chance) => Aim | Promise<Aim>

const client = ({ ground, owner }: World) => ground.app.as(owner)
const newEmail = () => `new-${crypto.randomUUID()}@example.com`
const several = <T>(chance: Chance, draw: () => T): T[] => [
  draw(),
  ...Array.from({ length: chance.below(3) }, draw),
]
const identified = ({ known }: World, chance: Chance) => ({
  id: chance.one(known.record ?? ['rec_unknown']),
  ...record(chance),
})

async function invited(world: World) {
  const email = newEmail()
  await client(world).invitations.create({ email, role: 'viewer' })
  return { email, invitation_token: await mailedToken(world.ground.app, world.owner, email) }
}

async function member({ ground, owner }: World) {
  return { params: { email: (await ground.app.make.person('editor', { id: owner.workspace_id })).email } }
}

const publish = (world: World) =>
  client(world).site.publish({ app_id: world.shop }, { files: [{ path: 'index.html', content: 'x' }] })

/** A domain that is not verified needs somebody. */
async function needing(world: World) {
  const at = { app_id: world.shop, kind: 'domain_unverified', state: 'all', limit: 1 } as const
  const found = async () => (await client(world).attention.list(at)).items[0]
  const add = () =>
    client(world).domains.add({ app_id: world.shop }, { domain: `${crypto.randomUUID()}.example.org` })
  if (!(await found())) await add()
  return { params: { item_id: (await found())?.id ?? 'none' } }
}

export const AIMS: Record<string, Draw> = {
  'attention.dismiss': needing,
  'attention.snooze': async (world, chance) => ({
    ...(await needing(world)),
    body: { until: new Date(Date.now() + chance.below(31) * 86_400_000 + 60_000).toISOString() },
  }),
  'session.create': ({ owner }) => ({ actor: 'nobody', body: { email: owner.email, password: PASSWORD } }),
  'site.publish': (_, chance) => ({
    body: {
      files: [{ path: 'index.html', content: chance.one(['one', 'two', 'three']) }],
      ...(chance.percent(50) && { message: 'New' }),
    },
  }),
  'site.unpublish': async (world) => {
    await publish(world)
    return {}
  },
  'domains.add': () => ({ body: { domain: `${crypto.randomUUID()}.example.org` } }),
  'session.delete': () => ({ actor: 'session' }),
  'tokens.create': () => ({ body: { name: 'deploys', permission: 'read_only' } }),
  'members.set_role': member,
  'members.set_credit_limit': member,
  'members.remove': member,
  'members.bulk_set_role': async (world) => {
    const { params } = await member(world)
    return { body: { items: [{ ...params, role: 'viewer' }] } }
  },
  'members.bulk_set_credit_limit': async (world) => {
    const { params } = await member(world)
    return { body: { items: [{ ...params, credit_limit: 5 }] } }
  },
  'invitations.create': () => ({ body: { email: newEmail(), role: 'viewer' } }),
  'invitations.resend': async (world) => ({ body: { email: (await invited(world)).email } }),
  'invitations.revoke': async (world) => ({ params: { email: (await invited(world)).email } }),
  'invitations.preview': async (world) => {
    const { invitation_token } = await invited(world)
    return { actor: 'nobody', body: { invitation_token } }
  },
  'invitations.accept': async (world) => {
    const { invitation_token } = await invited(world)
    return { actor: 'nobody', body: { invitation_token, full_name: 'New Person', password: PASSWORD } }
  },
  'apps.delete': async ({ ground, owner }) => ({ params: { app_id: (await ground.app.make.app(owner)).id } }),
  'collaborators.set': member,
  'collaborators.remove': async (world) => {
    const { params } = await member(world)
    await client(world).collaborators.set({ app_id: world.shop, ...params }, { role: 'viewer' })
    return { params }
  },
  'app_auth.login': ({ appUser }) => ({
    actor: 'nobody',
    body: { email: appUser.email, password: PASSWORD },
  }),
  'app_auth.register': () => ({ actor: 'nobody', body: { email: newEmail(), password: PASSWORD } }),
  'app_auth.verify_otp': async (world) => {
    const email = newEmail()
    const at = { app_id: world.shop }
    await world.ground.app.anonymous.app_auth.register(at, { email, password: PASSWORD })
    const otp_code = await mailedCode(world.ground.app, world.owner, email)
    return { actor: 'nobody', body: { email, otp_code } }
  },
  'app_auth.reset_password': async (world) => {
    const { email } = world.appUser
    await world.ground.app.anonymous.app_auth.reset_password_request({ app_id: world.shop }, { email })
    await world.ground.runJobs()
    // Those who are gone by now get no mail.
    const reset_token = await mailedToken(world.ground.app, world.owner, email).catch(() => 'none')
    return { actor: 'nobody', body: { reset_token, new_password: PASSWORD } }
  },
  'app_auth.reset_password_request': ({ appUser: { email } }) => ({ actor: 'nobody', body: { email } }),
  'app_auth.change_password': ({ appUser }) => ({
    actor: 'appUser',
    body: { user_id: appUser.id, current_password: PASSWORD, new_password: PASSWORD },
  }),
  'app_auth.logout': () => ({ actor: 'appUser' }),
  'users.me': () => ({ actor: 'appUser' }),
  'users.update_me': (_world, chance) => ({
    actor: 'appUser',
    body: { full_name: 'Zoë', ...record(chance) },
  }),
  'folders.add_items': ({ shop }) => ({ body: { app_ids: [shop] } }),
  'records.get': thing,
  'records.delete': thing,
  'records.export': thing,
  'records.create': (_world, chance) => ({ ...thing(), body: record(chance) }),
  'records.bulk_create': (_world, chance) => ({ ...thing(), body: several(chance, () => record(chance)) }),
  'records.update': (_world, chance) => ({ ...thing(), body: record(chance) }),
  'records.bulk_update': (world, chance) => ({
    ...thing(),
    body: several(chance, () => identified(world, chance)),
  }),
  'records.update_many': (_world, chance) => ({ ...thing(), body: changes(chance) }),
  'records.upsert': (world, chance) => ({
    ...thing(),
    body: {
      records: several(chance, () => ({
        ...identified(world, chance),
        n: chance.below(1e6),
        title: 'first',
      })),
      key: chance.one<unknown>(['n', 'n', ['title', 'n'], 'title', 'id', 'home', 'anything']),
    },
  }),
  'records.delete_many': (_world, chance) => ({ ...thing(), body: filter(chance) }),
  'records.aggregate': (_world, chance) => ({ ...thing(), body: aggregate(chance) }),
  'schemas.set': (_world, chance) => ({
    params: { name: chance.one([ENTITY, 'Other', 'User']) },
    body: schema(chance),
  }),
  'schemas.replace_all': (_world, chance) => ({
    body: {
      entityNameToSchema: { [ENTITY]: schema(chance), [chance.one(['Other', 'More'])]: schema(chance) },
    },
  }),
  'schemas.delete': async (world) => {
    await client(world).schemas.set({ app_id: world.shop, name: 'Spare' }, {})
    return { params: { name: 'Spare' } }
  },
  'schemas.try_rules': ({ owner }, chance) => ({
    params: { name: ENTITY },
    body: {
      ...(chance.percent(60) && { schema: schema(chance) }),
      as: chance.one([
        null,
        { id: owner.id },
        { email: 'a@example.com', role: 'admin', data: { team: 'a' } },
      ]),
    },
  }),
  'webhooks.create': async ({ ground, owner }) => ({
    params: { agent_id: (await ground.app.make.app(owner, { kind: 'agent' })).id },
  }),
  'app_webhooks.create': async ({ ground, owner }) => ({
    params: { app_id: (await ground.app.make.app(owner)).id },
  }),
  'app_agents.configure': (_world, chance) => ({
    body: [
      { name: 'helper', tool_configs: [{ entity_name: ENTITY, allowed_operations: ['read', 'create'] }] },
      ...several(chance, () => ({ name: `other${chance.below(9)}` })),
    ],
  }),
  'files.download': ({ known }, chance) => {
    const [key = 'unknown', name = 'a.csv'] = chance.one(known.file_url ?? ['unknown/a.csv']).split('/')
    return { actor: 'nobody', params: { key, name } }
  },
  'events.track': (_world, chance) => ({
    body: {
      events: several(chance, () => ({
        event_name: chance.one(['opened', 'bought', '__user_heartbeat_event__']),
        properties: { plan: 'pro', ...record(chance) },
        session_id: 'ses_1',
      })),
    },
  }),
  'ads.launch': (_world, chance) => ({
    body: { campaign: { ...CAMPAIGN, draft_id: `d${chance.below(1e9)}` } },
  }),
  'campaigns.create': (_world, chance) => ({ body: { ...CAMPAIGN, draft_id: `d${chance.below(1e9)}` } }),
  'conversions.create_mapping': (_world, chance) => ({
    body: {
      entity_name: chance.one([ENTITY, 'User']),
      event: chance.one(['create', 'update', 'delete']),
      conversion_type: chance.one(['SIGNUP', 'CONTACT', 'ADD_TO_CART', 'REQUEST_QUOTE']),
    },
  }),
}

function thing(): Aim {
  return { params: { entity_name: ENTITY } }
}
