/** An archive holds every table that has rows, or the report names it with a reason. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { collectionsOf } from '../src/app.ts'
import type { LeftOut } from '../src/platform/archive/collection.ts'
import { exportArchive } from '../src/platform/archive/export-archive.ts'
import { importArchive } from '../src/platform/archive/import-archive.ts'
import { describedTables } from '../src/platform/database/table.ts'
import { createLog } from '../src/platform/log.ts'
import { hashPassword, isPasswordHash, verifyPassword } from '../src/platform/passwords/passwords.ts'
import { localStorage } from '../src/ports/file-storage/local.ts'
import { secrets } from './bring.ts'
import { migratedDatabase } from './migrated-database.ts'
import { GROUND, groundApp } from './use-archive.ts'
import { useStarted } from './use-started.ts'

const database = useStarted(migratedDatabase)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-archive-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(() => database.pool.query('truncate users, workspaces, files, file_totals cascade'))

type Chosen = { with_files?: boolean; with_passwords?: boolean; workspace_ids?: string[] }

async function take({ workspace_ids, ...chosen }: Chosen = {}, data_dir = folder) {
  const sink = new PassThrough()
  const content = text(sink)
  const leftOut: LeftOut[] = []
  const counts = await exportArchive({
    ...{ db: database.db, collections: collectionsOf({ data_dir }), form: 'lines', sink },
    scope: { workspace_ids: workspace_ids ?? null, ...chosen },
    report: { tables: describedTables, leftOut: (entries) => void leftOut.push(...entries) },
  })
  sink.end()
  return { content: await content, counts, leftOut }
}

async function bring(content: string, data_dir = folder) {
  const leftOut: LeftOut[] = []
  const added = await importArchive({
    ...{
      db: database.db,
      collections: collectionsOf({ data_dir }),
      source: Readable.from([Buffer.from(content)]),
    },
    ...{ now: new Date(), log: createLog('silent'), secrets },
    report: (entries) => void leftOut.push(...entries),
  })
  return { added, leftOut }
}

const document = (rows: object) =>
  JSON.stringify({ format: 'atrium-archive', version: 1, ...GROUND, ...rows })
const named = (entries: LeftOut[], name: string) => entries.find((one) => one.name === name)

test('no table is silent: its rows are in the archive, or it says why not', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relkind in ('r', 'p') and not c.relispartition
       and c.relnamespace = 'public'::regnamespace order by 1`.execute(database.db)
  const collections = collectionsOf({ data_dir: folder })
  const silent: string[] = []
  for (const { name } of rows) {
    const isArchived = collections.some(
      (one) =>
        one.table === name ||
        (one.withTables ?? []).includes(name) ||
        Object.hasOwn(one.row.properties, name),
    )
    const described = describedTables.find((one) => one.name === name)
    const reason = described?.notArchived ?? Object.values(described?.fields ?? {})[0]?.reason
    const isNamed = ['rate_limits', 'schema_migrations'].includes(name) || Boolean(reason)
    if (!isArchived && !isNamed) silent.push(name)
  }
  expect(silent).toEqual([])
})

test('what stays is counted at the same moment, as a whole and for one workspace', {
  tags: 'slow',
}, async () => {
  await bring(document({ apps: [groundApp('app_1'), groundApp('app_2', 'ws_2')] }))
  for (const [n, workspace] of ['ws_1', 'ws_1', 'ws_2'].entries())
    await sql`insert into audit_log (id, workspace_id, created_date, action, target_type, target_id, detail)
      values (${`aud_x${n}`}, ${workspace}, now(), 'x', 'x', 'x', '{}')`.execute(database.db)
  await sql`insert into credentials (id, kind, secret_hash, user_id, workspace_id)
    values ('tok_1', 'personal_token', '\\x01', 'usr_a', 'ws_1')`.execute(database.db)
  await sql`update apps set deleted_at = now() where id = 'app_2'`.execute(database.db)
  const { leftOut, counts } = await take()
  const all = await sql<{ count: number }>`select count(*)::integer as count from audit_log`.execute(
    database.db,
  )
  expect(named(leftOut, 'audit_log')?.count).toBe(all.rows[0]?.count)
  expect(named(leftOut, 'credentials')).toMatchObject({ count: 1, reason: expect.stringMatching(/^secrets/) })
  expect(named(leftOut, 'apps')).toMatchObject({ count: 1, reason: expect.stringContaining('deleted') })
  expect(counts.apps).toBe(1)
  expect(leftOut.every(({ reason, count }) => reason !== '' && count !== 0)).toBe(true)
  const one = await take({ workspace_ids: ['ws_2'] })
  const inTwo = await sql<{ count: number }>`
    select count(*)::integer as count from audit_log where workspace_id = 'ws_2'`.execute(database.db)
  expect(named(one.leftOut, 'audit_log')?.count).toBe(inTwo.rows[0]?.count)
})

test.each(['document', 'lines'])(
  'what came in otherwise is counted over the whole archive, as %s',
  { tags: 'slow' },
  async (form) => {
    const password_hash = await hashPassword('correct horse battery staple')
    const many = <Row>(count: number, row: (n: number) => Row) =>
      Array.from({ length: count }, (_, n) => row(n))
    const known = (n: number) => (n % 1_000 === 0 ? { password_hash } : {})
    const rows = {
      ...GROUND,
      users: [
        ...GROUND.users,
        ...many(2_500, (n) => ({ id: `usr_${n}`, email: `u${n}@example.com`, ...known(n) })),
      ],
      apps: [groundApp('app_1')],
      app_accounts: many(1_100, (n) => ({
        ...{ app_id: 'app_1', id: `own_${n}`, email: `o${n}@example.com` },
        ...known(n),
      })),
    }
    const lines = Object.entries(rows).flatMap(([collection, list]) =>
      list.map((row) => JSON.stringify({ collection, row })),
    )
    const { added, leftOut } = await bring(form === 'lines' ? lines.join('\n') : document(rows))
    expect(added).toMatchObject({ users: 2_502, app_accounts: 1_100 })
    expect(leftOut).toEqual([
      { name: 'users', count: 2_499, reason: expect.stringContaining('without a password') },
      { name: 'app_accounts', count: 1_098, reason: expect.stringContaining('without a password') },
    ])
  },
)

describe('passwords', () => {
  const accounts = (hash: string) => ({
    users: [{ ...GROUND.users[0], password_hash: hash }, GROUND.users[1]],
    apps: [groundApp('app_1')],
    app_accounts: [{ app_id: 'app_1', id: 'own_1', email: 'o@example.com', password_hash: hash }],
  })

  test('stay unless they are asked for, and then let people in elsewhere', { tags: 'slow' }, async () => {
    const hash = await hashPassword('correct horse battery staple')
    const { leftOut } = await bring(document(accounts(hash)))
    expect(named(leftOut, 'users')).toMatchObject({ count: 1, reason: expect.stringContaining('password') })
    const without = await take()
    expect(without.content).not.toContain('argon2id')
    expect(named(without.leftOut, 'users.password_hash')?.count).toBe(1)
    expect(named(without.leftOut, 'app_accounts.password_hash')?.count).toBe(1)
    const { content, leftOut: left } = await take({ with_passwords: true })
    expect(left.filter(({ name }) => name.endsWith('password_hash'))).toEqual([])
    await database.pool.query('truncate users, workspaces cascade')
    await bring(content)
    const { rows } = await sql<{ password_hash: string }>`
      select password_hash from users where id = 'usr_a'
      union all select password_hash from app_users where user_id = 'own_1'`.execute(database.db)
    expect(rows).toEqual([{ password_hash: hash }, { password_hash: hash }])
    expect(await verifyPassword('correct horse battery staple', rows[1]?.password_hash ?? null)).toBe(true)
  })

  test('a hash of another form or at any cost is refused by name', async () => {
    const dear =
      '$argon2id$v=19$m=4194304,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    expect(isPasswordHash(dear.replace('4194304', '19456'))).toBe(true)
    for (const hash of ['$2b$10$abcdefghijklmnopqrstuv', dear, 'secret'])
      await expect(bring(document(accounts(hash)))).rejects.toThrow(
        'users[0].password_hash: Input should be an argon2id',
      )
    const users = [
      { ...GROUND.users[0], password: 'a long enough one', password_hash: dear },
      GROUND.users[1],
    ]
    await expect(bring(document({ users }))).rejects.toThrow('There is a password already')
  })
})

describe('files', () => {
  const bytes = randomBytes(1_300_000)
  const key = 'k'.repeat(32)

  async function keep(app_id: string, id: string, content: Buffer, file_key = key) {
    const storage = localStorage({ folder: join(folder, 'uploads') })
    await storage.put(`${app_id}/${file_key}`, Readable.from([content]), 'image/png')
    await sql`insert into files (id, app_id, key, visibility, status, name, content_type, size, created_date)
      values (${id}, ${app_id}, ${file_key}, 'private', 'stored', 'a.png', 'image/png', ${content.length}, now())`.execute(
      database.db,
    )
  }

  beforeEach(async () => {
    await bring(document({ apps: [groundApp('app_1')] }))
    await keep('app_1', 'file_1', bytes)
    await keep('app_1', 'file_2', Buffer.alloc(0), `${key}2`)
  })

  test('stay unless they are asked for, and the report says how many', { tags: 'slow' }, async () => {
    const { content, leftOut } = await take()
    expect(content).not.toContain('file_1')
    expect(named(leftOut, 'files')).toMatchObject({
      count: 2,
      reason: expect.stringContaining('--with-files'),
    })
  })

  test('travel in pieces and come back byte by byte, counted; a second import changes nothing', {
    tags: 'slow',
  }, async () => {
    const { content, counts, leftOut } = await take({ with_files: true })
    expect(counts).toMatchObject({ files: 2, file_chunks: 4 })
    expect(named(leftOut, 'files')).toBeUndefined()
    for (const line of content.split('\n')) expect(line.length).toBeLessThan(800_000)
    await database.pool.query('truncate users, workspaces, files, file_totals cascade')
    const elsewhere = await mkdtemp(join(folder, 'other-'))
    const { added } = await bring(content, elsewhere)
    expect(added).toMatchObject({ files: 2, file_chunks: 4 })
    const storage = localStorage({ folder: join(elsewhere, 'uploads') })
    const back = Buffer.concat(await Array.fromAsync(storage.read(`app_1/${key}`)))
    expect(createHash('sha256').update(back).digest()).toEqual(createHash('sha256').update(bytes).digest())
    expect(await storage.size(`app_1/${key}2`)).toBe(0)
    const { rows } = await sql`select bytes from file_totals where app_id = 'app_1'`.execute(database.db)
    expect(rows).toEqual([{ bytes: bytes.length }])
    const again = await bring(content, elsewhere)
    expect(again.added).toMatchObject({ files: 0, file_chunks: 0 })
    expect((await sql`select bytes from file_totals`.execute(database.db)).rows).toEqual(rows)
    expect(await readdir(join(elsewhere, 'uploads', '.importing'))).toEqual([])
  })

  test('bytes that were changed, are missing or out of order refuse the archive; nothing is left', {
    tags: 'slow',
  }, async () => {
    const { content } = await take({ with_files: true })
    const lines = content.trimEnd().split('\n')
    const isChunk = (line: string) => line.includes('"file_chunks"')
    const first = lines.findIndex(isChunk)
    const chunk = lines[first] ?? ''
    const changed = lines.with(first, chunk.replace(/"data":"..../, '"data":"AAAA'))
    const swapped = lines.with(first, lines[first + 1] ?? '').with(first + 1, chunk)
    const shorter = lines.filter((_, at) => at !== first + 2)
    const elsewhere = await mkdtemp(join(folder, 'other-'))
    await database.pool.query('truncate users, workspaces, files, file_totals cascade')
    for (const [bad, message] of [
      [changed, 'The bytes are not those that went out'],
      [swapped, 'The pieces of a file come in their order'],
      [shorter, 'The bytes of this file are not in the archive'],
      [lines.filter((line) => !line.includes('"files"')), 'There is no file "file_1" in this archive'],
    ] as const)
      await expect(bring(bad.join('\n'), elsewhere)).rejects.toThrow(message)
    expect((await sql`select id from files`.execute(database.db)).rows).toEqual([])
    const spool = join(elsewhere, 'uploads', '.importing')
    expect(await readdir(spool)).toEqual([])
    expect(await readdir(join(elsewhere, 'uploads'))).toEqual(['.importing'])
  })

  test('those whose bytes are gone stay behind, and the report says why', async () => {
    await localStorage({ folder: join(folder, 'uploads') }).delete(`app_1/${key}`)
    const { counts, leftOut } = await take({ with_files: true })
    expect(counts.files).toBe(1)
    expect(named(leftOut, 'files')).toMatchObject({ count: 1, reason: expect.stringContaining('bytes') })
  })
})

test('service accounts, versions of agents and conversations inside apps come back the same', {
  tags: 'slow',
}, async () => {
  const message = { id: 'msg_1', role: 'user', content: 'Hi', created_date: '2026-11-15T12:00:00.000Z' }
  const created_date = '2026-11-15T12:00:00.000Z'
  const rows = {
    users: [
      ...GROUND.users,
      { id: 'svc_1', email: 'bot@service.invalid', full_name: 'Bot', is_service: true, created_date },
    ],
    service_accounts: [
      {
        user_id: 'svc_1',
        workspace_id: 'ws_1',
        name: 'Bot',
        role: 'editor',
        app_ids: ['app_1'],
        created_date,
      },
    ],
    apps: [groundApp('app_1'), { ...groundApp('app_a', 'ws_1', 'agent'), owner_id: 'svc_1' }],
    agent_versions: [1, 2].map((version) => ({
      app_id: 'app_a',
      version,
      name: 'A',
      instructions: `${version}`,
      created_date,
    })),
    app_accounts: [{ app_id: 'app_1', id: 'own_1', email: 'o@example.com' }],
    app_agents: [{ app_id: 'app_1', name: 'helper' }],
    app_conversations: [
      {
        id: 'cnv_1',
        app_id: 'app_1',
        agent_name: 'helper',
        user_id: 'own_1',
        created_date,
        messages: [message],
      },
    ],
  }
  await bring(document(rows))
  const first = await take()
  for (const name of ['service_accounts', 'agent_versions', 'app_conversations'])
    expect(first.counts[name], name).toBeGreaterThan(0)
  const { rows: members } = await sql`
    select role, is_service from members where user_id = 'svc_1'`.execute(database.db)
  expect(members).toEqual([{ role: 'editor', is_service: true }])
  await database.pool.query('truncate users, workspaces cascade')
  await bring(first.content)
  expect((await take()).content).toBe(first.content)
  const people = document({
    service_accounts: [{ user_id: 'usr_a', workspace_id: 'ws_1', name: 'x', role: 'viewer' }],
  })
  await expect(bring(people)).rejects.toThrow('service_accounts[0].user_id: This user is a person')
})
