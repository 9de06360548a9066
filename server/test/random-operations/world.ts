/** A workspace with people, an app and an agent that have something of every kind; what is gone is made again. */
import type { Operation } from '@atrium/contract'
import { ApiError } from '@atrium/sdk'
import { CAMPAIGN } from '../../src/modules/ads/test/ad-scene.ts'
import { hashPassword } from '../../src/platform/passwords/passwords.ts'
import type { TestApp } from '../app.ts'
import { type Chance, chanceBy } from '../chance.ts'
import type { Person } from '../make.ts'
import { record, THING } from './grammar.ts'
import type { Answer } from './send.ts'

export const PASSWORD = 'a long password of theirs'
export const ENTITY = 'Thing'
export const FUNCTION = 'orders/pay'

/** What one server has for all its worlds. */
export interface Ground {
  app: TestApp
  /** An address that takes whatever webhooks send. */
  receiverUrl: string
  password_hash: string
  stranger: Person
  foreignApp: string
  /** Runs the jobs that are due; only one world does so at a time. */
  runJobs(): Promise<void>
  /** What a request needs; null when it is refused, as it may be after all that was sent. */
  prepare<Made>(seed: number, make: () => Promise<Made>): Promise<Made | null>
}

export type ActorName = keyof ReturnType<typeof actorMakers>
/** The headers of a credential of each kind. */
export type Actors = Record<ActorName, Record<string, string>>

export interface World {
  ground: Ground
  seed: number
  owner: Person
  /** The app and the agent that everything hangs on. */
  shop: string
  agent: string
  actors: Actors
  appUser: { id: string; email: string }
  /** What there is, by kind: mostly ids. */
  known: Record<string, string[]>
  /** Where lists that were answered go on. */
  cursors: { operation: string; cursor: string }[]
  /** Looks at what there is and makes what is missing. */
  mend(): Promise<void>
  renew(actor: ActorName): Promise<void>
  /** Keeps what later requests can use, and renews a credential that was found to be gone. */
  learn(sent: { operation: Operation; actor: ActorName }, answer: Answer): Promise<void>
  /** Gives back what all worlds together may have only so many of: indexes. */
  end(): Promise<void>
}

export async function createGround(
  app: TestApp,
  receiverUrl: string,
  onFault: (seed: number, error: Error) => void,
): Promise<Ground> {
  const stranger = await app.make.person('owner')
  let running: Promise<unknown> = Promise.resolve()
  return {
    app,
    receiverUrl,
    stranger,
    foreignApp: (await app.make.app(stranger)).id,
    password_hash: await hashPassword(PASSWORD),
    async runJobs() {
      const mine = running.then(() => app.atrium.jobs.drain())
      running = mine.catch(() => {})
      await mine
    },
    prepare: (seed, make) =>
      make().catch((error) => {
        if (!(error instanceof ApiError && error.status < 500)) onFault(seed, error)
        return null
      }),
  }
}

