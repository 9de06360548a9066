/** Lists of apps, and of what apps are made of: agents, schemas, events. */
import type { TrackedEvent } from '@atrium/contract/analytics'
import { REJECT_REASONS, type RejectReason } from '@atrium/contract/analytics'
import type { SharedApp } from '../app.ts'
import type { Person } from '../make.ts'
import { invalidAt } from '../refusal.ts'
import { type MixedList, mixed } from './mixed-list.ts'

const APP_NOT_FOUND = () => ({ status: 404, code: 'app_not_found' })

export function appLists(app: SharedApp, owner: Person): MixedList[] {
  const newApp = async (of = owner) => (await app.make.app(of)).id
  const fourApps = () => Promise.all([newApp(), newApp(), newApp(), newApp()])
  const deletedApp = async () => {
    const id = await newApp()
    await app.as(owner).apps.delete({ app_id: id })
    return id
  }
  const foreignApp = async () => newApp(await app.make.person('owner'))

  const origins = mixed<string>({
    list: 'sign_in_settings.update body.allowed_origins',
    why: 'one that is not written as browsers send it',
    refusal: (index) => invalidAt('body', 'allowed_origins', index),
    async arrange() {
      const at = { app_id: await newApp() }
      const { sign_in_settings } = app.as(owner)
      return {
        good: ['https://a.test', 'https://b.test', 'https://c.test', 'https://d.test'],
        bad: 'https://e.test:443',
        send: (allowed_origins) => sign_in_settings.update(at, { allowed_origins }),
        stored: async () => (await sign_in_settings.read(at)).allowed_origins,
      }
    },
  })

  const linked = (why: string, bad: () => Promise<string>, token = async (_: string[]) => owner.token) =>
    mixed<string>({
      list: 'folders.add_items body.app_ids',
      why,
      refusal: APP_NOT_FOUND,
      async arrange() {
        const { id: folder_id } = await app.make.folder(owner)
        const good = await fourApps()
        const client = app.as(await token(good))
        return {
          good,
          bad: await bad(),
          send: (app_ids) => client.folders.add_items({ folder_id }, { app_ids }),
          async stored() {
            const { folders } = await app.as(owner).folders.tree()
            return folders.filter(({ id }) => id === folder_id)
          },
        }
      },
    })

  const limited = (why: string, bad: () => Promise<string>, token = async (_: string[]) => owner.token) =>
    mixed<string>({
      list: 'tokens.create body.app_ids',
      why,
      refusal: APP_NOT_FOUND,
      async arrange() {
        const good = await fourApps()
        const client = app.as(await token(good))
        return {
          good,
          bad: await bad(),
          send: (app_ids) => client.tokens.create({ name: 'new', permission: 'read_only', app_ids }),
          stored: async () =>
            (await client.tokens.list({ limit: 100 })).items.map(({ id, name }) => [id, name]),
        }
      },
    })
  const tokenFor = (app_ids: string[]) => app.make.token(owner, { app_ids })
  /** Of a guest who was let in to these apps only. */
  const guestOf = async (appIds: string[]) => {
    const guest = await app.make.person('guest', { id: owner.workspace_id })
    for (const id of appIds) await app.make.collaborator({ id }, guest, 'editor')
    return guest.token
  }
  const outOfReach = [
    ['an unknown app', async () => 'app_unknown'],
    ['an app of another workspace', foreignApp],
    ['a deleted app', deletedApp],
    ['an app that the token does not reach', () => newApp(), tokenFor],
  ] as const

  const service = (
    operation: 'create' | 'update' | 'create_token',
    why: string,
    bad: () => Promise<string>,
    within: 'all apps' | 'these apps' = 'all apps',
  ) =>
    mixed<string>({
      list: `service_accounts.${operation} body.app_ids`,
      why,
      refusal: () =>
        within === 'these apps' ? { status: 403, code: 'token_scope_exceeded' } : APP_NOT_FOUND(),
      async arrange() {
        const good = await fourApps()
        const { service_accounts: client } = app.as(owner)
        const limits = within === 'these apps' && { app_ids: good }
        const { id } = await client.create({ name: 'Deploys', role: 'viewer', ...limits })
        const at = { service_account_id: id }
        const send = {
          create: (app_ids: string[]) => client.create({ name: 'new', role: 'viewer', app_ids }),
          update: (app_ids: string[]) => client.update(at, { app_ids }),
          create_token: (app_ids: string[]) =>
            client.create_token(at, { name: 'new', permission: 'read_only', app_ids }),
        }
        return {
          good,
          bad: await bad(),
          send: send[operation],
          stored: async () => [(await client.list()).items, (await client.list_tokens(at)).items],
        }
      },
    })

  type Agent = { name: string; instructions: string }
  const agents = mixed<Agent>({
    list: 'app_agents.configure body',
    why: 'a name that is there twice',
    refusal: (at) => invalidAt('body', at, 'name'),
    async arrange() {
      const app_id = await newApp()
      const { app_agents } = app.as(owner)
      await app_agents.configure({ app_id }, [{ name: 'a' }, { name: 'old' }])
      const good = ['a', 'b', 'c', 'd'].map((name) => ({ name, instructions: 'New' }))
      return {
        good,
        bad: { name: 'a', instructions: 'New' },
        send: (items) => app_agents.configure({ app_id }, items),
        stored: async () => (await app_agents.read({ app_id })).items,
      }
    },
  })

  type Named = [name: string, schema: Record<string, unknown>]
  const schemas = (why: string, bad: Named, ...place: string[]) =>
    mixed<Named>({
      list: 'schemas.replace_all body.entityNameToSchema',
      why,
      refusal: () => invalidAt('body', 'entityNameToSchema', bad[0], ...place),
      async arrange() {
        const app_id = await newApp()
        const { schemas } = app.as(owner)
        await schemas.set({ app_id, name: 'Old' }, { properties: {} })
        const good = ['A', 'B', 'C', 'D'].map(
          (name): Named => [name, { properties: { x: { type: 'string' } } }],
        )
        return {
          good,
          bad,
          send: (items) => schemas.replace_all({ app_id }, { entityNameToSchema: Object.fromEntries(items) }),
          stored: async () => [await schemas.list({ app_id })],
        }
      },
    })

  /** A list inside of a schema, which is set, tried, and sent with others. */
  const insideSchemas = (part: 'required' | 'indexes' | 'indexes.0', why: string, bad: string) => {
    const fields = ['a', 'b', 'c', 'd']
    const properties = Object.fromEntries(fields.map((name) => [name, { type: 'string' }]))
    const place = part.split('.').map((step) => (step === '0' ? 0 : step))
    const schemaWith = (names: string[]) => ({
      properties,
      ...(part === 'required' && { required: names }),
      ...(part === 'indexes' && { indexes: names.map((name) => [name]) }),
      ...(part === 'indexes.0' && { indexes: [names] }),
    })
    const ways = [
      ['set', [], (schema: object) => schema],
      ['try_rules', ['schema'], (schema: object) => ({ schema, as: null })],
      [
        'replace_all',
        ['entityNameToSchema', 'Thing'],
        (Thing: object) => ({ entityNameToSchema: { Thing } }),
      ],
    ] as const
    return ways.map(([verb, above, bodyOf]) =>
      mixed<string>({
        list: `schemas.${verb} body.${[...above, part].join('.')}`,
        why,
        refusal: (at) => invalidAt('body', ...above, ...place, at, ...(part === 'indexes' ? [0] : [])),
        ...(verb === 'try_rules' && { onlyReads: true }),
        async arrange() {
          const path = { app_id: await newApp(), name: 'Thing' }
          const { schemas } = app.as(owner)
          const call = schemas[verb] as (path: object, body: object) => Promise<unknown>
          return {
            good: part === 'indexes.0' ? fields.slice(1) : fields,
            bad,
            send: (names) => call(path, bodyOf(schemaWith(names))),
            stored: async () => [await schemas.list({ app_id: path.app_id })],
          }
        },
      }),
    )
  }

  const tracked = (
    why: string,
    bad: (now: Date) => Partial<TrackedEvent>,
    report: (at: number) => object,
    before: TrackedEvent[] = [],
  ) =>
    mixed<TrackedEvent>({
      list: 'events.track body.events',
      why,
      report: (at) => ({ accepted: 4, ...report(at) }),
      async arrange() {
        const app_id = await newApp()
        const { events } = app.as(owner)
        if (before.length > 0) await events.track({ app_id }, { events: before })
        return {
          good: ['a', 'b', 'c', 'd'].map((event_name) => ({ event_name, event_id: event_name })),
          bad: { event_name: 'bad', ...bad(app.clock.now()) },
          send: (items) => events.track({ app_id }, { events: items }),
          stored: async () => (await events.query({ app_id })).items.map(({ event_name }) => event_name),
          adds: ({ event_name }) => [event_name],
        }
      },
    })
  const LONG = 'x'.repeat(129)
  const REJECTED: Record<RejectReason, (now: Date) => Partial<TrackedEvent>> = {
    invalid_event_name: () => ({ event_name: '' }),
    invalid_timestamp: () => ({ timestamp: 'yesterday' }),
    too_old: (now) => ({ timestamp: new Date(now.getTime() - 61 * 86_400_000).toISOString() }),
    invalid_page_url: () => ({ page_url: 'x'.repeat(2_049) }),
    invalid_user_id: () => ({ user_id: LONG }),
    invalid_session_id: () => ({ session_id: LONG }),
    invalid_event_id: () => ({ event_id: LONG }),
    properties_too_large: () => ({ properties: { text: 'x'.repeat(9_000) } }),
  }

  type SentFile = { path: string; content: string; encoding?: 'base64' }
  const siteFiles = (why: string, bad: SentFile, field: 'path' | 'content') =>
    mixed<SentFile>({
      list: 'site.publish body.files',
      why,
      refusal: (at) => invalidAt('body', 'files', at, field),
      async arrange() {
        const at = { app_id: await newApp() }
        const { site } = app.as(owner)
        return {
          good: ['index.html', 'a.css', 'b.css', 'c.css'].map((path) => ({ path, content: 'x' })),
          bad,
          send: (files) => site.publish(at, { files }),
          stored: async () => (await site.list_revisions(at)).items,
        }
      },
    })

  return [
    siteFiles('a path that leads elsewhere', { path: '../a', content: '' }, 'path'),
    siteFiles('a content that is no base64', { path: 'x', content: '?', encoding: 'base64' }, 'content'),
    ...outOfReach.map(([why, bad, token]) => linked(why, bad, token)),
    ...outOfReach.map(([why, bad, token]) => limited(why, bad, token)),
    limited('an app that a guest does not see', () => newApp(), guestOf),
    ...(['create', 'update', 'create_token'] as const).flatMap((operation) =>
      outOfReach.slice(0, 3).map(([why, bad]) => service(operation, why, bad)),
    ),
    service('create_token', 'an app that the account does not reach', () => newApp(), 'these apps'),
    origins,
    agents,
    schemas(
      'a property of no type',
      ['X', { properties: { x: { type: 'text' } } }],
      'properties',
      'x',
      'type',
    ),
    schemas('another name inside', ['X', { name: 'Y' }], 'name'),
    schemas('a name that is none', ['x-y', {}]),
    schemas(
      'a rule about no field',
      ['X', { rls: { read: { 'data.nope': 1 } } }],
      'rls',
      'read',
      'data.nope',
    ),
    ...insideSchemas('required', 'a name of no property', 'nope'),
    ...insideSchemas('indexes', 'a field that is not there', 'nope'),
    ...insideSchemas('indexes.0', 'a field that is not there', 'nope'),
    ...insideSchemas('indexes.0', 'a field that is there twice', 'b'),
    ...REJECT_REASONS.map((reason) =>
      tracked(reason, REJECTED[reason], (index) => ({ duplicates: 0, rejected: [{ index, reason }] })),
    ),
    tracked(
      'an id that is there twice',
      () => ({ event_name: 'a', event_id: 'a' }),
      () => ({ duplicates: 1, rejected: [] }),
    ),
    tracked(
      'an id that was there before',
      () => ({ event_id: 'before' }),
      () => ({ duplicates: 1, rejected: [] }),
      [{ event_name: 'before', event_id: 'before' }],
    ),
  ]
}
