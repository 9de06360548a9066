/** `npm start`, ended by those who know only npm's process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { sendSignal } from '../src/platform/database/living-process.ts'
import { inherited } from './node-process.ts'
import { testDatabase } from './test-nodes.ts'
import { until } from './until.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('a SIGTERM to npm stops the server, and not before it is done', async () => {
  const { settings, query } = await testDatabase()
  // Without the scripts before it: the packages are there, and the console is not asked for.
  const npm = spawn('npm', ['start', '--ignore-scripts'], {
    cwd: root,
    env: { ...inherited(), ...settings, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  if (npm.pid === undefined) throw new Error('npm could not be started')
  const group = -npm.pid
  onTestFinished(() => sendSignal(group, 'SIGKILL'))
  let said = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text))
  // All who write to these have ended then: npm, its shell and the server.
  const closed = once(npm, 'close')
  await until('the server to be ready', () => /Atrium is ready at \S+/.test(said))
  const [, address = ''] = /Atrium is ready at (\S+)/.exec(said) ?? []
  expect((await fetch(`${address}/readyz`)).status).toBe(200)

  npm.kill('SIGTERM')
  await closed
  await expect(fetch(`${address}/readyz`)).rejects.toThrow('fetch failed')
  // PostgreSQL ends a session a moment after its connection.
  await until('the end of its sessions', async () => (await query(CONNECTIONS)).length === 0)
})

const CONNECTIONS = `
  select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
