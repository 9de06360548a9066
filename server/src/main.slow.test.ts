/** Atrium as an operator starts it: a process, its output, its exit code. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { endPostmaster, findPostmaster, type NodeProcess, spawnNode } from '../processes/node-process.ts'
import { type TestPostgres, testPostgres } from '../test/postgres.ts'

vi.setConfig({ testTimeout: 60_000 }) // a first start makes a database

let folder: string
const started: NodeProcess[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-main-'))
})
afterAll(async () => {
  for (const node of started) await node.kill('SIGKILL')
  await endPostmaster(join(folder, 'data'))
  rmSync(folder, { recursive: true })
})

function launch(settings: Record<string, string>, ...flags: string[]): NodeProcess {
  const node = spawnNode({ settings, flags })
  started.push(node)
  return node
}

const bearer = (token: string | null) => ({ authorization: `Bearer ${token}` })

describe('on a folder of its own', () => {
  const settings = () => ({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'debug' })
  let token: string | null = null

  test('the first start shows once how to sign in, and that works', async () => {
    const node = launch(settings())
    await node.waitReady()
    token = node.token
    const [, email, password] = /email {5}(\S+)\n {4}password {2}(\S+)\n/.exec(node.output()) ?? []
    expect(node.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect((await fetch(`${node.address}/readyz`)).status).toBe(200)

    const me = await fetch(`${node.address}/api/auth/me`, { headers: bearer(token) })
    expect([me.status, (await me.json()).email]).toEqual([200, email])
    const login = await fetch(`${node.address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    expect(login.status).toBe(200)
    const session = (await login.json()).token

    const answer = finishAfterSignal(node)
    expect((await answer).status).toBe(201)
    expect(await node.ended).toBe(0)
    expect(findPostmaster(settings().DATA_DIR)).toBeNull()
    expect(existsSync(join(settings().DATA_DIR, 'atrium.lock'))).toBe(false)

    const said = node.output()
    expect(said).toContain('"operation":"session.create"')
    for (const secret of [token, password]) expect(said.split(secret as string)).toHaveLength(2)
    expect(said).not.toContain(session)
  })

  test('the second start shows nothing secret, and the token still works', async () => {
    const node = launch(settings())
    await node.waitReady()
    expect(node.output()).not.toMatch(/Shown once|password|pat_/)
    expect((await fetch(`${node.address}/api/auth/me`, { headers: bearer(token) })).status).toBe(200)
    node.kill('SIGINT')
    expect(await node.kill('SIGTERM')).toBe(0)
    expect(findPostmaster(settings().DATA_DIR)).toBeNull()
  })

  /** Sends half a request, the signal, then the other half. */
  async function finishAfterSignal(node: NodeProcess): Promise<{ status: number }> {
    const body = JSON.stringify({ name: 'Shop', scope: 'workspace' })
    const { hostname, port } = new URL(node.address)
    const socket = connect(Number(port), hostname)
    let said = ''
    socket.on('data', (chunk) => {
      said += chunk
    })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    const head = ['POST /api/app-folders HTTP/1.1', 'Host: atrium', `Authorization: Bearer ${token}`]
    const lines = [
      ...head,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
    ]
    const isRead = new Promise((resolve) => socket.once('data', resolve))
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    await isRead // the server said: 100 Continue
    node.kill('SIGTERM')
    await expect.poll(() => isRefused(node.address)).toBe(true)
    socket.write(body)
    await closed
    return { status: Number(/HTTP\/1\.1 (2\d\d|[3-5]\d\d) /.exec(said)?.[1]) }
  }
})