export async function createWorld(ground: Ground, seed: number): Promise<World> {
  const { make } = ground.app
  const user = await make.user({ password_hash: ground.password_hash })
  const { id: workspace_id } = await make.workspace()
  await make.membership(workspace_id, user, 'owner')
  const owner = { id: user.id, email: user.email, workspace_id, token: '' }
  const world: World = {
    ground,
    seed,
    owner: { ...owner, token: await make.token(owner) },
    shop: '',
    agent: '',
    actors: {} as Actors, // filled by mend
    appUser: { id: '', email: '' },
    known: {},
    cursors: [],
    mend: () => mend(world, chanceBy(seed)),
    async renew(actor) {
      world.actors[actor] = await actorMakers(world)[actor]()
    },
    async learn({ operation, actor }, { status, body }) {
      if (typeof body?.next_cursor === 'string')
        world.cursors.push({ operation: operation.name, cursor: body.next_cursor })
      if (status === 401 && body?.code === 'invalid_credentials') await world.renew(actor)
    },
    async end() {
      await world.renew('owner')
      await ground.prepare(seed, () => client(world).apps.delete({ app_id: world.shop }))
    },
  }
  await world.mend()
  return world
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

function actorMakers(world: World) {
  const { ground, owner, shop } = world
  const { make, baseUrl } = ground.app
  const workspace = { id: owner.workspace_id }
  const person = async (role: 'editor' | 'viewer' | 'guest') => make.person(role, workspace)
  const key = async (kind: 'workspace_key' | 'api_key', fields: object) => ({
    api_key: (await make.credential({ kind, ...fields })).secret,
  })
  return {
    async owner() {
      owner.token = await make.token(owner)
      return bearer(owner.token)
    },
    session: async () => ({ cookie: `atrium=${await make.session(owner)}`, origin: baseUrl }),
    elsewhere: async () => ({ cookie: `atrium=${await make.session(owner)}`, origin: 'https://a.example' }),
    editor: async () => bearer((await person('editor')).token),
    viewer: async () => bearer((await person('viewer')).token),
    async guest() {
      const guest = await person('guest')
      await make.collaborator({ id: shop }, guest, 'viewer')
      return bearer(guest.token)
    },
    async appUser() {
      const { token, ...user } = await make.appUser({ id: shop }, { password_hash: ground.password_hash })
      world.appUser = user
      return bearer(token)
    },
    workspaceKey: () => key('workspace_key', { workspace_id: owner.workspace_id }),
    apiKey: () => key('api_key', { user_id: owner.id }),
    readOnly: async () => bearer(await make.token(owner, { permission: 'read_only' })),
    limited: async () => bearer(await make.token(owner, { app_ids: [shop] })),
    stranger: async () => bearer(ground.stranger.token),
    nobody: async () => ({}),
    unknown: async () => bearer('pat_unknown'),
  }
}

async function mend(world: World, chance: Chance): Promise<void> {
  world.known = await look(world)
  if (!world.known.app?.length) await addApp(world)
  if (!world.known.agent_app?.length) await makeAgent(world)
  const before = Object.keys(makers).filter((kind) => !world.known[kind]?.length)
  for (const kind of before) await world.ground.prepare(world.seed, async () => makers[kind]?.(world, chance))
  if (before.length > 0) world.known = await look(world)
}

async function addApp(world: World): Promise<void> {
  const { make } = world.ground.app
  world.shop = (await make.app(world.owner, { name: 'Shop', public_settings: 'public_without_login' })).id
  for (const actor of Object.keys(actorMakers(world)) as ActorName[]) await world.renew(actor)
  world.known = {}
}

async function makeAgent(world: World): Promise<void> {
  const { make } = world.ground.app
  world.agent = (await make.app(world.owner, { name: 'Helper', kind: 'agent' })).id
  for (const kind of ['agent_conversation', 'message', 'agent_webhook', 'agent_delivery'])
    delete world.known[kind]
}

/** How each kind is made when there is none, in an order that lets the later ones use the earlier. */
const makers: Record<string, (world: World, chance: Chance) => Promise<unknown>> = {
  // Requests leave it as any other one, and most of what is asked of records needs the usual fields.
  usual_schema: ({ shop: app_id, ...world }) =>
    client(world).schemas.set({ app_id, name: ENTITY }, THING as never),
  app_webhook: ({ shop: app_id, ...world }) =>
    client(world).app_webhooks.create(
      { app_id },
      { target_url: world.ground.receiverUrl, events: [...CHANGED] },
    ),
  async record({ shop: app_id, ...world }, chance) {
    const at = { app_id, entity_name: ENTITY }
    await client(world).records.bulk_create(at, [{ title: 'first' }, { n: 1, tags: ['a'] }])
    const more = Array.from({ length: 6 }, () => record(chance))
    await Promise.allSettled(more.map((one) => client(world).records.create(at, one)))
  },
  app_agent: ({ shop: app_id, ...world }) =>
    client(world).app_agents.configure({ app_id }, [{ name: 'helper', instructions: 'Help.' }]),
  app_conversation: ({ shop: app_id, ...world }) =>
    client(world).app_conversations.create({ app_id }, { agent_name: 'helper' }),
  agent_conversation: ({ agent: agent_id, ...world }) => client(world).conversations.open({ agent_id }),
  agent_webhook: ({ agent: agent_id, ...world }) =>
    client(world).webhooks.create({ agent_id }, { target_url: world.ground.receiverUrl, events: [...SAID] }),
  async message({ agent: agent_id, ...world }) {
    const { id: conversation_id } = await client(world).conversations.open({ agent_id })
    await client(world).messages.send({ agent_id, conversation_id }, { content: 'Hello?' })
  },
  async file_url({ shop: app_id, ...world }) {
    const upload = { file: new Blob(['title,n\na,1\n']), file_name: 'a.csv' }
    await client(world).integrations.upload_file({ app_id }, upload)
    await client(world).integrations.upload_private_file({ app_id }, upload)
  },
  view: ({ shop: app_id, ...world }) =>
    client(world).record_views.create({ app_id }, { entity_name: ENTITY, name: 'Mine' }),
  folder: (world) => client(world).folders.create({ name: 'Sales', scope: 'workspace' }),
  token: (world) => client(world).tokens.create({ name: 'deploys', permission: 'read_only' }),
  member: ({ owner, ground }) => ground.app.make.person('editor', { id: owner.workspace_id }),
  pending: (world) =>
    client(world).invitations.create({ email: `new-${crypto.randomUUID()}@example.com`, role: 'viewer' }),
  source_file: ({ shop: app_id, ...world }) =>
    client(world).source.write_file({ app_id, path: 'src/index.html' }, { content: '<p>Hi</p>' }),
  function: ({ shop: app_id, ...world }) =>
    client(world).functions.deploy(
      { app_id, name: FUNCTION },
      { entry: 'index.ts', files: [{ path: 'index.ts', content: 'export default () => {}' }] },
    ),
  secret: ({ shop: app_id, ...world }) => client(world).secrets.set({ app_id }, { KEY: 'value' }),
  site_revision: ({ shop: app_id, ...world }) =>
    client(world).site.publish({ app_id }, { files: [{ path: 'index.html', content: '<p>Hi</p>' }] }),
  site_domain: ({ shop: app_id, ...world }) =>
    client(world).domains.add({ app_id }, { domain: `${crypto.randomUUID()}.example.org` }),
  campaign: ({ shop: app_id, ...world }) =>
    client(world).ads.launch({ app_id }, { campaign: { ...CAMPAIGN, draft_id: crypto.randomUUID() } }),
  mapping: ({ shop: app_id, ...world }) =>
    client(world).conversions.create_mapping(
      { app_id },
      { entity_name: ENTITY, event: 'create', conversion_type: 'PURCHASE' },
    ),
  async asset({ shop: app_id, ...world }) {
    const body = { business_name: 'Northern Tables', field_types: ['HEADLINE' as const] }
    await client(world).assets.generate({ app_id }, body)
    await world.ground.runJobs()
  },
}
const CHANGED = ['entity.created', 'entity.updated', 'entity.deleted'] as const
const SAID = ['message.created', 'message.completed'] as const

const client = ({ ground, owner }: Pick<World, 'ground' | 'owner'>) => ground.app.as(owner)

async function look({ ground, owner, shop, agent }: World): Promise<Record<string, string[]>> {
  const rows = await ground.app.sql<{ kind: string; id: string }>`
    select 'app' as kind, id from apps where id = ${shop}
    union all select 'agent_app', id from apps where id = ${agent}
    union all select 'schema', name from entity_schemas where app_id = ${shop}
    union all select 'usual_schema', name from entity_schemas
      where app_id = ${shop} and name = ${ENTITY} and schema ->> 'description' = ${THING.description}
    union all (select 'record', id from records where app_id = ${shop} and entity_name = ${ENTITY} limit 20)
    union all select 'app_agent', name from app_agents where app_id = ${shop}
    union all (select 'app_conversation', id from conversations where app_id = ${shop} limit 9)
    union all (select 'agent_conversation', id from conversations where app_id = ${agent} limit 9)
    union all (select 'message', m.id from messages m join conversations c on c.id = m.conversation_id
      where c.app_id = ${agent} limit 9)
    union all select source || '_webhook', id from webhooks where app_id in (${shop}, ${agent})
    union all (select source || '_delivery', d.id from deliveries d join webhooks w on w.id = d.webhook_id
      where w.app_id in (${shop}, ${agent}) limit 9)
    union all (select 'file', id from files where app_id = ${shop} and status = 'stored' limit 9)
    union all (select 'file_url', key || '/' || name from files
      where app_id = ${shop} and status = 'stored' and visibility = 'public' and name = 'a.csv' limit 9)
    union all (select 'file_uri', 'private/' || app_id || '/' || key || '/' || name from files
      where app_id = ${shop} and status = 'stored' and visibility = 'private' limit 9)
    union all (select 'view', id from record_views where app_id = ${shop} limit 9)
    union all (select 'folder', id from folders where workspace_id = ${owner.workspace_id} limit 9)
    union all (select 'token', id from credentials where workspace_id = ${owner.workspace_id}
      and kind = 'personal_token' and name <> 'test' limit 9)
    union all (select case status when 'joined' then 'member' else 'pending' end, email from members
      where workspace_id = ${owner.workspace_id} and role <> 'owner' limit 20)
    union all (select 'user', user_id from app_users where app_id = ${shop} limit 9)
    union all (select 'campaign', id from ad_campaigns where app_id = ${shop} and status <> 'REMOVED' limit 9)
    union all select 'account', id from ad_accounts where app_id = ${shop}
    union all select 'mapping', id from conversion_mappings where app_id = ${shop}
    union all (select 'asset', id from ad_assets where app_id = ${shop} limit 9)
    union all (select 'asset_session', session_id from ad_assets where app_id = ${shop} limit 9)
    union all (select 'site_revision', id from site_revisions where app_id = ${shop} limit 9)
    union all (select 'site_domain', id from site_domains where app_id = ${shop} limit 9)
    union all (select 'function', name from functions where app_id = ${shop} and name = ${FUNCTION})
    union all (select 'secret', name from app_secrets where app_id = ${shop} limit 9)
    union all (select 'source_file', path from app_source_files where app_id = ${shop} limit 9)`
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  return Object.fromEntries([...byKind].map(([kind, found]) => [kind, found.map(({ id }) => id)]))
}
