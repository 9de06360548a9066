/** Commands of the operator as processes, while a server runs on the same folder and while none does. */
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { connectionTo } from '../src/platform/database/find-live.ts'
import { socketFolderFor } from '../src/platform/database/socket-folder.ts'
import { clientOf, findPostmaster, inherited } from './node-process.ts'
import { runCommand } from './run-command.ts'
import { startTestNode, testDataDir } from './test-nodes.ts'
import { until } from './until.ts'

const MAIN = fileURLToPath(new URL('../../sdk/src/cli/main.ts', import.meta.url))

function atrium(settings: Record<string, string>, ...argv: string[]) {
  const child = spawn(process.execPath, [MAIN, ...argv], { env: { ...inherited(), ...settings } })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said.stderr += text
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, said, ended }
}

async function connectTo(dataDir: string) {
  const client = new pg.Client({ ...connectionTo(socketFolderFor(dataDir).path) })
  client.on('error', () => {}) // the server ends
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const archive = (id: string) => ({
  format: 'atrium-archive',
  version: 1,
  users: [{ id: `usr_${id}`, email: `${id}@example.com` }],
  workspaces: [{ id: `ws_${id}`, name: id }],
  members: [
    {
      ...{ workspace_id: `ws_${id}`, user_id: `usr_${id}`, email: `${id}@example.com` },
      ...{ role: 'owner', status: 'joined' },
    },
  ],
})

test('a running installation goes on, and knows at once what was changed', async () => {
  const DATA_DIR = await testDataDir()
  const node = await startTestNode({ settings: { DATA_DIR } })
  const postmaster = findPostmaster(DATA_DIR)
  const me = await clientOf(node, node.token ?? '').session.read()

  // Two at once, neither in the way of the other.
  const made = atrium({ DATA_DIR }, 'token', 'create', '--email', me.email)
  const user = await runCommand({ DATA_DIR }, 'user', 'create', '--email', 'eve@example.com')
  expect([await made.ended, user.code]).toEqual([0, 0])
  const { token, id } = JSON.parse(made.said.stdout)
  expect((await clientOf(node, token).session.read()).email).toBe(me.email)
  // It was cached for five seconds; the server hears of its end earlier.
  expect((await runCommand({ DATA_DIR }, 'token', 'revoke', id)).code).toBe(0)
  const statusNow = () =>
    clientOf(node, token)
      .session.read()
      .then(
        () => 200,
        ({ status }) => status,
      )
  await until('the token to be refused', async () => (await statusNow()) === 401, 4_000)

  // One transaction: the second row of members is refused, and nothing of the file stays.
  const file = join(DATA_DIR, 'archive.json')
  const { members, ...rest } = archive('zoe')
  await writeFile(file, JSON.stringify({ ...rest, members: [...members, { ...members[0], email: 'no' }] }))
  expect((await runCommand({ DATA_DIR }, 'import', file, '--yes')).code).toBe(1)
  await writeFile(file, JSON.stringify(archive('zoe')))
  const added = await runCommand({ DATA_DIR }, 'import', file, '--yes')
  expect([added.code, added.result()]).toMatchObject([0, { users: 1, workspaces: 1, members: 1 }])

  // Its key is in use.
  const key = await runCommand({ DATA_DIR, SECRET_KEY: 'another key of somebody else' }, 'key', 'accept')
  expect([key.code, key.stdout]).toEqual([1, ''])
  expect(key.stderr).toContain('A server is running; key accept works when it is stopped.')

  expect(findPostmaster(DATA_DIR)).toBe(postmaster)
  expect((await fetch(`${node.address}/readyz`)).status).toBe(200)

  // A version whose migrations are not there is refused; one that is newer as well.
  const database = await connectTo(DATA_DIR)
  await database.query(`insert into schema_migrations (name, checksum) values ('9999_later.sql', 'x')`)
  const older = await runCommand({ DATA_DIR }, 'user', 'password', '--email', 'eve@example.com')
  expect([older.code, older.stderr]).toEqual([1, expect.stringContaining('newer than the program')])
})

test('one that waits when the server stops changes nothing and says so', async () => {
  const DATA_DIR = await testDataDir()
  const node = await startTestNode({ settings: { DATA_DIR } })
  const database = await connectTo(DATA_DIR)
  await database.query('begin; lock table users in access exclusive mode')
  // Within the transaction it would see the same all the time.
  const looking = await connectTo(DATA_DIR)
  const waiting = runCommand({ DATA_DIR }, 'user', 'create', '--email', 'max@example.com')
  await until('it to wait', async () => {
    const { rows } = await looking.query(
      `select from pg_stat_activity where application_name = 'atrium operator' and wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  })
  await node.stop()
  const { code, stdout, stderr } = await waiting
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('The server that runs here stopped during the command.')

  // Nothing runs: both start the database, one after the other, and a server that comes waits for them.
  const [first, second, third] = await Promise.all([
    runCommand({ DATA_DIR }, 'user', 'create', '--email', 'max@example.com'),
    runCommand({ DATA_DIR }, 'user', 'create', '--email', 'ida@example.com'),
    startTestNode({ settings: { DATA_DIR } }),
  ])
  expect([first.code, second.code]).toEqual([0, 0])
  expect((await fetch(`${third.address}/readyz`)).status).toBe(200)
})

test('interrupted, it ends the database that it started, with 130', async () => {
  const DATA_DIR = await testDataDir()
  const file = join(DATA_DIR, 'archive.json')
  await writeFile(file, JSON.stringify(archive('ada')))
  expect((await runCommand({ DATA_DIR }, 'import', file)).code).toBe(0)
  await writeFile(file, JSON.stringify(archive('bea')))
  const asking = atrium({ DATA_DIR }, 'import', file)
  await until('the question', () => asking.said.stderr.includes('Import this? [y/N]'), 100_000)
  asking.child.kill('SIGINT')
  expect([await asking.ended, asking.said.stdout]).toEqual([130, ''])
  expect(findPostmaster(DATA_DIR)).toBeNull()
})

test('a folder without an installation stays as it is', async () => {
  const DATA_DIR = await testDataDir()
  const none = await runCommand({ DATA_DIR }, 'user', 'create', '--email', 'max@example.com')
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining(`no installation in ${DATA_DIR}`)])
  expect(findPostmaster(DATA_DIR)).toBeNull()
})
