import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migratedDatabase } from '../../test/migrated-database.ts'
import { useFolder } from '../../test/use-folder.ts'
import { useStarted } from '../../test/use-started.ts'
import { runOperator } from './test/run-operator.ts'

const HEADER = { format: 'atrium-archive', version: 1 }
const company = {
  ...HEADER,
  users: [{ id: 'usr_ada', email: 'ada@example.com' }],
  workspaces: [{ id: 'ws_1', name: 'One' }],
  members: [
    { workspace_id: 'ws_1', user_id: 'usr_ada', email: 'ada@example.com', role: 'owner', status: 'joined' },
    { workspace_id: 'ws_1', email: 'bob@example.com', role: 'editor', status: 'joined' },
  ],
  apps: [{ id: 'app_1', workspace_id: 'ws_1', owner_id: 'usr_ada', name: 'Orders', kind: 'app' }],
}
const SECRET = 'key_of_somebody_else_entirely'
const takeover = {
  ...HEADER,
  users: [{ id: 'usr_eve', email: 'eve@example.com' }],
  members: [
    { workspace_id: 'ws_1', email: 'mia@example.com', role: 'viewer', status: 'pending' },
    { workspace_id: 'ws_1', email: 'max@example.com', role: 'admin', status: 'joined' },
    { workspace_id: 'ws_1', user_id: 'usr_eve', email: 'eve@example.com', role: 'owner', status: 'joined' },
    ...company.members,
  ],
  credentials: [
    { kind: 'workspace_key', secret: `${SECRET}_1`, workspace_id: 'ws_1', name: 'reports' },
    { kind: 'api_key', secret: `${SECRET}_2`, user_id: 'usr_ada' },
  ],
  folders: [{ id: 'fld_1', workspace_id: 'ws_1', scope: 'workspace', name: 'Shop' }],
}

const database = useStarted(migratedDatabase)
const folder = useFolder()
let file: string
beforeAll(async () => {
  file = join(folder, 'takeover.json')
  await writeFile(file, JSON.stringify(takeover))
})
beforeEach(async () => {
  await database.pool.query('truncate users, workspaces cascade')
  expect(await run(['import', '-'], JSON.stringify(company))).toMatchObject({ code: 0 })
})

const run = (argv: readonly string[], input = '') =>
  runOperator({ data_dir: folder, database_url: database.connection }, argv, input)
const rows = async (statement: string) => (await database.pool.query(statement)).rows
const owners = () => rows(`select email from members where role = 'owner' order by email`)
const entries = (action: string) =>
  rows(`select workspace_id, target_id, detail from audit_log where action = '${action}' order by target_id`)

