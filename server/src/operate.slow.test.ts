import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { operatorCommands } from '../../sdk/src/cli/operator-commands.ts'
import { migratedDatabase } from '../test/migrated-database.ts'
import { useFolder } from '../test/use-folder.ts'
import { useStarted } from '../test/use-started.ts'
import { runOperator } from './operate/test/run-operator.ts'
import { COMMANDS, STANDALONE } from './operate.ts'
import { verifyPassword } from './platform/passwords/passwords.ts'
import { hashSecret } from './platform/secrets.ts'

const company = {
  format: 'atrium-archive',
  version: 1,
  users: [
    { id: 'usr_ada', email: 'ada@example.com' },
    { id: 'usr_bob', email: 'bob@example.com' },
  ],
  workspaces: [
    { id: 'ws_1', name: 'One' },
    { id: 'ws_2', name: 'Two' },
  ],
  members: [
    { workspace_id: 'ws_1', user_id: 'usr_ada', email: 'ada@example.com', role: 'owner', status: 'joined' },
    { workspace_id: 'ws_2', user_id: 'usr_ada', email: 'ada@example.com', role: 'owner', status: 'joined' },
    { workspace_id: 'ws_2', user_id: 'usr_bob', email: 'bob@example.com', role: 'editor', status: 'joined' },
    { workspace_id: 'ws_2', email: 'eve@example.com', role: 'viewer', status: 'pending' },
  ],
  apps: [{ id: 'app_2', workspace_id: 'ws_2', owner_id: 'usr_ada', name: 'Orders', kind: 'app' }],
}

const database = useStarted(migratedDatabase)
const folder = useFolder()

beforeEach(async () => {
  await database.pool.query('truncate users, workspaces cascade')
  await run(['import', '-'], JSON.stringify(company))
  await database.pool.query('truncate audit_log') // of the import
})

