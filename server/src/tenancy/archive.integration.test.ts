import { describe, expect, test } from 'vitest'
import { useArchive } from '../../test/use-archive.ts'
import { createLog, type Log } from '../platform/log.ts'
import { verifyPassword } from '../platform/passwords/passwords.ts'
import { hashSecret } from '../platform/secrets.ts'

const company = {
  users: [
    { id: 'usr_ada', email: 'Ada@Example.com', full_name: 'Ada Byron', password: 'engine number one' },
    { id: 'usr_mei', email: 'mei@example.com', full_name: '林美' },
  ],
  workspaces: [
    {
      id: 'ws_1',
      name: 'Engines',
      plan: 'business',
      monthly_limit: 1000.5,
      default_member_credit_limit: null,
      rate_limits: { 'members.list': 60 },
      quotas: { 'app.records': 5 },
      billing_country: 'GB',
    },
    { id: 'ws_2', name: 'Elsewhere' },
  ],
  members: [
    { workspace_id: 'ws_1', user_id: 'usr_ada', email: 'ADA@example.com', role: 'owner', status: 'joined' },
    {
      workspace_id: 'ws_1',
      email: 'mei@example.com',
      role: 'guest',
      status: 'joined',
      last_active: 'now-3d',
    },
    {
      workspace_id: 'ws_1',
      email: 'new@example.com',
      full_name: 'New One',
      role: 'viewer',
      status: 'joined',
    },
    { workspace_id: 'ws_1', email: 'soon@example.com', role: 'editor', status: 'pending' },
    {
      workspace_id: 'ws_1',
      email: 'late@example.com',
      role: 'editor',
      status: 'expired',
      assigned_via: 'sso',
    },
    { workspace_id: 'ws_2', user_id: 'usr_mei', email: 'mei@example.com', role: 'owner', status: 'joined' },
  ],
  apps: [
    {
      id: 'app_1',
      workspace_id: 'ws_1',
      owner_id: 'usr_ada',
      name: 'Orders',
      kind: 'app',
      created_date: 'now-2w',
    },
    { id: 'app_2', workspace_id: 'ws_2', owner_id: 'usr_mei', name: 'Guide', kind: 'agent' },
  ],
  collaborators: [{ app_id: 'app_1', user_id: 'usr_mei', role: 'viewer' }],
  credentials: [
    {
      kind: 'personal_token',
      secret: 'pat_1_that_is_long_enough',
      user_id: 'usr_ada',
      workspace_id: 'ws_1',
      app_ids: ['app_1'],
    },
    { kind: 'api_key', secret: 'key_1_that_is_long_enough', user_id: 'usr_ada', expires_at: 'now+30d' },
    {
      kind: 'workspace_key',
      secret: 'wsk_1_that_is_long_enough',
      workspace_id: 'ws_1',
      permission: 'read_only',
      disabled_at: 'now',
    },
  ],
}

const { database, bring, take } = useArchive()

describe('an archive of a company', () => {
  test('comes in whole, and the second time changes nothing', async () => {
    const counts = { users: 2, workspaces: 2, members: 6, apps: 2, collaborators: 1, credentials: 3 }
    expect(await bring(company)).toEqual(counts)
    const before = await rows('select * from members order by workspace_id, email')
    expect(Object.values(await bring(company))).toEqual([0, 0, 0, 0, 0, 0])
    expect(await rows('select * from members order by workspace_id, email')).toEqual(before)
  })

  test('finds the users of its members by id and by email, and makes those that are missing', async () => {
    await bring(company)
    const found = await rows(`select members.email, users.id, members.full_name, access_state, assigned_via
      from members left join users on users.id = user_id where workspace_id = 'ws_1' order by members.email`)
    expect(found).toEqual([
      {
        email: 'ada@example.com',
        id: 'usr_ada',
        full_name: 'Ada Byron',
        access_state: 'active',
        assigned_via: 'direct',
      },
      {
        email: 'late@example.com',
        id: null,
        full_name: '',
        access_state: 'invite_expired',
        assigned_via: 'sso',
      },
      {
        email: 'mei@example.com',
        id: 'usr_mei',
        full_name: '林美',
        access_state: 'active',
        assigned_via: 'direct',
      },
      expect.objectContaining({ id: expect.stringMatching(/^usr_/), full_name: 'New One' }),
      {
        email: 'soon@example.com',
        id: null,
        full_name: '',
        access_state: 'invited',
        assigned_via: 'invitation',
      },
    ])
    const [mei] = await rows(
      `select last_active from members where email = 'mei@example.com' and role = 'guest'`,
    )
    expect(mei?.last_active).toEqual(new Date('2026-11-12T12:00:00Z'))
  })

  test('keeps hashes of what is secret', async () => {
    await bring(company)
    const [ada] = await rows(`select password_hash from users where id = 'usr_ada'`)
    expect(await verifyPassword('engine number one', ada?.password_hash)).toBe(true)
    const kept = await rows(
      'select kind, secret_hash, permission, app_ids, expires_at from credentials order by kind',
    )
    expect(kept).toEqual([
      {
        kind: 'api_key',
        secret_hash: hashSecret('key_1_that_is_long_enough'),
        permission: 'full_access',
        app_ids: null,
        expires_at: new Date('2026-12-15T12:00:00Z'),
      },
      expect.objectContaining({ secret_hash: hashSecret('pat_1_that_is_long_enough'), app_ids: ['app_1'] }),
      expect.objectContaining({
        secret_hash: hashSecret('wsk_1_that_is_long_enough'),
        permission: 'read_only',
      }),
    ])
  })

  test('goes out without secrets and comes back the same', async () => {
    await bring(company)
    const first = await take(null)
    expect(first).not.toMatch(/argon2|engine number|pat_1|key_1_|wsk_1|password|secret/)
    expect(JSON.parse(first).workspaces[0]).toMatchObject({
      monthly_limit: 1000.5,
      rate_limits: { 'members.list': 60 },
      quotas: { 'app.records': 5 },
    })
    await database.pool.query('truncate users, workspaces cascade')
    await bring(JSON.parse(first))
    expect(await take(null)).toBe(first)
  })

  test('goes out for one workspace with the users it needs and nothing of another', async () => {
    await bring({ ...company, users: [...company.users, { id: 'usr_alone', email: 'alone@example.com' }] })
    const part = JSON.parse(await take(['ws_2']))
    expect(part.workspaces.map(id)).toEqual(['ws_2'])
    expect(part.users.map(id)).toEqual(['usr_mei'])
    expect(part.apps.map(id)).toEqual(['app_2'])
    expect(part).not.toHaveProperty('collaborators')
    expect(await take(null)).toContain('usr_alone')
  })

  test('leaves deleted apps behind', async () => {
    await bring(company)
    await database.pool.query(`update apps set deleted_at = now() where id = 'app_1'`)
    const { apps, collaborators } = JSON.parse(await take(null))
    expect(apps.map(id)).toEqual(['app_2'])
    expect(collaborators).toBeUndefined()
  })

  test('that a member has left since is not a reason to refuse it', async () => {
    await bring(company)
    await database.pool.query(`update users set email = 'countess@example.com' where id = 'usr_ada';
      update members set email = 'countess@example.com' where user_id = 'usr_ada'`)
    expect(await bring(company)).toMatchObject({ users: 0, members: 0 })
  })
})

