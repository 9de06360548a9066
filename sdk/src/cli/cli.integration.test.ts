import { describe, expect, test, vi } from 'vitest'
import { cli } from '../../test/run-cli.ts'
import { refusal, startStandIn } from '../../test/stand-in.ts'
import { commands, flagsOf } from './commands.ts'
import { flag, readArguments } from './flags.ts'
import { GLOBAL_FLAGS } from './globals.ts'
import { findOwnCommand, ownCommands } from './own-commands.ts'

describe('flags', () => {
  test.each<[string, string, unknown]>([
    ['text', 'folders update fld_1 --name Shop', { name: 'Shop' }],
    ['text with an equals sign', 'folders update fld_1 --name=--Shop', { name: '--Shop' }],
    [
      'a field name with underscores',
      'folders update fld_1 --parent_folder_id fld_2',
      { parent_folder_id: 'fld_2' },
    ],
    [
      'a field name with dashes',
      'folders update fld_1 --parent-folder-id fld_2',
      { parent_folder_id: 'fld_2' },
    ],
    ['null where it may be', 'folders update fld_1 --color null --icon null', { color: null, icon: null }],
    ['the word null where null may not be', 'folders update fld_1 --name null', { name: 'null' }],
    ['a whole number', 'folders update fld_1 --position 12', { position: 12 }],
    [
      'a list by commas and by repeating',
      'folders add-items fld_1 --app-ids a,b --app-ids c',
      { app_ids: ['a', 'b', 'c'] },
    ],
    ['a list as JSON', 'members list --search-terms ["a,b"]', { search_terms: ['a,b'] }],
    ['an empty list', 'members list --roles []', { roles: [] }],
    [
      'a list that may be null',
      'tokens create --name x --permission read_only --app-ids null',
      { app_ids: null },
    ],
    ['an object as JSON', 'members list --apps-owned {"gte":2}', { apps_owned: { gte: 2 } }],
    [
      'one or several',
      'records aggregate app_1 Task --group-by status,due --sum hours --sort=-count',
      {
        groupBy: ['status', 'due'],
        sum: ['hours'],
        sort: ['-count'],
      },
    ],
    ['yes', 'members list --credit-limit-set', { credit_limit_set: true }],
    ['no', 'members list --no-credit-limit-set', { credit_limit_set: false }],
    ['no, said otherwise', 'members list --credit_limit_set=false', { credit_limit_set: false }],
    ['the last of a flag given twice', 'folders update fld_1 --name a --name b', { name: 'b' }],
    [
      'the whole body',
      'folders create --json {"name":"a","scope":"personal"}',
      { name: 'a', scope: 'personal' },
    ],
    [
      'a flag over the whole body',
      'folders create --json {"name":"a","scope":"personal"} --name b',
      { name: 'b' },
    ],
  ])('send %s', async (_, line, body) => {
    const { url, received } = await startStandIn({})
    expect(await cli(`--url ${url} ${line}`)).toMatchObject({ code: 0, stderr: '' })
    expect(received[0]?.body).toMatchObject(body as object)
  })

  test('of a query go into the address', async () => {
    const { url, received } = await startStandIn({ body: { items: [] } })
    await cli(`apps list --sort -name --limit 5 --url ${url}`)
    expect(received[0]?.path).toBe('/api/apps?limit=5&sort=-name')
  })

  test('--if-match goes as the header, and only where something is compared', async () => {
    const { url, received } = await startStandIn({})
    await cli(`records update a Task r --if-match 2026-11-15T09:30:00.000Z --json {} --url ${url}`)
    expect(received[0]?.headers).toMatchObject({ 'if-match': '"2026-11-15T09:30:00.000Z"' })
    expect(await cli(`apps update a --name x --if-match 1 --url ${url}`)).toMatchObject({ code: 2 })
  })

  test('the body can come from stdin', async () => {
    const { url, received } = await startStandIn({})
    await cli(`folders create --json - --url ${url}`, { stdin: '{"name":"a","scope":"personal"}' })
    expect(received[0]?.body).toEqual({ name: 'a', scope: 'personal' })
  })

  test('address, credential and workspace come from flags, then from the environment', async () => {
    const { url, received } = await startStandIn({ body: { folders: [] } })
    const env = { ATRIUM_URL: url, ATRIUM_TOKEN: 'from-env', ATRIUM_WORKSPACE: 'ws_env' }
    await cli('folders tree', { env })
    await cli('folders tree --token from-flag --workspace ws_flag', { env })
    expect(received).toMatchObject([
      { path: '/api/app-folders/tree?workspaceId=ws_env', headers: { authorization: 'Bearer from-env' } },
      { path: '/api/app-folders/tree?workspaceId=ws_flag', headers: { authorization: 'Bearer from-flag' } },
    ])
  })

  test('numbers may have a fraction, lists blanks at their commas, and lists of objects are JSON', () => {
    const ratio = flag('ratio', { type: ['number', 'null'] })
    const rows = flag('rows', { type: 'array', items: { type: 'object' } })
    const tags = flag('tags', { type: 'array', items: { type: 'string' } })
    const read = (...argv: string[]) => [...readArguments(argv, [ratio, rows, tags]).values.values()]
    expect(read('--tags', ' new, on sale ,old')).toEqual([['new', 'on sale', 'old']])
    expect(read('--ratio', '-1.5')).toEqual([-1.5])
    expect(read('--ratio', 'null')).toEqual([null])
    expect(() => read('--ratio', 'x')).toThrow('--ratio is a number, not "x".')
    expect(read('--rows', '{"a":1}', '--rows', '[{"b":2}]')).toEqual([[{ a: 1 }, { b: 2 }]])
  })

  test('no field of an operation hides behind another flag', () => {
    const globals = GLOBAL_FLAGS.map(({ name }) => name)
    for (const command of commands) {
      const names = [...flagsOf(command).map(({ name }) => name), ...globals]
      expect(names, command.operation.name).toEqual([...new Set(names)])
    }
  })
})

