/** A server that dies while a command runs takes the command along, with all that it started. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive } from '../src/platform/database/living-process.ts'
import { descendantsOf } from '../test/descendants.ts'
import { useFolder } from '../test/use-folder.ts'
import { until } from './until.ts'

const folder = useFolder()
const OWNER = fileURLToPath(new URL('./commands-owner.ts', import.meta.url))

test('no command outlives a killed server', async ({ skip }) => {
  const owner = spawn(process.execPath, [OWNER, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void owner.kill('SIGKILL'))
  const lines = createInterface({ input: owner.stdout })[Symbol.asyncIterator]()
  const { value: line } = await lines.next()
  skip(line !== 'works', 'bubblewrap is not there, or may not make namespaces')
  await until('the command', () => existsSync(join(folder, 'begun')))
  const processes = descendantsOf(owner.pid ?? 0)
  expect(processes.length).toBeGreaterThan(3)
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  await until('the end of the command', () => !processes.some(isAlive))
})
