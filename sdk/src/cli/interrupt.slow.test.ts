/** Commands that go on until they are interrupted, as processes: their exit code, and that they end. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { emptyHome } from '../../test/run-cli.ts'
import { type Answering, startStandIn } from '../../test/stand-in.ts'

vi.setConfig({ testTimeout: 60_000 })

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
const session = { body: { id: 'cod_1', state: 'running', input_request_id: null } }
const events = { body: { items: [], has_more: false } }
const scan = { body: { status: 'scanning', progress: null, result: null, error: null } }

test.each<[string, string, [Answering, ...Answering[]], RegExp]>([
  ['code', 'code Greet --app app_1 --follow', [session, events, session, events], /The session goes on/],
  ['logs', 'logs checkout --app app_1 -f', [{ body: [] }], /^$/],
  ['scan', 'scan app_1', [{ body: { status: 'started' } }, scan], /The scan goes on/],
])('%s ends with 130 when it is interrupted, and says what goes on', async (_, line, replies, said) => {
  const { url, received } = await startStandIn(...replies)
  const env = { ...process.env, ...(await emptyHome()), ATRIUM_URL: url, ATRIUM_TOKEN: 'pat_1' }
  const child = spawn(process.execPath, [MAIN, ...line.split(' ')], { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  const text = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (more) => {
    text.stdout += more
  })
  child.stderr.setEncoding('utf8').on('data', (more) => {
    text.stderr += more
  })
  const ended = new Promise((resolve) => child.once('close', (...how) => resolve(how)))
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(1), 40_000)
  child.kill('SIGINT')
  expect(await ended).toEqual([130, null])
  expect(text.stderr).toMatch(said)
  expect(text.stdout).toBe('')
})
