import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MigratedDatabase, migratedDatabase } from '../../test/migrated-database.ts'
import { folderArchive } from '../modules/folders/archive.ts'
import { exportArchive } from '../platform/archive/export-archive.ts'
import { importArchive } from '../platform/archive/import-archive.ts'
import { createLog, type Log } from '../platform/log.ts'
import { tenancyArchive } from '../tenancy/archive.ts'
import { DEMO_EMAIL, demoArchive } from './index.ts'

const collections = [...tenancyArchive, ...folderArchive]
const demo = demoArchive({ ownerPassword: 'demo-password' })

describe('the demo', () => {
  test('is the same every time', () => {
    expect(demoArchive({ ownerPassword: 'demo-password' })).toEqual(demo)
  })

  test('never ages: all its times are relative', () => {
    const times = JSON.stringify(demo).match(/"(\w+_date|last_\w+)":"[^"]*"/g) ?? []
    expect(times.length).toBeGreaterThan(500)
    expect(times.filter((time) => !/:"now-\d+[mhd]"$/.test(time))).toEqual([])
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
    expect(used).toBeGreaterThan(10_000)
    expect(used).toBeLessThan(50_000)
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

  test('lets only the owner sign in', () => {
    const able = demo.users.filter((user) => 'password' in user)
    expect(able).toMatchObject([{ email: DEMO_EMAIL, password: 'demo-password' }])
  })
})

describe('imported', () => {
  let database: MigratedDatabase
  beforeAll(async () => {
    database = await migratedDatabase()
  })
  afterAll(() => database.close())

  test('it comes in cleanly, once, and goes out and in again unchanged', async () => {
    const warnings: string[] = []
    const log: Log = { ...createLog('silent'), warn: (_fields, message) => warnings.push(message) }
    const bring = (content: string) =>
      importArchive({
        db: database.db,
        collections,
        source: Readable.from([Buffer.from(content)]),
        now: new Date(),
        log,
      })

    const counts = await bring(JSON.stringify(demo))
    expect(counts).toMatchObject({ users: 215, workspaces: 1, members: 250, apps: 12, folders: 13 })
    expect(warnings).toEqual([])
    expect(new Set(Object.values(await bring(JSON.stringify(demo))))).toEqual(new Set([0]))

    const first = await take('lines')
    await database.pool.query('truncate users, workspaces cascade')
    expect(await bring(first)).toEqual(counts)
    expect(await take('lines')).toBe(first)
  })

  async function take(form: 'document' | 'lines'): Promise<string> {
    const sink = new PassThrough()
    const whole = text(sink)
    await exportArchive({ db: database.db, collections, scope: { workspace_ids: null }, form, sink })
    sink.end()
    return whole
  }
})
