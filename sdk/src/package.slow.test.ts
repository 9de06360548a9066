/** The package as others get it: packed, installed far from here, on the Node of the machine, Deno and in a page. */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { launchBrowser } from '../../console/e2e/browser.ts'
import { connectSandbox } from '../../server/src/modules/connectors/test/sandbox-connection.ts'
import { mailedCode } from '../../server/src/tenancy/app-users/test/app-mail.ts'
import type { Person } from '../../server/test/make.ts'
import { useApp } from '../../server/test/use-app.ts'
import { packOperations } from '../build/pack-operations.ts'
import { docExamples, FRAGMENTS, moduleOf } from '../test/doc-examples.ts'
import { makeProject, type Project } from '../test/package-project.ts'
import { pageScript, TYPES } from '../test/package-sources.ts'
import { type Client, createClient } from './client.ts'
import { operations } from './operations.ts'
import { unpackOperations } from './unpack-operations.ts'

const server = useApp({ rate_limits: 'off' })
const examples = docExamples()
const runnable = examples.filter(({ isFragment }) => !isFragment).map(({ name }) => name)
let project: Project
let app_id: string
let owner: Person

/** The entities that the docs speak of. */
const SCHEMAS: Record<string, Parameters<Client['schemas']['set']>[1]> = {
  Task: {
    properties: {
      ...{ title: { type: 'string' }, status: { type: 'string', enum: ['open', 'done'], default: 'open' } },
      ...{ due: { type: 'string', format: 'date' }, done: { type: 'boolean' } },
    },
  },
  Order: {
    properties: { paid: { type: 'boolean' }, customer: { type: 'string' }, amount: { type: 'number' } },
  },
}

/** The strictest that people use; their own checks look into ours. */
const STRICT = {
  ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noUncheckedIndexedAccess: false },
  ...{ target: 'ES2022', lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'], types: ['node'] },
  typeRoots: [fileURLToPath(new URL('../../node_modules/@types', import.meta.url))],
}

beforeAll(async () => {
  project = await makeProject()
  owner = await server.make.person('owner')
  const client = server.as(owner)
  app_id = (await server.make.app(owner, { public_settings: 'public_with_login' })).id
  for (const [name, schema] of Object.entries(SCHEMAS)) await client.schemas.set({ app_id, name }, schema)
  const connected_app_id = (await server.make.app(owner)).id
  await connectSandbox(server, connected_app_id)
  const agent = await client.agents.create({ name: 'Support', instructions: 'Be brief.' })
  const folder = await client.folders.create({ name: 'Top', scope: 'workspace' })
  const inner = await client.folders.create({
    ...{ name: 'Inner', scope: 'workspace' as const },
    parent_folder_id: folder.id,
  })
  const given = {
    ...{ baseUrl: server.baseUrl, token: owner.token, app_id, agent_id: agent.id },
    ...{ folder_id: inner.id, parent_folder_id: folder.id, names: runnable },
    ...{ schemas: SCHEMAS, connected_app_id },
  }
  Object.assign(project.env, {
    GIVEN: JSON.stringify(given),
    ATRIUM_URL: server.baseUrl,
    ATRIUM_TOKEN: owner.token,
    ATRIUM_APP: app_id,
  })
}, 240_000)
afterAll(() => rmSync(project.folder, { recursive: true, force: true }))

const inProject = (path: string) => join(project.folder, path)