describe('an archive is refused whole', () => {
  const [ada] = company.members
  const [token] = company.credentials
  const [app] = company.apps

  test.each<[string, object]>([
    ["members[0].role: Input should be 'owner', 'admin'", { members: [{ ...ada, role: 'boss' }] }],
    ['members[0].email: String should match pattern', { members: [{ ...ada, email: 'ada' }] }],
    [
      'members[0].workspace_id: There is no workspace "ws_9"',
      { members: [{ ...ada, workspace_id: 'ws_9' }] },
    ],
    ['members[0].user_id: There is no user "usr_9"', { members: [{ ...ada, user_id: 'usr_9' }] }],
    ['members[0].user_id: Only a member who joined', { members: [{ ...ada, status: 'pending' }] }],
    [
      'members[1]: This row was in the archive before',
      { members: [ada, { ...ada, email: 'aDa@example.com' }] },
    ],
    [
      'members[1].user_id: This user is in the archive already',
      { members: [ada, { ...ada, email: 'a@b.c' }] },
    ],
    ['members[0].credits_used: Input should be greater', { members: [{ ...ada, credits_used: -1 }] }],
    [
      'users[1].email: Another user has this email',
      { users: [company.users[0], { id: 'usr_b', email: 'ada@EXAMPLE.com' }] },
    ],
    ['apps[0].owner_id: There is no user', { apps: [{ ...app, owner_id: 'usr_9' }] }],
    [
      'collaborators[0].app_id: There is no app',
      { collaborators: [{ app_id: 'x', user_id: 'usr_ada', role: 'viewer' }] },
    ],
    [
      'credentials[0].secret: String should have at least 20',
      { credentials: [{ ...token, secret: 'x'.repeat(19) }] },
    ],
    ['credentials[0].kind: Input should be', { credentials: [{ ...token, kind: 'session' }] }],
    ['credentials[0].workspace_id: Field required', { credentials: [{ ...token, workspace_id: null }] }],
    [
      'credentials[0].user_id: A workspace_key has no user_id',
      { credentials: [{ ...token, kind: 'workspace_key' }] },
    ],
    [
      'credentials[0].app_ids[0]: There is no app "app_9"',
      { credentials: [{ ...token, app_ids: ['app_9'] }] },
    ],
    ['credentials[1]: This row was in the archive before', { credentials: [token, token] }],
    [
      'workspaces[0].rate_limits: Unknown key "member.list"; did you mean "members.list"?',
      { workspaces: [{ ...company.workspaces[0], rate_limits: { 'member.list': 60 } }] },
    ],
    ['workspaces[0].plan: Input should be', { workspaces: [{ id: 'w', name: 'W', plan: 'gold' }] }],
  ])('%s', async (message, change) => {
    await expect(bring({ ...company, ...change })).rejects.toThrow(message)
    expect(await rows('select from users union all select from workspaces')).toEqual([])
  })

  test('also when another user came by the email in the meantime', async () => {
    await bring(company)
    const stranger = { users: [{ id: 'usr_z', email: 'mei@example.com' }] }
    await expect(bring(stranger)).rejects.toThrow('users[0].email: Another user has this email already')
  })
})

test('a workspace without an owner comes in, with a warning', async () => {
  const warnings: string[] = []
  const log: Log = { ...createLog('silent'), warn: (_fields, message) => warnings.push(message) }
  await bring({ workspaces: company.workspaces }, { log })
  expect(warnings).toEqual(['the workspace ws_1 has no owner', 'the workspace ws_2 has no owner'])
})

const id = (row: { id: string }) => row.id

// biome-ignore lint/suspicious/noExplicitAny: each statement has rows of its own
async function rows(statement: string): Promise<any[]> {
  return (await database.pool.query(statement)).rows
}