describe('import into an installation with workspaces', () => {
  const LIST = [
    'This would be new:',
    'owner       eve@example.com in ws_1',
    'credential  workspace_key "reports" in ws_1, full_access',
    'credential  api_key "" of usr_ada, full_access',
    'admin       max@example.com in ws_1',
    'users        1',
    'members      3',
    'credentials  2',
    'folders      1',
  ]

  test('lists owners and credentials first, then asks', async () => {
    const { code, output, said } = await run(['import', file], 'y\n')
    expect(code).toBe(0)
    expect(said.split('\n').slice(0, LIST.length)).toEqual(LIST)
    expect(said).toContain('Import this? [y/N]')
    expect(output + said).not.toContain(SECRET)
    expect(output.split('\n')).toEqual(expect.arrayContaining(['credentials  2']))
    expect(await owners()).toEqual([{ email: 'ada@example.com' }, { email: 'eve@example.com' }])
  })

  test.each(['', 'n\n', 'perhaps\n'])(
    'adds nothing when the answer is %j',
    { tags: 'slow' },
    async (answer) => {
      const { code, output, said, messages } = await run(['import', file], answer)
      expect([code, messages, output]).toEqual([1, ['Nothing was imported. Answer y, or add --yes.'], ''])
      expect(said.split('\n').slice(0, LIST.length)).toEqual(LIST)
      expect(await owners()).toEqual([{ email: 'ada@example.com' }])
      expect(await rows('select from credentials')).toEqual([])
    },
  )

  test('only lists with --dry-run', async () => {
    const { code, output } = await run(['import', file, '--dry-run'])
    expect([code, output]).toEqual([0, `${LIST.join('\n')}\n`])
    expect(await owners()).toEqual([{ email: 'ada@example.com' }])
  })

  test('does not ask with --yes, nor when nothing is new', async () => {
    const { code, said } = await run(['import', file, '--yes'])
    expect([code, said.split('\n')[0]]).toEqual([0, LIST[1]])
    const again = await run(['import', file])
    expect([again.code, again.messages[0]]).toEqual([0, 'Nothing was new.'])
    expect(again.messages[1]).toMatch(
      /^Not as it was: 1 users, 5 members, 2 credentials, 1 folders \(they were there already/,
    )
    expect(await run(['import', file, '--dry-run'])).toMatchObject({ output: 'Nothing would be new.\n' })
  })

  test('takes standard input only with --yes, as nobody can be asked', async () => {
    const { code, messages, output, said } = await run(['import', '-'], JSON.stringify(takeover))
    expect(code).toBe(1)
    expect(messages).toEqual(['Nothing was imported. Add --yes to import from standard input.'])
    expect([said.split('\n').slice(0, LIST.length), output]).toEqual([LIST, ''])
    expect(await owners()).toEqual([{ email: 'ada@example.com' }])
    expect(await run(['import', '-', '--yes'], JSON.stringify(takeover))).toMatchObject({ code: 0 })
  })
})

describe('the audit log of an import', () => {
  test('has the rows that came, and everybody who got access to a workspace that was there', async () => {
    await database.pool.query('truncate audit_log')
    await run(['import', file, '--yes'])
    const by = { by: 'operator', from: 'archive' }
    expect(await entries('archive.import')).toEqual([
      {
        ...{ workspace_id: 'ws_1', target_id: 'ws_1' },
        detail: { rows: { members: 5, credentials: 1, folders: 1 }, ...by },
      },
    ])
    const [eve, max, mia] = (await entries('members.add')).sort((a, b) =>
      a.detail.email.localeCompare(b.detail.email),
    )
    expect([eve, max, mia]).toMatchObject([
      { target_id: 'usr_eve', detail: { email: 'eve@example.com', role: 'owner', status: 'joined', ...by } },
      { target_id: expect.stringMatching(/^usr_/), detail: { email: 'max@example.com', role: 'admin' } },
      { target_id: 'mia@example.com', detail: { role: 'viewer', status: 'pending' } },
    ])
    expect(await entries('members.add')).toHaveLength(3)
    const tokens = await entries('tokens.create')
    expect(
      tokens.map(({ workspace_id, detail }) => [workspace_id, detail.kind, detail.name, detail.by]),
    ).toEqual(
      expect.arrayContaining([
        ['ws_1', 'workspace_key', 'reports', 'operator'],
        ['ws_1', 'api_key', '', 'operator'],
      ]),
    )
    expect(tokens).toHaveLength(2)
    expect(JSON.stringify(await rows('select detail from audit_log'))).not.toContain(SECRET)
    await run(['import', file, '--yes'])
    expect(await entries('archive.import')).toHaveLength(1)
  })

  test('has of a workspace that comes with the archive its owners and the rows', async () => {
    expect((await entries('members.add')).map(({ detail }) => detail.email)).toEqual(['ada@example.com'])
    expect((await entries('archive.import')).map(({ detail }) => detail.rows)).toEqual([
      { workspaces: 1, members: 2, apps: 1 },
    ])
  })

  test('of rows that name only an app is that of its workspace', async () => {
    await database.pool.query('truncate audit_log')
    const schema = { name: 'Task', type: 'object', properties: {} }
    const more = { ...HEADER, entity_schemas: [{ app_id: 'app_1', schema }] }
    expect(await run(['import', '-', '--yes'], JSON.stringify(more))).toMatchObject({ code: 0 })
    expect(await entries('archive.import')).toMatchObject([
      { workspace_id: 'ws_1', detail: { rows: { entity_schemas: 1 } } },
    ])
  })
})
