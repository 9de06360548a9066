/** Commands around backend functions, against a whole server in this process. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { useFunctions } from '../../../server/src/modules/functions/test/function-scene.ts'
import { BROKEN } from '../../../server/src/ports/function-runtime/test/fake-functions.ts'
import { eventually } from '../../test/eventually.ts'
import { cli, emptyHome } from '../../test/run-cli.ts'
import { runCli } from './run.ts'
import { sinceOf } from './show-logs.ts'

const scene = useFunctions()
const env = (person = scene.owner) => ({
  ATRIUM_URL: scene.app.baseUrl,
  ATRIUM_TOKEN: person.token,
  ATRIUM_APP: scene.shop.id,
})
const run = (line: string, more: object = {}) => cli(line, { env: env(), columns: 100, ...more })
const deployed = async () =>
  (await scene.app.as(scene.owner).functions.list({ app_id: scene.shop.id })).functions

async function folderWith(files: Record<string, string | Buffer>, name = 'checkout') {
  const root = await mkdtemp(join(tmpdir(), 'atrium-function-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name, path)), { recursive: true })
    await writeFile(join(root, name, path), content)
  }
  return join(root, name)
}

describe('deploy', () => {
  const site = (name: string) => fetch(`${scene.app.baseUrl}/sites/${scene.shop.id}/${name}`)

  test('deploys the functions of the folder before its files, none of which are pages', async () => {
    const folder = await folderWith({
      'index.html': '<p>shop</p>',
      'functions/checkout/index.ts': 'one',
      'functions/mail/main.ts': 'two',
      'functions/mail/function.json': '{"access": "anyone"}',
      'functions/.hidden': 'not sent',
      'a/functions/page.html': 'a page',
    })
    const { code, stderr } = await run(`deploy ${folder}`)
    expect(code).toBe(0)
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^Read 2 files of /),
      'Building checkout …',
      expect.stringMatching(/^Deployed checkout \(1 file, dep_/),
      'Building mail …',
      expect.stringMatching(/^Deployed mail \(1 file, dep_/),
      'Sending and compressing …',
      'Revision 1 is live.',
      '',
    ])
    expect(await deployed()).toMatchObject([
      { name: 'checkout', entry: 'index.ts', access: 'app' },
      { name: 'mail', entry: 'main.ts', access: 'anyone' },
    ])
    expect((await site('functions/checkout/index.ts')).status).toBe(404)
    expect(await (await site('a/functions/page.html')).text()).toBe('a page')
    const again = await run(`deploy ${folder} --output json`)
    expect(again.stderr).toContain('mail is like this already')
    expect(JSON.parse(again.stdout)).toMatchObject({
      status: 'unchanged',
      functions: [
        { name: 'checkout', status: 'unchanged' },
        { name: 'mail', status: 'unchanged' },
      ],
    })
  })

  test('leaves the site as it is when a function cannot be built', async () => {
    const folder = await folderWith({
      'index.html': 'new',
      'functions/checkout/index.ts': `fine\n${BROKEN}`,
    })
    const { code, stderr } = await run(`deploy ${folder}`)
    expect(code).not.toBe(0)
    expect(stderr).toContain('index.ts')
    expect(stderr).toContain('checkout was not deployed.')
    expect((await site('')).status).toBe(404)
  })

  test('sends nothing when the folder of functions holds something else', async () => {
    const stray = await folderWith({ 'index.html': 'x', 'functions/util.ts': 'x' })
    const first = await run(`deploy ${stray}`)
    expect([first.code, first.stderr]).toEqual([
      2,
      `atrium: ${join(stray, 'functions/util.ts')} is no folder; each function has one of its own.\n`,
    ])
    const pages = await folderWith({ 'index.html': 'x', 'functions/help/page.html': 'x' })
    const second = await run(`deploy ${pages}`)
    expect([second.code, second.stderr]).toEqual([2, expect.stringContaining('has no index.ts')])
    expect(await deployed()).toEqual([])
    expect((await site('')).status).toBe(404)
  })
})

describe('functions deploy', () => {
  test('sends the files of a folder under its name, and says when nothing changed', async () => {
    const folder = await folderWith({
      'index.ts': 'one',
      'lib/price.ts': 'two',
      'node_modules/left/index.js': 'not sent',
      '.env': 'not sent',
      'lib/node_modules/left/index.js': 'not sent',
      'lib/.env': 'not sent',
    })
    await symlink('/etc/hostname', join(folder, 'elsewhere.ts'))
    const first = await run(`functions deploy ${folder}`)
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Deployed checkout \(2 files, dep_/),
    })
    expect(await deployed()).toMatchObject([
      {
        name: 'checkout',
        entry: 'index.ts',
        access: 'app',
        files: [
          { path: 'index.ts', content: 'one' },
          { path: 'lib/price.ts', content: 'two' },
        ],
      },
    ])
    expect((await run(`functions deploy ${folder}/`)).stdout).toMatch(/^checkout is like this already/)
    const named = await run(
      `functions deploy ${folder} --name orders/paid --entry lib/price.ts --output json`,
    )
    expect(JSON.parse(named.stdout)).toMatchObject({ name: 'orders/paid', status: 'deployed' })
    expect((await deployed())[1]).toMatchObject({ name: 'orders/paid', entry: 'lib/price.ts' })
  })

  test('takes entry, automations and access of function.json', async () => {
    const automations = [{ type: 'schedule', cron: '0 9 * * 1' }]
    const settings = { entry: 'start.js', access: 'anyone', automations }
    const folder = await folderWith({ 'start.js': 'x', 'function.json': JSON.stringify(settings) })
    expect((await run(`functions deploy ${folder}`)).code).toBe(0)
    expect(await deployed()).toMatchObject([{ ...settings, files: [{ path: 'start.js' }] }])
  })

  test('shows what keeps it from being built by file and line, and what else is refused by its place', async () => {
    const broken = await folderWith({ 'main.ts': 'fine', 'lib/a.ts': `fine\n${BROKEN}` })
    const { code, stderr } = await run(`functions deploy ${broken}`)
    expect(code).toBe(1)
    expect(stderr).toMatch(/^lib\/a\.ts:2: .+\natrium: checkout was not deployed\. \(req_\w+\)\n$/)
    const wrong = await folderWith({
      'main.ts': 'fine',
      'function.json': '{"automations": [{"type": "schedule", "cron": "now and then"}]}',
    })
    expect((await run(`functions deploy ${wrong}`)).stderr).toMatch(/^automations\.0\.cron: /)
    expect(await deployed()).toEqual([])
  })

  test.each<[string, Record<string, string | Buffer>, string]>([
    ['no entry', { 'other.ts': 'x' }, 'has no index.ts, main.ts, index.js, main.js'],
    [
      'an entry that is not there',
      { 'index.ts': 'x', 'function.json': '{"entry": "a.ts"}' },
      'There is no file a.ts',
    ],
    ['settings that are no JSON', { 'index.ts': 'x', 'function.json': '{' }, 'function.json is no JSON'],
    ['settings that nobody knows', { 'index.ts': 'x', 'function.json': '{"acess": 1}' }, 'not "acess"'],
    ['a file that is no text', { 'index.ts': 'x', 'a.png': Buffer.from([0xff, 0xd8]) }, 'a.png is no text'],
  ])('refuses %s before anything is sent', async (_, files, message) => {
    const { code, stderr } = await run(`functions deploy ${await folderWith(files)}`)
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })

  test('refuses a folder that is none, and wants to know the app', async () => {
    expect((await run('functions deploy /nowhere')).stderr).toContain('There is no folder /nowhere.')
    const folder = await folderWith({ 'index.ts': 'x' })
    const nowhere = await cli(`functions deploy ${folder}`, { env: { ATRIUM_URL: scene.app.baseUrl } })
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('--app is missing')])
    const viewer = await cli(`functions deploy ${folder}`, { env: env(scene.viewer) })
    expect([viewer.code, viewer.stderr]).toEqual([1, expect.stringContaining('editor_required')])
  })

  test('stands in the place of the operation in the help, and serve says where it is', async () => {
    const { stdout } = await run('help functions')
    expect(stdout.match(/functions deploy/g)).toHaveLength(1)
    expect(stdout).toContain('functions deploy <folder>')
    const here = await folderWith({ 'index.ts': 'export default () => new Response()' })
    expect(await run(`functions serve ${here}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('functions serve works where the server is installed: call npx atrium'),
    })
  })
})

describe('logs', () => {
  const say = async (...messages: string[]) => {
    scene.fake.handle('talk', (_, { console }) => {
      for (const message of messages) console(message.startsWith('!') ? 'error' : 'info', message)
      return new Response()
    })
    await scene.call('talk')
    // They are written together, a little later.
    await eventually(async () => {
      const lines = await scene.app.as(scene.owner).functions.logs({ app_id: scene.shop.id, name: 'talk' })
      expect(lines.map(({ message }) => message)).toEqual(expect.arrayContaining(messages))
    })
  }

  test('are shown with time and level, coloured only at a terminal', async () => {
    await scene.deploy('talk')
    await say('hello', '!two\nlines \x1b[2J')
    // Escape is what begins a colour; here it is written so that it can be read.
    const stdout = (await run('logs talk')).stdout.replaceAll('\u001b', 'ESC')
    const [hello = '', two = '', lines = ''] = stdout.split('\n')
    expect(hello).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z {2}ESC\[36minfo ESC\[0m {2}hello$/)
    expect(two).toMatch(/ESC\[31merrorESC\[0m {2}!two$/)
    expect(lines).toMatch(/^ {33}lines \\u001b\[2J$/)
    expect((await run('logs talk --level error')).stdout).not.toContain('hello')
    const atLeast = (level: string) => run(`logs talk --min-level ${level}`)
    expect((await atLeast('warn')).stdout).not.toContain('hello')
    expect((await atLeast('info')).stdout).toContain('hello')
    const plain = await cli('logs talk --output table', { env: env() })
    expect(plain.stdout).toMatch(/Z {2}info {3}hello\n/)
    const json = await cli('logs talk', { env: env() })
    expect(
      json.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).message),
    ).toEqual(['hello', '!two\nlines \x1b[2J'])
    expect((await run('logs talk --since 2099-01-01T00:00:00Z')).stdout).toBe('')
    expect(await run('logs talk --since soon')).toMatchObject({ code: 2 })
    expect(await run('logs nothing')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('function_not_found'),
    })
  })

  test('are followed until it is interrupted, each line once', { tags: 'slow' }, async () => {
    await scene.deploy('talk')
    await say('before')
    const [{ time = '' } = {}] = await scene.app
      .as(scene.owner)
      .functions.logs({ app_id: scene.shop.id, name: 'talk' })
    const written: string[] = []
    const stdout = () => written.join('')
    let interrupt = () => {}
    const home = await emptyHome()
    const ended = runCli(['logs', 'talk', '-f'], {
      stdout: { write: (text) => written.push(String(text)), isTTY: true, columns: 100 },
      stderr: { write: () => {} },
      stdin: new PassThrough(),
      env: { ...home, ...env() },
      onInterrupt: (stop) => {
        interrupt = () => stop(130)
      },
    })
    await eventually(() => expect(stdout()).toContain('before'))
    await say('after')
    await eventually(() => expect(stdout()).toContain('after'))
    // As another node writes it whose batch took longer.
    await scene.app
      .sql`insert into function_logs (id, app_id, function_name, deployment_id, level, message, time)
      values (${`flg_late_${scene.shop.id}`}, ${scene.shop.id}, 'talk', 'dep_1', 'info', 'late', ${time})`
    await eventually(() => expect(stdout()).toContain('late'))
    interrupt()
    expect(await ended).toBe(130)
    expect(stdout().match(/before|after|late/g)).toEqual(['before', 'after', 'late'])
  })

  test('begin at a time, or so long ago', () => {
    const now = new Date('2026-11-17T12:00:00.000Z')
    expect(sinceOf('15m', now)).toBe('2026-11-17T11:45:00.000Z')
    expect(sinceOf('2d', now)).toBe('2026-11-15T12:00:00.000Z')
    expect(sinceOf('2026-11-17T13:00:00+02:00', now)).toBe('2026-11-17T11:00:00.000Z')
    expect(sinceOf(undefined, now)).toBeUndefined()
    expect(() => sinceOf('15 minutes', now)).toThrow('--since is a time')
  })
})

describe('secrets set', () => {
  const seen = async () => {
    scene.fake.handle('reads', (_, { environment }) => Response.json(environment))
    await scene.deploy('reads', { files: [{ path: 'index.ts', content: String(Math.random()) }] })
    return (await scene.call('reads')).json()
  }

  test('reads the value from a pipe', async () => {
    const { code, stderr } = await run('secrets set PAY_KEY', { stdin: 'sk_1 \n' })
    expect([code, stderr]).toEqual([0, 'Set PAY_KEY; functions see it from their next call on.\n'])
    expect(await seen()).toMatchObject({ PAY_KEY: 'sk_1 ' })
  })

  test('asks at a terminal without showing it', async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} })
    stdin.write('sk_typed\r')
    const { code, stdout, stderr } = await run('secrets set PAY_KEY', { stdin })
    expect(code).toBe(0)
    expect(stderr).toContain('Value of PAY_KEY: ')
    expect(stdout + stderr).not.toContain('sk_typed')
    expect(await seen()).toMatchObject({ PAY_KEY: 'sk_typed' })
  })

  test('takes none from the command line, and no empty one', async () => {
    expect(await run('secrets set PAY_KEY=sk_1')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('asked for'),
    })
    expect(await run('secrets set PAY_KEY sk_1')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('too much'),
    })
    expect(await run('secrets set PAY_KEY', { stdin: '\n' })).toMatchObject({ code: 2 })
    expect(await run('secrets set PATH', { stdin: 'x' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('belongs to the system'),
    })
  })
})