describe('on a database of your own', () => {
  let postgres: TestPostgres
  let settings: Record<string, string>
  beforeAll(async () => {
    postgres = await testPostgres()
    settings = { DATABASE_URL: postgres.connection, SECRET_KEY: 'a key that only tests use' }
  })
  afterAll(() => postgres.stop())

  test('archives are there when it is ready, and a filled database gets no workspace of ours', async () => {
    const archive = join(folder, 'archive.json')
    const token = 'pat_from-an-archive-for-tests'
    writeFileSync(
      archive,
      JSON.stringify({
        format: 'atrium-archive',
        version: 1,
        users: [{ id: 'usr_1', email: 'one@example.com', full_name: 'One' }],
        workspaces: [{ id: 'ws_1', name: 'Brought in', plan: 'free' }],
        members: [
          {
            workspace_id: 'ws_1',
            user_id: 'usr_1',
            email: 'one@example.com',
            role: 'owner',
            status: 'joined',
          },
        ],
        credentials: [
          {
            kind: 'personal_token',
            secret: token,
            user_id: 'usr_1',
            workspace_id: 'ws_1',
            permission: 'read_only',
            name: 'x',
          },
        ],
      }),
    )
    const node = launch(settings, '--import', archive)
    await node.waitReady()
    const list = await fetch(`${node.address}/api/workspace/workspaces`, { headers: bearer(token) })
    expect((await list.json()).workspaces).toMatchObject([{ name: 'Brought in' }])
    expect(node.output()).not.toMatch(/Shown once|pat_/)

    const { port } = new URL(node.address)
    const second = launch(settings, '--port', port)
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(
      /^atrium: The port is in use \(.*\)\. Stop the other server or choose another PORT\.\n$/,
    )
    expect(await node.kill('SIGTERM')).toBe(0)
  })

  test('--demo fills an empty one', async () => {
    const empty = await testPostgres()
    const node = launch({ ...settings, DATABASE_URL: empty.connection }, '--demo')
    await node.waitReady()
    expect(node.output()).toContain('demo@example.com')
    const apps = await fetch(`${node.address}/api/apps`, { headers: bearer(node.token) })
    expect((await apps.json()).items.length).toBeGreaterThan(3)
    // Its connection to the sandbox lives: the server can open what the first start sealed.
    const sandbox = `${node.address}/api/apps/app_demo_orders/external-auth/integrations/sandbox-oauth/call`
    const called = await fetch(sandbox, {
      method: 'POST',
      headers: { ...bearer(node.token), 'content-type': 'application/json' },
      body: JSON.stringify({ path: '/me' }),
    })
    expect(await called.json()).toMatchObject({ status: 200, body: { name: 'harbour-pine' } })
    // The indexes of its schemas are built at once, so that records are found by their number.
    const indexes = `${node.address}/api/apps/app_demo_orders/entity-schemas/Order/indexes`
    await expect
      .poll(async () => {
        const { items } = await (await fetch(indexes, { headers: bearer(node.token) })).json()
        return items.map(({ state }: { state: string }) => state)
      })
      .toEqual(['ready', 'ready', 'ready'])
    await node.kill('SIGTERM')
    await empty.stop()
  })

  // One after the other: a start takes all of a core, and several at once take each other's time.
  test.each([
    ['a setting that cannot be', { PORT: 'http' }, [], 'PORT=http is not a whole number from 0 to 65535.'],
    [
      'a language model that is none',
      { LANGUAGE_MODEL: 'gpt' },
      [],
      'LANGUAGE_MODEL=gpt is not known; use one of offline, openai-compatible, none.',
    ],
    [
      'a range of addresses that is none',
      { OUTBOUND_ALLOW: 'localhost' },
      [],
      'OUTBOUND_ALLOW: "localhost" is not a range of addresses such as 10.0.0.0/8 or fd00::/8.',
    ],
    [
      'a flag that is none',
      {},
      ['--prot', '80'],
      "Unknown option '--prot'. Known: --port N, --import FILE, --demo.",
    ],
    ['an archive that is not there', {}, ['--import', '/nowhere/archive.json'], /\/nowhere\/archive\.json/],
    [
      'a key that is not this database’s',
      { SECRET_KEY: 'another key that only tests use' },
      [],
      /^SECRET_KEY .* is not the key of this database: .* npm run atrium -- key accept$/,
    ],
    [
      'an address of another machine',
      { HOST: '203.0.113.7' },
      [],
      /^Cannot listen \(.*\)\. Choose another HOST or PORT\.$/,
    ],
    [
      'a database that is not there',
      { DATABASE_URL: 'postgres://u:hush@127.0.0.1:1/x' },
      [],
      /^The database does not answer \(.*ECONNREFUSED.*\)\. Check DATABASE_URL\.$/,
    ],
    [
      'a folder that cannot be used',
      { DATABASE_URL: '', SECRET_KEY: '', DATA_DIR: '/dev/null/data' },
      [],
      /^DATA_DIR \/dev\/null\/data cannot be used/,
    ],
    [
      'such a folder, with a key',
      { DATABASE_URL: '', DATA_DIR: '/dev/null/data' },
      [],
      /^The data folder \/dev\/null\/data cannot be used/,
    ],
  ])('%s is one clear line', async (_name, changes, flags, line) => {
    const node = launch({ ...settings, LOG_LEVEL: 'error', ...changes } as Record<string, string>, ...flags)
    expect(await node.ended).toBe(1)
    const [said = '', ...more] = node.output().split('\n')
    expect(more).toEqual([''])
    expect(said.slice(0, 8)).toBe('atrium: ')
    if (typeof line === 'string') expect(said.slice(8)).toBe(line)
    else expect(said.slice(8)).toMatch(line)
    expect(said).not.toContain('hush')
  })
})

async function isRefused(address: string): Promise<boolean> {
  return fetch(`${address}/healthz`).then(
    () => false,
    () => true,
  )
}