describe('a wrong command line exits with 2, sends nothing and says what was meant', () => {
  test.each([
    ['folder tree', 'Unknown command folder. Did you mean folders?'],
    ['folders updat x', 'Unknown command folders updat. Did you mean update?'],
    ['folders additems x', 'Unknown command folders additems. Did you mean add-items?'],
    ['folders', 'folders needs a verb: tree, create, update, delete, add-items, remove-item.'],
    ['folders update x --nme y', 'Unknown flag --nme. Did you mean --name?'],
    ['folders update x --no-name', 'Unknown flag --no-name.'],
    ['folders tree --workspaceId x', 'Unknown flag --workspaceId. Did you mean --workspace?'],
    ['folders tree -x', 'Unknown flag -x.'],
    ['folders update', '<folder_id> is missing. Usage: atrium folders update <folder_id>'],
    ['folders update x y', '"y" is too much. Usage: atrium folders update <folder_id>'],
    ['folders tree y', '"y" is too much. Usage: atrium folders tree'],
    ['folders create --name x', '--scope is missing. See atrium folders create --help'],
    ['folders create --name --scope personal', '--name needs a value.'],
    ['folders update x --name', '--name needs a value.'],
    [
      'folders create --scope worspace',
      '--scope is one of workspace, personal, not "worspace". Did you mean workspace?',
    ],
    ['folders update x --position 1.5', '--position is a whole number, not "1.5".'],
    ['members list --credit-limit-set=maybe', '--credit-limit-set is true or false, not "maybe".'],
    [
      'members list --roles owner,chief',
      '--roles is one of owner, admin, editor, viewer, guest, not "chief".',
    ],
    ['members list --apps-owned {gte', '--apps-owned is not valid JSON'],
    ['folders create --json [1] --name x', 'Flags can only be added to a --json that is an object.'],
    ['folders tree --all', 'Unknown flag --all.'],
    ['folders tree --output xml', '--output is one of json, table, not "xml".'],
    ['folders tree --url ftp://x', '"ftp://x" is not an address; write it as http://127.0.0.1:8787.'],
    ['login', '--email is missing.'],
    ['--nope', 'Unknown flag --nope.'],
    [
      'flows list --app app_1',
      'Unknown flag --app. <app_id> is a word without a flag: atrium flows list <app_id>',
    ],
    ['flows list --app_id app_1', 'Unknown flag --app_id. <app_id> is a word'],
    ['flows list --app-id app_1', 'Unknown flag --app-id. <app_id> is a word'],
    ['logs checkout --app_id app_1', 'Unknown flag --app_id. Did you mean --app?'],
    ['apps ls', 'Unknown command apps ls. Did you mean list?'],
    ['folders rm x', 'Unknown command folders rm. Did you mean delete?'],
    ['list apps', 'Unknown command list apps. Did you mean apps list?'],
    ['tests lst', 'Unknown command tests lst. Did you mean list?'],
    ['token crate', 'Unknown command token crate. Did you mean create?'],
    ['token create --emial x', 'Unknown flag --emial. Did you mean --email?'],
    [
      'import x',
      'import works where the server is installed: call npx atrium import in the folder of Atrium.',
    ],
    ['wohami', 'Unknown command wohami. Did you mean whoami?'],
  ])('%s', async (line, message) => {
    const fetch = vi.fn<typeof globalThis.fetch>()
    const { code, stderr, stdout } = await cli(line, { fetch })
    expect(stderr).toContain(`atrium: ${message}`)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(fetch).not.toHaveBeenCalled()
  })
})

