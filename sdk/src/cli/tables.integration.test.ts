import { PassThrough } from 'node:stream'
import { operations } from '@atrium/contract'
import { describe, expect, test } from 'vitest'
import { cli, emptyHome } from '../../test/run-cli.ts'
import { type Answering, startStandIn } from '../../test/stand-in.ts'
import { listedOperations } from './columns.ts'
import { findCommand } from './commands.ts'
import { widthOf } from './print.ts'
import { runCli } from './run.ts'
import { asTable } from './table.ts'

const member = (name: string, more: object = {}) => ({
  ...{ access_state: 'active', agents_owned: 0, apps_owned: 3, assigned_via: 'direct', credit_limit: null },
  ...{ email: `${name}@example.com`, full_name: name, role: 'editor', status: 'joined', user_id: 'usr_1' },
  ...{ last_active: null, ...more },
})
const page = (members: object[], cursor: string | null) => ({
  body: { members, total: 3, next_cursor: cursor, has_more: cursor !== null },
})
const plain = { NO_COLOR: '1' }

describe('a table', () => {
  test('shows what people look for, in the width that there is', async () => {
    const { url } = await startStandIn(page([member('ada', { full_name: 'Ada Lovelace '.repeat(9) })], null))
    const { stdout } = await cli(`members list --url ${url}`, { columns: 80, env: plain })
    const [head = '', row = ''] = stdout.split('\n')
    expect(head).toMatch(/^email +full_name +role +status/)
    expect(row).toMatch(/^ada@example\.com +Ada Love.*… +editor +joined/)
    for (const line of stdout.split('\n').slice(0, 2)) expect(widthOf(line)).toBeLessThanOrEqual(80)
  })

  test('of records begins with their own fields', () => {
    const records = [{ id: 'rec_1', created_date: 'x', title: 'Buy milk', hours: 2 }]
    expect(asTable(records, { operation: 'records.list' })).toMatch(/^title +hours +id +created_date\n/)
  })

  test('counts wide letters as two places', () => {
    const lines = asTable([
      { name: '日本', id: 'a' },
      { name: 'abcd', id: 'b' },
    ]).split('\n')
    expect(lines.slice(1, 3)).toEqual(['日本  a', 'abcd  b'])
  })

  test.each([
    [{}, true],
    [{ NO_COLOR: '1' }, false],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, false],
    [{ FORCE_COLOR: '0' }, false],
    [{ TERM: 'dumb' }, false],
  ])('with %j has colours: %j', async (env, has) => {
    const { url } = await startStandIn(page([member('ada')], null))
    const { stdout } = await cli(`members list --url ${url}`, { columns: 80, env })
    expect(stdout.includes('\u001b[')).toBe(has)
  })

  test('is forced by a flag, and so is JSON; both are refused', async () => {
    const { url } = await startStandIn(page([member('ada')], null))
    expect((await cli(`members list --table --url ${url}`)).stdout).toMatch(/^email/)
    const json = await cli(`members list --json --url ${url}`, { columns: 80 })
    expect(JSON.parse(json.stdout).total).toBe(3)
    expect(await cli(`members list --json --table --url ${url}`)).toMatchObject({ code: 2, stdout: '' })
  })

  test('knows columns only of operations that there are', () => {
    for (const name of listedOperations) {
      const [area = '', verb = ''] = name.split('.')
      expect(findCommand(area, verb), name).toBeDefined()
    }
    expect(Object.keys(operations).length).toBeGreaterThan(0)
  })
})

describe('--all', () => {
  const pages: [Answering, ...Answering[]] = [
    page([member('ada')], 'c1'),
    page([member('bob')], 'c2'),
    page([member('a longer name than before')], null),
  ]

  test('writes the pages as one answer, with progress only on the standard error of a terminal', async () => {
    const { url } = await startStandIn(...pages)
    const { stdout, stderr } = await cli(`members list --all --url ${url}`, { hasTerminal: true })
    const { members, ...rest } = JSON.parse(stdout)
    expect(members.map(({ full_name }: { full_name: string }) => full_name)).toEqual([
      ...['ada', 'bob', 'a longer name than before'],
    ])
    expect(rest).toEqual({ total: 3, next_cursor: null, has_more: false })
    expect(stderr).toContain('\r2 read')
    expect(stderr.endsWith('\r\u001b[K')).toBe(true)
    const quiet = await startStandIn(...pages)
    expect((await cli(`members list --all --url ${quiet.url}`)).stderr).toBe('')
  })

  test('writes one table, whose columns are as wide as those of the first page', async () => {
    const { url } = await startStandIn(...pages)
    const { stdout } = await cli(`members list --all --table --url ${url}`)
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(5)
    expect(lines[3]).toMatch(/…/)
    expect(lines[4]).toBe('total 3')
  })

  test('joins pages of which some are empty', async () => {
    const some: [Answering, ...Answering[]] = [
      ...([page([], 'c1'), page([member('ada')], 'c2'), page([], 'c3')] as const),
      ...[page([member('bob')], 'c4'), page([], null)],
    ]
    const { url } = await startStandIn(...some)
    const { members } = JSON.parse((await cli(`members list --all --url ${url}`)).stdout)
    expect(members.map(({ full_name }: { full_name: string }) => full_name)).toEqual(['ada', 'bob'])
    const again = await startStandIn(...some)
    const table = (await cli(`members list --all --table --url ${again.url}`)).stdout
    expect(table.split('\n').map((line) => line.split(' ')[0])).toEqual([
      ...['email', 'ada@example.com', 'bob@example.com', 'total', ''],
    ])
  })

  test('asks for no page that its reader does not take any more', async () => {
    const { url, received } = await startStandIn(...pages)
    let leave = () => {}
    const code = await runCli(['members', 'list', '--all', '--url', url], {
      stdout: {
        write: () => leave(),
        on: (event, done) => {
          if (event === 'error') leave = done
        },
      },
      stderr: { write: () => {} },
      stdin: new PassThrough(),
      env: await emptyHome(),
    })
    expect([code, received.length]).toEqual([0, 1])
  })

  test('of nothing is an empty answer', async () => {
    const { url } = await startStandIn(page([], null))
    expect(JSON.parse((await cli(`members list --all --url ${url}`)).stdout)).toMatchObject({ members: [] })
    expect((await cli(`members list --all --table --url ${url}`)).stdout).toBe('Nothing found.\ntotal 3\n')
  })
})

describe('what a hostile server says', () => {
  const evil = 'a\u001b]0;owned\u0007\u009b2J\u202eb\r\nc'

  test.each(['--json', '--table'])('reaches no terminal as it is, with %s', async (flag) => {
    const { url } = await startStandIn(page([member(evil, { [evil]: evil })], evil))
    const { stdout } = await cli(`members list ${flag} --url ${url}`, { columns: 400, env: plain })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
    if (flag === '--json') expect(JSON.parse(stdout).members[0].full_name).toBe(evil)
  })
})
