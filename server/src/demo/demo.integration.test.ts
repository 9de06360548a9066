import { rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { exportText, importText } from '../../test/bring.ts'
import { migratedDatabase } from '../../test/migrated-database.ts'
import { useFolder } from '../../test/use-folder.ts'
import { useStarted } from '../../test/use-started.ts'
import { collectionsOf } from '../app.ts'
import type { EntitySchema } from '../modules/entities/schemas/entity-schema.ts'
import { checkValues } from '../modules/entities/values/values.ts'
import { faultsOf } from '../modules/workflows/test/definition-faults.ts'
import { createLog, type Log } from '../platform/log.ts'
import { DEMO_EMAIL, demoArchive } from './index.ts'

const folder = useFolder()
const collections = collectionsOf({ data_dir: folder })
const demo = demoArchive({ ownerPassword: 'demo-password' })

describe('the demo', () => {
  test('is the same every time', () => {
    expect(demoArchive({ ownerPassword: 'demo-password' })).toEqual(demo)
  })

  test('never ages: all its times are relative', () => {
    // What begins with a slash is a place in the answers of a service.
    const times = JSON.stringify(demo).match(/"(\w+_date|\w+_at|last_\w+)":"(?!\/)[^"]*"/g) ?? []
    expect(times.length).toBeGreaterThan(500)
    expect(times.filter((time) => !/:"now-\d+[smhd]"$/.test(time))).toEqual([])
  })

  test('has a company of 250 with all kinds of members', () => {
    const count = (test: (member: (typeof demo.members)[number]) => boolean) =>
      demo.members.filter(test).length
    expect(demo.members).toHaveLength(250)
    expect(new Set(demo.members.map(({ email }) => email)).size).toBe(250)
    expect(count(({ role }) => role === 'owner')).toBe(1)
    expect(count(({ status }) => status === 'pending')).toBe(25)
    expect(count(({ status }) => status === 'expired')).toBe(10)
    expect(count(({ access_state }) => access_state === 'suspended')).toBeGreaterThan(3)
    expect(count(({ status, last_active }) => status === 'joined' && !last_active)).toBeGreaterThan(20)
    expect(count(({ credit_limit }) => credit_limit !== undefined)).toBeGreaterThan(10)
    const used = demo.members.reduce((sum, { credits_used = 0 }) => sum + credits_used, 0)
    // Of a third of a month.
    expect(used).toBeGreaterThan(1_000)
    expect(used).toBeLessThan(20_000)
  })

  test('has workflows that could be saved, with runs that went well and badly, newest last', async () => {
    for (const { definition } of demo.workflows) expect(await faultsOf(definition)).toEqual([])
    for (const { id } of demo.workflows) {
      const ids = demo.workflow_runs.filter(({ workflow_id }) => workflow_id === id).map((run) => run.id)
      expect(ids.length).toBeGreaterThan(1)
      expect(ids).toEqual(ids.toSorted())
    }
    const failed = demo.workflow_runs.filter(({ status }) => status === 'failed')
    expect(failed).toHaveLength(3)
    for (const { error, steps } of failed)
      expect(steps.filter(({ status }) => status === 'failed').map(({ id }) => id)).toContain(error?.step_id)
  })

  test('has names with accents and in other scripts, and addresses in plain letters', () => {
    const names = demo.users.map(({ full_name }) => full_name)
    const scripts = [
      /[éèö]/,
      /\p{Script=Han}/u,
      /\p{Script=Hangul}/u,
      /\p{Script=Cyrillic}/u,
      /\p{Script=Arabic}/u,
    ]
    for (const script of scripts)
      expect(names.filter((name) => script.test(name ?? '')).length).toBeGreaterThan(3)
    const odd = demo.members.filter(
      ({ email }) => !/^[a-z]+(\.[a-z]+)?@([a-z]+\.)?example\.(com|org|net)$/.test(email),
    )
    expect(odd).toEqual([])
  })

  test('has twelve apps and agents in nested folders', () => {
    expect(demo.apps).toHaveLength(12)
    expect(demo.apps.filter(({ kind }) => kind === 'agent')).toHaveLength(3)
    expect(new Set(demo.apps.map(({ owner_id }) => owner_id)).size).toBe(6)
    expect(demo.folders.filter(({ scope }) => scope === 'workspace').length).toBeGreaterThanOrEqual(8)
    expect(demo.folders.filter(({ scope }) => scope === 'personal')).toHaveLength(3)
  })

  test('has agents with instructions, and conversations of the owner and others with each of them', () => {
    const agents = demo.apps.filter(({ kind }) => kind === 'agent').map(({ id }) => id)
    expect(demo.agents.map(({ app_id }) => app_id).sort()).toEqual(agents.sort())
    expect(new Set(demo.conversations.map(({ agent_id, user_id }) => `${agent_id} ${user_id}`)).size).toBe(10)
    const owner = demo.members.find(({ role }) => role === 'owner')?.user_id
    const mine = demo.conversations.filter(({ user_id }) => user_id === owner)
    expect(mine.map(({ agent_id }) => agent_id).sort()).toEqual(agents)
    expect(new Set(demo.conversations.map(({ user_id }) => user_id)).size).toBe(8)
    const messages = demo.conversations.flatMap((conversation) => conversation.messages)
    expect(messages.filter((message) => 'status' in message)).toHaveLength(1)
  })

  test('has something for a security scan to find, and no key in this repository', () => {
    const contentOf = (path: string) => demo.source_files.find((file) => file.path === path)?.content ?? ''
    expect(contentOf('src/client.js')).toMatch(/key: 'sk_\w{30,}'/)
    expect(JSON.parse(contentOf('package-lock.json'))).toMatchObject({
      packages: { 'node_modules/minimist': { version: '1.2.0' } },
    })
  })

  test('calls nobody: its webhooks are off', () => {
    expect(demo.webhooks).toHaveLength(2)
    for (const { target_url, disabled_at } of demo.webhooks) {
      expect(new URL(target_url).hostname).toMatch(/\.example\.com$/)
      expect(disabled_at).toMatch(/^now-/)
    }
  })

  test('has six entities, one of them open to all, and records that fit them', () => {
    const schemas = demo.entity_schemas.map(({ schema }) => schema as unknown as EntitySchema)
    expect(schemas.map(({ name }) => name)).toEqual([
      ...['Customer', 'Order', 'Purchase', 'QuoteRequest', 'Basket', 'Review'],
    ])
    const closed = schemas.filter(({ rls }) => rls && Object.keys(rls).length === 4)
    expect(schemas.filter((schema) => !closed.includes(schema)).map(({ name }) => name)).toEqual(['Review'])
    expect(demo.records.length).toBeGreaterThanOrEqual(40)
    for (const { entity_name, data, created_by_id } of demo.records) {
      const schema = schemas.find(({ name }) => name === entity_name)
      if (!schema) throw new Error(`no schema of ${entity_name}`)
      expect(checkValues(schema, data as never, 'create')).toEqual([])
      expect(demo.users.some(({ id }) => id === created_by_id)).toBe(true)
    }
  })

  test('has sixty days of traffic in two apps, whose weeks are those of the calendar', () => {
    const apps = new Set(demo.analytics_events.map(({ app_id }) => app_id))
    expect([...apps]).toEqual(['app_demo_storefront', 'app_demo_orders'])
    expect(demo.analytics_events.length).toBeGreaterThan(7_000)
    expect(demo.analytics_events.length).toBeLessThan(20_000)
    expect(demo.user_counts).toHaveLength(2 * 59)
    expect(demo.user_counts.at(-1)).toMatchObject({ inactive_30d: expect.any(Number) })
    expect(demo.user_counts.at(-1)?.inactive_30d).toBeGreaterThan(0)
    const sunday = new Date('2026-11-15T20:00:00Z')
    const { analytics_events } = demoArchive({ ownerPassword: 'demo-password', now: sunday })
    const onDay = (app: string, daysAgo: number) =>
      analytics_events.filter(({ app_id, timestamp }) => {
        const ago = Number(timestamp.slice(4, -1))
        return app_id === `app_demo_${app}` && Math.floor((ago + 4 * 3_600) / 86_400) === daysAgo
      }).length
    expect(onDay('orders', 1)).toBeLessThan(onDay('orders', 3) / 3)
    expect(onDay('storefront', 1)).toBeGreaterThan(onDay('storefront', 4))
  })

  test('lets only the owner sign in', () => {
    const able = demo.users.filter((user) => 'password' in user)
    expect(able).toMatchObject([{ email: DEMO_EMAIL, password: 'demo-password' }])
  })
})

describe('imported', () => {
  const database = useStarted(migratedDatabase)
  const place = () => ({ db: database.db, collections })

  test('it comes in cleanly, once, and goes out and in again unchanged', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    const warnings: string[] = []
    const log: Log = { ...createLog('silent'), warn: (_fields, message) => warnings.push(message) }
    const bring = (content: string) => importText(place(), content, { log })

    const counts = await bring(JSON.stringify(demo))
    expect(counts).toMatchObject({
      users: 216,
      service_accounts: 1,
      workspaces: 1,
      members: 250,
      apps: 12,
      folders: 13,
    })
    expect(counts).toMatchObject({ agents: 3, conversations: 10, webhooks: 2 })
    expect(counts).toMatchObject({ entity_schemas: 6, records: demo.records.length })
    expect(counts).toMatchObject({
      source_files: 9,
      ads_accounts: 2,
      ads_campaigns: 6,
      conversion_mappings: 3,
    })
    expect(warnings).toEqual([])
    expect(new Set(Object.values(await bring(JSON.stringify(demo))))).toEqual(new Set([0]))

    const first = await exportText(place(), null, 'lines')
    await database.pool.query('truncate users, workspaces, ad_sandbox_accounts cascade')
    await database.pool.query(`truncate analytics_event_rows, analytics_event_batches, analytics_event_ids, heartbeats,
      user_counts`)
    rmSync(folder, { recursive: true, force: true })
    expect(await bring(first)).toEqual(counts)
    expect(await exportText(place(), null, 'lines')).toBe(first)
  })
})