describe('a failure exits with 1 and is reported in one line', () => {
  test('a refusal', async () => {
    const { url } = await startStandIn(refusal(404, 'folder_not_found'))
    const { code, stdout, stderr } = await cli(`folders delete x --url ${url}`)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe('atrium: folder_not_found: About folder_not_found. (req_1)\n')
  })

  test('a refusal of values, with every row', async () => {
    const detail = [
      { loc: ['body', 'name'], msg: 'String should have at most 100 characters', type: 'string_too_long' },
      { loc: ['body', 'app_ids', 0], msg: 'Input should be a valid string', type: 'string_type' },
    ]
    const { url } = await startStandIn(refusal(422, 'validation_error', { detail }))
    const { stderr } = await cli(`folders update x --name y --url ${url}`)
    expect(stderr).toBe(
      'atrium: validation_error: About validation_error. body.name: String should have at most 100 characters; ' +
        'body.app_ids.0: Input should be a valid string (req_1)\n',
    )
  })

  test('a refusal of several, with each of them', async () => {
    const errors = ['ada', 'grace'].map((name) => ({
      email: `${name}@example.com`,
      message: `About ${name}.`,
      error_code: 'member_not_found',
    }))
    const { url } = await startStandIn(refusal(400, 'bulk_refused', { errors: [...errors, null, {}] }))
    const { stderr } = await cli(
      `members bulk-set-role --items [{"email":"a@b.c","role":"viewer"}] --url ${url}`,
    )
    expect(stderr).toBe(
      'atrium: bulk_refused: About bulk_refused. ada@example.com: About ada.; grace@example.com: About grace. (req_1)\n',
    )
  })

  test('a missing credential, with the way to get one', async () => {
    const { url } = await startStandIn(refusal(401, 'missing_credentials'))
    expect((await cli(`session read --url ${url}`)).stderr).toContain(
      'Run atrium login, or set ATRIUM_TOKEN.',
    )
  })

  test('a server that is not there, with its address and the remedy', async () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    const fetch = async () => Promise.reject(new TypeError('fetch failed', { cause: refused }))
    const { code, stderr } = await cli('folders create --name x --scope personal', { fetch })
    expect(code).toBe(1)
    expect(stderr).toBe(
      'atrium: http://127.0.0.1:8787 did not answer: connection refused. ' +
        'Start the server with npm start, or choose another with --url or ATRIUM_URL.\n',
    )
  })

  test('without letting the text steer the terminal', async () => {
    const { url } = await startStandIn(refusal(404, 'x', { message: 'a\u001b[2Jb\nc' }))
    expect((await cli(`folders delete x --url ${url}`)).stderr).toContain('a\\u001b[2Jb\\u000ac')
  })
})

