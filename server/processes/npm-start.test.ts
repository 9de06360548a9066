/** `npm start`, ended by those who know only npm's process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { commandLine, processGroup, sendSignal } from '../src/platform/database/living-process.ts'
import { findPostmaster, inherited } from './node-process.ts'
import { testDatabase, testDataDir } from './test-nodes.ts'
import { until } from './until.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('a SIGTERM to npm stops the server, and not before it is done', async () => {
  const { settings, query } = await testDatabase()
  const { npm, closed, output } = startNpm(settings)
  await until('the server to be ready', () => /Atrium is ready at \S+/.test(output()))
  const [, address = ''] = /Atrium is ready at (\S+)/.exec(output()) ?? []
  expect((await fetch(`${address}/readyz`)).status).toBe(200)

  npm.kill('SIGTERM')
  await closed
  await expect(fetch(`${address}/readyz`)).rejects.toThrow('fetch failed')
  // PostgreSQL ends a session a moment after its connection.
  await until('the end of its sessions', async () => (await query(CONNECTIONS)).length === 0)
})

const EARLY: [string, (group: number, dataDir: string) => unknown][] = [
  ['the server process begins', serverOf],
  ['its PostgreSQL begins', (_, dataDir) => findPostmaster(dataDir)],
]

test.runIf(existsSync('/proc/self/stat')).each(EARLY)(
  'a SIGTERM to npm when %s leaves nothing running',
  async (moment, hasCome) => {
    const dataDir = await testDataDir()
    const { npm, group, closed } = startNpm({ DATA_DIR: dataDir })
    await until(moment, () => hasCome(group, dataDir))
    npm.kill('SIGTERM')
    await closed
    expect(serverOf(group)).toBeUndefined()
    await until('the end of PostgreSQL', () => findPostmaster(dataDir) === null)
  },
)

/** `npm start` in a process group of its own; `closed` when npm, its shell and the server have all ended. */
function startNpm(settings: Record<string, string>) {
  // Without the scripts before it: the packages are there, and the console is not asked for.
  const npm = spawn('npm', ['start', '--ignore-scripts'], {
    cwd: root,
    env: { ...inherited(), ...settings, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const { pid: group } = npm
  if (group === undefined) throw new Error('npm could not be started')
  onTestFinished(() => sendSignal(-group, 'SIGKILL'))
  let said = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding('utf8').on('data', (text) => (said += text))
  // All who write to these have ended then.
  const closed = once(npm, 'close')
  return { npm, group, closed, output: () => said }
}

/** The server itself, not the shell that starts it, whose command names it too. */
function serverOf(group: number): number | undefined {
  return readdirSync('/proc')
    .map(Number)
    .find((pid) => processGroup(pid) === group && /^\S*node server\/src\/main\.ts/.test(commandLine(pid)))
}

const CONNECTIONS = `
  select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
