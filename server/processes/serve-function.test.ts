/** `atrium functions serve`: a function on this machine, as a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { inherited } from './node-process.ts'
import { until } from './until.ts'

const SCRIPT = fileURLToPath(new URL('../../sdk/src/cli/main.ts', import.meta.url))

const ECHO = `Deno.serve(async (request) => {
  console.log('called by', request.method)
  const { pathname, search } = new URL(request.url)
  const body = await request.text()
  return new Response(\`\${pathname}\${search} \${body} \${Deno.env.get('PAY_KEY')}\`, {
    status: 201, headers: { 'x-own': request.headers.get('x-own') ?? 'none' },
  })
})\n`

async function folderWith(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-serve-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content)
  return folder
}

/** Started, and ended with the test whatever becomes of it. */
function start(args: string[], settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [SCRIPT, 'functions', 'serve', ...args], {
    env: { ...inherited(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said.stderr += text
  })
  const closed = once(child, 'close')
  const address = () => until('it to serve', () => / at (http:\S+);/.exec(said.stderr)?.[1])
  return { child, said, closed, address }
}

test('a function is called, its console shown, and it is built again when a file changes', async () => {
  const folder = await folderWith({ 'index.ts': ECHO, '.env': 'PAY_KEY="sk test"\n' })
  const { child, said, closed, address } = start([folder, '--port', '0', '--env', join(folder, '.env')])
  const url = await address()
  const answer = await fetch(`${url}/orders?page=2`, {
    method: 'PUT',
    body: 'hello',
    headers: { 'x-own': 'yes' },
  })
  expect([answer.status, answer.headers.get('x-own'), await answer.text()]).toEqual([
    201,
    'yes',
    '/orders?page=2 hello sk test',
  ])
  expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
  await until('its console', () => /Z {2}info {3}called by PUT\n/.test(said.stdout))

  await writeFile(join(folder, 'index.ts'), 'export default () => new Response("second")\n')
  await until('the second', async () => (await (await fetch(url)).text()) === 'second')

  // What cannot be built is said with its place; what ran before goes on.
  await writeFile(join(folder, 'index.ts'), 'const one = 1\nconst two = = 2\n')
  await until('the problem', () => /^index\.ts:2: /m.test(said.stderr))
  expect(await (await fetch(url)).text()).toBe('second')

  await writeFile(join(folder, '.env'), 'PAY_KEY=other\n')
  await writeFile(join(folder, 'index.ts'), 'export default () => new Response(Deno.env.get("PAY_KEY"))\n')
  await until('the other value', async () => (await (await fetch(url)).text()) === 'other')

  child.kill('SIGINT')
  expect(await closed).toEqual([130, null])
})

test('it reaches the API of its app with the credential of who serves it', async () => {
  const asked: string[] = []
  const api = createServer((request, response) => {
    const { authorization, 'x-bypass-rls': bypass, 'x-atrium-call': call } = request.headers
    asked.push(`${request.method} ${request.url} ${authorization} ${bypass} ${call}`)
    response.writeHead(200, { 'content-type': 'application/json' }).end('[{"title": "one"}]')
  })
  api.listen(0, '127.0.0.1')
  await once(api, 'listening')
  onTestFinished(() => void api.close())
  const folder = await folderWith({
    'main.ts': `const ask = (request, as) => fetch('http://api.atrium.invalid/api/apps/app_1/entities/Task', {
      headers: { 'x-atrium-call': request.headers.get('x-atrium-call'), 'x-atrium-as': as },
    })
    Deno.serve(async (request) => {
      await (await ask(request, 'caller')).text()
      return new Response(await (await ask(request, 'service')).text())
    })\n`,
  })
  const settings = {
    ATRIUM_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    ATRIUM_TOKEN: 'pat_mine',
    ATRIUM_APP: 'app_1',
  }
  const { address } = start([folder, '--port', '0'], settings)
  expect(await (await fetch(await address())).text()).toBe('[{"title": "one"}]')
  expect(asked).toEqual([
    'GET /api/apps/app_1/entities/Task Bearer pat_mine undefined undefined',
    'GET /api/apps/app_1/entities/Task Bearer pat_mine true undefined',
  ])
})

test.each<[string, string[], number, RegExp]>([
  ['no folder', [], 2, /<folder> is missing\. Usage: atrium functions serve <folder>/],
  ['a folder that is none', ['/nowhere'], 2, /There is no folder \/nowhere\./],
  ['an unknown flag', ['.', '--prot', '1'], 2, /Unknown flag --prot\. Did you mean --port\?/],
])('%s is refused with a sentence', async (_, args, code, sentence) => {
  const { said, closed } = start(args)
  expect(await closed).toEqual([code, null])
  expect(said.stderr).toMatch(sentence)
})

test('--help says what it takes', async () => {
  const { said, closed } = start(['--help'])
  expect(await closed).toEqual([0, null])
  expect(said.stdout).toContain('--env <text>')
})