describe('help', () => {
  test('lists every command with its summary', async () => {
    const { code, stdout } = await cli('--help')
    expect(code).toBe(0)
    const shown = commands.filter(({ area, verb }) => !findOwnCommand([area, verb]))
    for (const { operation } of shown) expect(stdout).toContain(operation.summary)
    for (const { summary } of ownCommands) expect(stdout).toContain(summary)
    expect(stdout).toMatch(/folders add-items <folder_id> +Put apps into a folder/)
    expect((await cli('help')).stdout).toBe(stdout)
    expect((await cli('')).stdout).toBe(stdout)
  })

  test('of an area lists its commands only', async () => {
    const { stdout } = await cli('folders --help')
    expect(stdout).toContain('folders tree')
    expect(stdout).not.toContain('tokens')
  })

  test('of a command tells fields, types, bounds and refusals', async () => {
    const { stdout } = await cli('folders create -h')
    expect(stdout).toContain('Usage: atrium folders create [flags]\n\nCreate a folder\n')
    expect(stdout).toMatch(/--name <text> +required; 1 to 100 characters/)
    expect(stdout).toMatch(/--scope <workspace\|personal> +required\n/)
    expect(stdout).toMatch(/--position <integer> +0 to 1000000\n/)
    expect(stdout).toMatch(/--color <text\|null> +at most 32 characters\n/)
    expect(stdout).toMatch(/409 folder_limit_reached +The workspace has as many folders/)
    expect((await cli('help folders create')).stdout).toBe(stdout)
  })

  test('of a list tells list values, defaults and paging', async () => {
    const { stdout } = await cli('help members list')
    expect(stdout).toMatch(
      /--roles <owner\|admin\|editor\|viewer\|guest,…> +Only members with one of these roles; at most 20 values\n/,
    )
    expect(stdout).toMatch(/--page-size <integer> +Rows on a page; 1 to 100; default 50\n/)
    expect(stdout).toMatch(/--credit-limit-set +True: only members with a limit of their own; .+\n/)
    expect(stdout).toMatch(/--all +Follow the pages to the end\n/)
  })

  test('the version is that of the package', async () => {
    expect((await cli('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

describe('output', () => {
  const tokens = {
    items: [
      { id: 'tok_1', name: 'deploys', app_ids: ['a', 'b'], expires_at: null },
      { id: 'tok_22', name: 'ci\u001b[31m', app_ids: null, expires_at: '2026-11-15T09:30:00Z' },
    ],
    next_cursor: 'c1',
    has_more: true,
  }

  test('is the answer as JSON in a pipe', async () => {
    const { url } = await startStandIn({ body: tokens })
    const { stdout } = await cli(`tokens list --url ${url}`)
    expect(JSON.parse(stdout)).toEqual(tokens)
  })

  test('is JSON at a terminal too when asked for', async () => {
    const { url } = await startStandIn({ body: tokens })
    const { stdout } = await cli(`tokens list --output json --url ${url}`, { columns: 80 })
    expect(JSON.parse(stdout)).toEqual(tokens)
  })

  test('of a list is rows at a terminal', async () => {
    const { url } = await startStandIn({ body: tokens })
    expect((await cli(`tokens list --url ${url}`, { columns: 80 })).stdout).toBe(
      [
        '\u001b[1mname          id      expires_at\u001b[0m',
        'deploys       tok_1   -',
        'ci\\u001b[31m  tok_22  2026-11-15T09:30:00Z',
        'More: add --all, or --cursor c1',
        '',
      ].join('\n'),
    )
  })

  test('names the columns that the terminal has no room for', async () => {
    const { url } = await startStandIn({ body: tokens })
    const { stdout } = await cli(`tokens list --url ${url}`, { columns: 24 })
    expect(stdout).toContain('name          id\u001b[0m\n')
    expect(stdout).toContain('Not shown: expires_at (--json shows all)\n')
  })

  test('of one thing is key and value, also of what is inside it', async () => {
    const { url } = await startStandIn({
      body: { user: { id: 'usr_1', workspaces: [{ id: 'ws_1' }] }, token: 't' },
    })
    const { stdout } = await cli(`session read --output table --url ${url}`)
    expect(stdout).toBe(
      ['user.id          usr_1', 'user.workspaces  [{"id":"ws_1"}]', 'token            t', ''].join('\n'),
    )
  })

  test('of an empty list says so, with the totals', async () => {
    const { url } = await startStandIn({
      body: { members: [], total: 0, next_cursor: null, has_more: false },
    })
    expect((await cli(`members list --output table --url ${url}`)).stdout).toBe('Nothing found.\ntotal 0\n')
  })

  test('with --all joins the pages', async () => {
    const last = { items: [{ id: 'tok_3' }], next_cursor: null, has_more: false }
    const { url, received } = await startStandIn({ body: tokens }, { body: last })
    const { stdout } = await cli(`tokens list --all --limit 2 --url ${url}`)
    expect(JSON.parse(stdout)).toEqual({ ...last, items: [...tokens.items, ...last.items] })
    expect(received[1]?.path).toContain('limit=2&cursor=c1')
  })
})