describe('what is packed', () => {
  test('holds no schemas, no library for them and no sources', () => {
    const all = listFiles(inProject('node_modules/@atrium/sdk'))
    expect(all.filter((path) => /(?<!\.d)\.ts$/.test(path))).toEqual([])
    const scripts = all.filter((path) => /\.js$/.test(path)).map((path) => readFileSync(path, 'utf8'))
    expect(scripts.filter((text) => /typebox|@atrium\/contract/.test(text))).toEqual([])
    const types = all.filter((path) => /\.d\.ts$/.test(path)).map((path) => readFileSync(path, 'utf8'))
    expect(types.filter((text) => /from ['"](typebox|@atrium\/contract)/.test(text))).toEqual([])
    for (const path of all.filter((each) => /\.js$/.test(each) && readFileSync(each, 'utf8') !== ''))
      expect(existsSync(`${path}.map`) || readFileSync(path, 'utf8').length < 300, path).toBe(true)
  })

  test('is refused where the sources would be packed', async () => {
    const sdk = fileURLToPath(new URL('../', import.meta.url))
    const packing = run('npm', ['pack'], { cwd: sdk, shell: process.platform === 'win32' })
    await expect(packing).rejects.toThrow('npm run pack --workspace sdk')
    expect(readdirSync(sdk).filter((name) => name.endsWith('.tgz'))).toEqual([])
  })

  test('says in a sentence that the Node is too old, and where commands of the operator are', async () => {
    const cli = 'node_modules/@atrium/sdk/cli/main.js'
    const old =
      'data:text/javascript,Object.defineProperty(process, "versions", { value: { node: "18.20.8" } })'
    const sentence = '@atrium/sdk needs Node 20 or newer, and this is Node 18.20.8.'
    await expect(project.node('--import', old, cli, 'apps', 'list')).rejects.toMatchObject({
      stdout: '',
      stderr: `atrium: ${sentence}\n`,
    })
    const program = `import { createClient } from '@atrium/sdk'; createClient({ baseUrl: '' })`
    const library = project.node('--import', old, '--input-type=module', '-e', program)
    await expect(library).rejects.toMatchObject({ stderr: expect.stringContaining(`Error: ${sentence}`) })
    await expect(project.node(cli, 'backup', 'list')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('backup list works where the server is installed: call npx atrium'),
    })
    const { stdout } = await project.node(cli, 'workspace', 'set', '--help')
    expect(stdout).toMatch(/^ {2}workspace set \[--plan\] /)
    expect(stdout).toContain('works where the server is installed')
    expect(stdout).not.toContain('backup')
  })

  test('has the operations in a table that reads back as it was', () => {
    expect(unpackOperations(packOperations(operations))).toEqual(operations)
  })

  test.each([
    ['createClient', '@atrium/sdk', 15_000],
    ['verifyWebhook', '@atrium/sdk', 2_000],
    ['verifyWebhook', '@atrium/sdk/webhooks', 2_000],
    ['createAnalytics', '@atrium/sdk/analytics', 2_000],
    ['createRealtime', '@atrium/sdk/realtime', 3_000],
  ])('%s of %s takes at most %i bytes of a page', async (name, from, most) => {
    const bytes = await sizeOf(name, from)
    console.info(`${name} of ${from}: ${bytes} bytes, minified and compressed`)
    expect(bytes).toBeLessThanOrEqual(most)
  })
})

describe('the declarations', () => {
  test.each([
    ['bundlers', { module: 'preserve', moduleResolution: 'bundler' }],
    ['Node', { module: 'nodenext', moduleResolution: 'nodenext' }],
  ])('fit %s, and refuse what the API would', async (_, resolution) => {
    writeFileSync(inProject('types.ts'), TYPES)
    const config = { compilerOptions: { ...STRICT, ...resolution, noEmit: true }, files: ['types.ts'] }
    expect(await project.typeErrors(config)).toBe('')
  })

  test('say of a method what the contract says of it', () => {
    const text = readFileSync(inProject('node_modules/@atrium/sdk/types/client-areas.d.ts'), 'utf8')
    const update = text.slice(
      text.indexOf('   * Rename, move or restyle a folder'),
      text.indexOf('FoldersUpdateBody, options'),
    )
    expect(update).toContain('`PATCH /api/app-folders/{folder_id}`')
    expect(update).toContain('At most 60 a minute')
    expect(update).toContain('@throws {ApiError} 409 `folder_cycle`: A folder cannot be moved into itself')
    for (const [area, verbs] of Object.entries(operations))
      for (const verb of Object.keys(verbs))
        expect(text, area).toMatch(new RegExp(`\\*/\\n  readonly ${verb}: {`))
  })
})

describe('the examples of the docs', () => {
  test('are marked as fragments where a reason is known, and only there', () => {
    const marked = examples.filter(({ isFragment }) => isFragment).map(({ name }) => name)
    expect(marked.sort()).toEqual(Object.keys(FRAGMENTS).sort())
  })

  test('compile', async () => {
    await project.node('node_modules/@atrium/sdk/cli/main.js', 'types', '--out', 'entities.ts')
    mkdirSync(inProject('examples'), { recursive: true })
    for (const { name, code } of examples)
      writeFileSync(inProject(`examples/${name}.ts`), moduleOf(code, { baseUrl: server.baseUrl, app_id }))
    for (const file of ['context.ts', 'run-examples.ts'])
      cpSync(new URL(`../test/package/${file}`, import.meta.url), inProject(file))
    const compilerOptions = {
      ...{ ...STRICT, exactOptionalPropertyTypes: false, skipLibCheck: true, outDir: 'out', rootDir: '.' },
      ...{ module: 'nodenext', rewriteRelativeImportExtensions: true },
    }
    const errors = await project.typeErrors({
      compilerOptions,
      files: ['run-examples.ts'],
      include: ['examples'],
    })
    expect(errors).toBe('')
  }, 240_000)

  test('run to their end', async () => {
    const running = project.node('out/run-examples.js')
    let isOver = false
    const { stdout } = await Promise.all([
      running.finally(() => {
        isOver = true
      }),
      // What a server does by itself, and that of a test only when asked.
      (async () => {
        while (!isOver) await server.atrium.jobs.drain().then(() => pause(50))
      })(),
    ]).then(([ended]) => ended)
    const lines = stdout.trim().split('\n')
    const outcomes = Object.fromEntries(lines.map((line) => JSON.parse(line)))
    expect(outcomes).toEqual(Object.fromEntries(runnable.map((name) => [name, 'done'])))
  }, 120_000)
})

describe('ten lines create a record and hear of it', () => {
  beforeAll(() => {
    const [first] = examples.filter(({ name }) => name.startsWith('sdk-and-cli'))
    const lines = (first?.code ?? '').replaceAll('http://127.0.0.1:8787', server.baseUrl)
    expect(lines.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(10)
    // What is written in TypeScript here says no types, so that it runs as it is.
    writeFileSync(inProject('first.mjs'), lines)
  })

  test('on the Node of the machine', async () => {
    const { stdout } = await project.node('first.mjs')
    expect(stdout).toContain("title: 'Monstera'")
    expect(stdout).toMatch(/^create /)
  })

  test('on Deno', async () => {
    const { stdout } = await run(
      denoPath(),
      ['run', '--allow-net', '--allow-env', '--allow-read', 'first.mjs'],
      {
        cwd: project.folder,
        env: {
          ...process.env,
          ...project.env,
          DENO_DIR: inProject('deno'),
          NO_COLOR: '1',
          DENO_NO_UPDATE_CHECK: '1',
        },
      },
    )
    expect(stdout).toContain('title: "Monstera"')
  })

  test('in a page that Vite built, where a session outlives a reload', async () => {
    const email = 'ada@example.com'
    const password = 'correct horse battery staple'
    const visitor = createClient({ baseUrl: server.baseUrl, app_id })
    await visitor.auth.register({ email, password })
    await visitor.auth.verifyOtp({ email, otp_code: await mailedCode(server, owner, email) })
    mkdirSync(inProject('page'), { recursive: true })
    writeFileSync(inProject('page/index.html'), '<script type="module" src="./page.js"></script>')
    writeFileSync(inProject('page/page.js'), pageScript(app_id, email, password))
    const { build, preview } = await import('vite')
    await build({ root: inProject('page'), logLevel: 'silent', configFile: false })
    const served = await preview({
      root: inProject('page'),
      logLevel: 'silent',
      configFile: false,
      preview: {
        host: '127.0.0.1',
        port: 0,
        proxy: { '/api': server.baseUrl, '/ws-user-apps': { target: server.baseUrl, ws: true } },
      },
    })
    onTestFinished(() => served.close())
    const browser = await launchBrowser()
    onTestFinished(() => browser.close())
    const page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.goto(served.resolvedUrls?.local[0] ?? '')
    await page.getByText('heard create by ada@example.com').waitFor()
    await page.reload()
    await page.getByText('still ada@example.com').waitFor()
    await page.getByText('heard create by ada@example.com').waitFor()
    expect(errors).toEqual([])
  })
})

const run = promisify(execFile)

async function sizeOf(name: string, from: string): Promise<number> {
  const entry = inProject('entry.js')
  writeFileSync(entry, `import { ${name} } from '${from}'\nglobalThis.kept = ${name}\n`)
  const bundler = await rolldown({
    input: entry,
    platform: 'browser',
    external: ['socket.io-client'],
    cwd: project.folder,
  })
  const { output } = await bundler.generate({ format: 'esm', minify: true })
  await bundler.close()
  // What is imported later, when somebody listens, is a file of its own.
  return gzipSync(output[0].code).length
}

function denoPath(): string {
  const libc = process.platform === 'linux' ? '-glibc' : ''
  const found = createRequire(import.meta.url).resolve(
    `@deno/${process.platform}-${process.arch}${libc}/package.json`,
  )
  return found.replace('package.json', process.platform === 'win32' ? 'deno.exe' : 'deno')
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}
