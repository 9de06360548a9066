/** The short form of `npm run chaos -- backup`. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

/** A server, a load and two restores: on busy cores each takes many seconds. */
const LONG = { timeout: 400_000 }

test('two backups under a load hold every write that was answered before they began', LONG, async () => {
  const path = fileURLToPath(new URL('../../bench/chaos.ts', import.meta.url))
  const child = spawn(process.execPath, [path, 'backup', '--rounds', '2'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGINT'))
  let said = ''
  child.stdout.on('data', (data) => (said += data))
  child.stderr.on('data', (data) => (said += data))
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/rounds +2\n.*lost or wrong +0\n/s) })
})