describe('import and export', () => {
  test('move everything through a file that only the operator can read', async () => {
    const file = join(folder, 'all.json')
    expect(await run(['export', file])).toMatchObject({ code: 0, output: '' })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await database.pool.query('truncate users, workspaces cascade')
    const { code, output } = await run(['import', file])
    expect(code).toBe(0)
    expect(output.split(/\s+/)).toEqual(expect.arrayContaining(['members', '4', 'apps', '1']))
    const again = await run(['import', file])
    expect([again.code, again.messages[0]]).toEqual([0, 'Nothing was new.'])
  })

  test('move one workspace through a pipe, a row a line', async () => {
    const { code, output } = await run(['export', '-', '--lines', '--workspace', 'ws_1'])
    expect(code).toBe(0)
    const lines = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.filter((line) => line.collection === 'workspaces')).toMatchObject([{ row: { id: 'ws_1' } }])
    expect(output).not.toContain('ws_2')
  })

  test('say which row was refused, and change nothing', async () => {
    const file = join(folder, 'bad.json')
    await writeFile(file, JSON.stringify({ ...company, members: [{ ...company.members[0], role: 'boss' }] }))
    const { code, messages } = await run(['import', file])
    expect(code).toBe(1)
    expect(messages[0]).toContain("members[0].role: Input should be 'owner'")
  })

  test('leave no half file behind, and keep the one before', async () => {
    const file = join(folder, 'kept.json')
    await writeFile(file, 'the backup of yesterday')
    await database.pool.query('alter table folders rename to folders_away')
    try {
      expect(await run(['export', file])).toMatchObject({ code: 1 })
    } finally {
      await database.pool.query('alter table folders_away rename to folders')
    }
    expect(await readFile(file, 'utf8')).toBe('the backup of yesterday')
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('refuse an unknown workspace and an unreadable file', async () => {
    expect(await run(['export', '-', '--workspace', 'ws_9'])).toMatchObject({ code: 1, output: '' })
    expect(await run(['import', join(folder, 'nothing.json')])).toMatchObject({ code: 1 })
  })
})

describe('token', () => {
  test('create prints a token that is kept only as a hash, and notes it in the audit log', async () => {
    const { code, output } = await run([
      'token',
      'create',
      '--email',
      'Bob@example.com',
      '--expires-in',
      '30d',
    ])
    expect(code).toBe(0)
    const { id, token, workspace } = fields(output)
    expect(token).toMatch(/^pat_/)
    expect(workspace).toBe('ws_2')
    const [row] = await rows('select * from credentials')
    expect(row).toMatchObject({
      id,
      kind: 'personal_token',
      user_id: 'usr_bob',
      permission: 'full_access',
      app_ids: null,
    })
    expect(row.secret_hash).toEqual(hashSecret(token ?? ''))
    const days = (row.expires_at.getTime() - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(30, 1)
    expect(await rows('select action, target_id, detail from audit_log')).toMatchObject([
      { action: 'tokens.create', target_id: id, detail: { by: 'operator', user_id: 'usr_bob' } },
    ])
  })

  test('create asks for the workspace when there are several', async () => {
    const ambiguous = await run(['token', 'create', '--email', 'ada@example.com'])
    expect(ambiguous).toMatchObject({ code: 1, messages: [expect.stringContaining('ws_1, ws_2')] })
    const flags = [
      '--workspace',
      'ws_2',
      '--permission',
      'read_only',
      '--app-id',
      'app_2',
      '--name',
      'reports',
    ]
    expect(await run(['token', 'create', '--email', 'ada@example.com', ...flags])).toMatchObject({ code: 0 })
    expect(await rows('select workspace_id, permission, app_ids, name from credentials')).toEqual([
      { workspace_id: 'ws_2', permission: 'read_only', app_ids: ['app_2'], name: 'reports' },
    ])
  })

  test('create makes a workspace key', async () => {
    const { code, output } = await run(['token', 'create', '--kind', 'workspace_key', '--workspace', 'ws_1'])
    expect(code).toBe(0)
    expect(fields(output).token).toMatch(/^wsk_/)
    expect(await rows('select kind, user_id from credentials')).toEqual([
      { kind: 'workspace_key', user_id: null },
    ])
  })

  test.each([
    [['--email', 'nobody@example.com'], 'There is no user with the email nobody@example.com'],
    [['--email', 'bob@example.com', '--workspace', 'ws_1'], 'bob@example.com is not an active member'],
    [['--email', 'bob@example.com', '--app-id', 'app_9'], 'has no app "app_9"'],
    [['--kind', 'workspace_key', '--workspace', 'ws_9'], 'There is no workspace "ws_9"'],
  ])('create %j is refused', async (flags, message) => {
    const { code, messages } = await run(['token', 'create', ...flags])
    expect(code).toBe(1)
    expect(messages[0]).toContain(message)
    expect(await rows('select from credentials')).toEqual([])
  })

  test('revoke ends it, once', async () => {
    const { output } = await run(['token', 'create', '--email', 'bob@example.com'])
    const { id = '' } = fields(output)
    expect(await run(['token', 'revoke', id])).toMatchObject({ code: 0 })
    expect(await rows('select from credentials')).toEqual([])
    expect(await run(['token', 'revoke', id])).toMatchObject({ code: 1 })
  })
})

describe('user', () => {
  test('create makes a user and prints a password that works', async () => {
    const { code, output } = await run(['user', 'create', '--email', 'New@example.com', '--name', 'New One'])
    expect(code).toBe(0)
    const [user] = await rows(`select * from users where email = 'new@example.com'`)
    expect(user).toMatchObject({ full_name: 'New One', id: fields(output).id })
    expect(await verifyPassword(fields(output).password ?? '', user.password_hash)).toBe(true)
  })

  test('create with a workspace accepts an open invitation', async () => {
    const flags = ['--workspace', 'ws_2', '--role', 'admin', '--password-stdin']
    const { code, output } = await run(
      ['user', 'create', '--email', 'eve@example.com', ...flags],
      'long enough\n',
    )
    expect(code).toBe(0)
    expect(output).not.toContain('long enough')
    const [member] = await rows(`select * from members where email = 'eve@example.com'`)
    expect(member).toMatchObject({
      role: 'admin',
      status: 'joined',
      access_state: 'active',
      user_id: fields(output).id,
    })
    const [user] = await rows(`select password_hash from users where email = 'eve@example.com'`)
    expect(await verifyPassword('long enough', user.password_hash)).toBe(true)
  })

  test.each([
    [['--email', 'ada@example.com'], 1, 'already'],
    [['--email', 'x@example.com', '--workspace', 'ws_9', '--role', 'viewer'], 1, 'There is no workspace'],
    [['--email', 'x@example.com', '--workspace', 'ws_1'], 2, 'belong together'],
    [['--email', 'x@example.com', '--workspace', 'ws_1', '--role', 'boss'], 2, '--role is one of'],
    [['--email', 'nonsense'], 2, 'not an email'],
    [['--email', 'x@example.com', '--password-stdin'], 1, '8 to 256'],
  ])('create %j is refused', async (flags, code, message) => {
    const result = await run(['user', 'create', ...flags], 'short')
    expect(result.code).toBe(code)
    expect(result.messages[0]).toContain(message)
    expect(await rows(`select from users where email = 'x@example.com'`)).toEqual([])
  })

  test('password replaces it and ends the sessions', async () => {
    await database.pool.query(`insert into credentials (id, kind, secret_hash, user_id)
      values ('ses_1', 'session', '\\x01', 'usr_bob'), ('ses_2', 'session', '\\x02', 'usr_ada')`)
    await database.pool.query(`with app as (
        insert into apps (id, workspace_id, owner_id, name, kind) values ('app_p', 'ws_1', 'usr_ada', 'P', 'app')),
      known as (insert into app_users (app_id, user_id) values ('app_p', 'usr_bob'))
      insert into credentials (id, kind, secret_hash, user_id, app_id, app_user_id, expires_at)
      values ('aps_1', 'app_session', '\\x03', 'usr_bob', 'app_p', 'usr_bob', now() + interval '1 day')`)
    const { code, output } = await run(['user', 'password', '--email', 'bob@example.com'])
    expect(code).toBe(0)
    const [bob] = await rows(`select password_hash from users where id = 'usr_bob'`)
    expect(await verifyPassword(fields(output).password ?? '', bob.password_hash)).toBe(true)
    expect(await rows('select id from credentials')).toEqual([{ id: 'ses_2' }])
    expect(await run(['user', 'password', '--email', 'nobody@example.com'])).toMatchObject({ code: 1 })
  })
})

test('the command line knows each command and its flags, also where the server is not installed', () => {
  const known = operatorCommands.map(({ words, flags, switches }) => ({
    words,
    flags: Object.fromEntries([
      ...flags.map((name) => [name, 'string']),
      ...switches.map((name) => [name, 'boolean']),
    ]),
  }))
  const ours = [...COMMANDS, ...STANDALONE].map(({ words, options }) => ({
    words,
    flags: Object.fromEntries(Object.entries(options).map(([name, { type }]) => [name, type])),
  }))
  expect(known).toEqual(ours)
})

test.each([
  [
    ['backup', '--help'],
    ['backup', 'backup list', 'backup verify'],
  ],
  [['backup', 'verify', '-h'], ['backup verify']],
  [['restore', '--help'], ['restore']],
  [
    ['user', '--help'],
    ['user create', 'user password', 'user remove-second-factor', 'user mail', 'user installation-admin'],
  ],
])('%j prints its own help', async (argv, names) => {
  const { code, output } = await run(argv)
  expect(code).toBe(0)
  const shown = [...output.matchAll(/^ {2}atrium ([a-z -]+?)(?= [^a-z]| E|$)/gm)].map(([, name]) => name)
  expect(shown).toEqual(names)
})

test('a program is given JSON, and nothing else on standard output', async () => {
  const argv = ['user', 'create', '--email', 'New@example.com']
  const { code, output, messages } = await runOperator(
    { data_dir: folder, database_url: database.connection },
    ...([argv, '', 'json'] as const),
  )
  expect([code, messages]).toEqual([0, ['The password is shown only now; keep it safe.']])
  expect(JSON.parse(output)).toEqual({
    id: expect.stringMatching(/^usr_/),
    email: 'new@example.com',
    password: expect.any(String),
  })
})

test('names in an archive do not steer the terminal', async () => {
  const archive = {
    ...{ format: 'atrium-archive', version: 1 },
    credentials: [
      {
        ...{ kind: 'workspace_key', secret: 'wsk_0123456789abcdefghijklmnopqrstuv' },
        ...{ workspace_id: 'ws_1', name: 'a\u001b[2J' },
      },
    ],
  }
  const { output, said, messages } = await run(['import', '-'], JSON.stringify(archive))
  expect([said, messages]).toEqual([expect.stringContaining('a\\u001b[2J'), [expect.any(String)]])
  expect(output + said + messages.join('')).not.toContain('\u001b')
})

describe('a wrong call', () => {
  test.each([
    [[], 'There is no command ""'],
    [['token'], 'There is no command "token"'],
    [['token', 'make'], 'There is no command "token make"'],
    [['import'], 'FILE (or - for standard input) is missing'],
    [['import', 'a', 'b'], 'There is a word too many: "b"'],
    [['export', '-', '--line'], "Unknown option '--line'"],
    [['token', 'create'], '--email is missing'],
    [['token', 'create', '--email', 'a@b.c', '--kind', 'session'], '--kind is one of'],
    [['token', 'create', '--email', 'a@b.c', '--expires-in', '0d'], '--expires-in is a duration'],
  ])('%j answers 2 before the database is touched', async (argv, message) => {
    const nowhere = 'postgres://127.0.0.1:1/none'
    const { code, messages, output } = await run(argv, '', nowhere)
    expect(code).toBe(2)
    expect(messages[0]).toContain(message)
    expect(output).toBe('')
  })

  test('help is no error', async () => {
    const { code, output } = await run(['token', '--help'])
    expect(code).toBe(0)
    expect(output).toContain('atrium token create --email E')
  })

  test('a database that does not answer is reported in a sentence', async () => {
    const { code, messages } = await run(['token', 'revoke', 'tok_1'], '', 'postgres://127.0.0.1:1/none')
    expect(code).toBe(1)
    expect(messages[0]).toMatch(/ECONNREFUSED|connect/)
  })
})

function run(argv: readonly string[], input = '', database_url = database.connection) {
  return runOperator({ data_dir: folder, database_url }, argv, input)
}

function fields(output: string): Record<string, string | undefined> {
  return Object.fromEntries(
    output
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/\s+/)),
  )
}

// biome-ignore lint/suspicious/noExplicitAny: each statement has rows of its own
async function rows(statement: string): Promise<any[]> {
  return (await database.pool.query(statement)).rows
}
