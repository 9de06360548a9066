/** The nginx block of docs/self-hosting.md, as it stands there, before a running Atrium. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createClient } from '@atrium/sdk'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../test/app.ts'
import { listen } from '../test/listen.ts'
import { until } from './until.ts'

const FOLDERS = [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/sbin',
  '/usr/local/sbin',
  '/opt/homebrew/bin',
]
const NGINX = FOLDERS.map((folder) => join(folder, 'nginx')).find(existsSync)

test.skipIf(!NGINX)('passes on uploads, listeners and pages, and hides the metrics', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-nginx-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const app = await createTestApp({ data_dir: folder, rate_limits: 'off', trust_proxy: true })
  onTestFinished(() => app.stop())
  const baseUrl = await startNginx(folder, new URL(app.baseUrl).port)

  const owner = await app.make.person('owner')
  const client = createClient({ baseUrl, token: owner.token })
  const { id: app_id } = await app.make.app(owner)
  expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200)
  expect((await fetch(`${baseUrl}/metrics`)).status).toBe(404)

  const file = new Blob([Buffer.alloc(5 * 1024 * 1024, 'x')])
  const { file_url } = await client.integrations.upload_file({ app_id }, { file, file_name: 'large.txt' })
  const stored = await fetch(new URL(new URL(file_url).pathname, baseUrl))
  expect((await stored.blob()).size).toBe(file.size)

  await client.schemas.set({ app_id, name: 'Task' }, { properties: { title: { type: 'string' } } })
  const room = `entities:${app_id}:Task`
  const listener = await listen(baseUrl, { app_id, token: owner.token })
  expect(await listener.join(room)).toMatchObject({ ok: true })
  await client.records.create({ app_id, entity_name: 'Task' }, { title: 'Water the plants' })
  expect(await listener.hears(room, 1)).toMatchObject([{ type: 'create' }])
})

/** Without TLS and on a free port, all its files in the folder, so that it needs no rights. */
async function startNginx(folder: string, upstream: string): Promise<string> {
  const page = readFileSync(new URL('../../docs/self-hosting.md', import.meta.url), 'utf8')
  const block = /```nginx\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  const port = await freePort()
  const written = block
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace('http://127.0.0.1:8787', `http://127.0.0.1:${upstream}`)
  expect(written).toContain(`listen 127.0.0.1:${port};`)
  expect(written).toContain(`http://127.0.0.1:${upstream}`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  // Started by root it would give its rights away, and could not reach the folder then.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const settings = join(folder, 'nginx.conf')
  await writeFile(
    settings,
    `${user}\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${written}}\n`,
  )
  const nginx = spawn(NGINX ?? '', ['-e', 'stderr', '-p', folder, '-c', settings, '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => nginx.once('close', resolve))
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    await ended
  })
  const address = `http://127.0.0.1:${port}`
  await until('nginx to answer', async () => (await fetch(`${address}/healthz`)).ok)
  return address
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
