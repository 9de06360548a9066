/** Servers that die while browsers are open: no browser outlives them, and their folders go with the next start. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { commandLine, isAlive } from '../src/platform/database/living-process.ts'
import { makeProcessFolder } from '../src/ports/browser/session-folders.ts'
import { descendantsOf } from '../test/descendants.ts'
import { useFolder } from '../test/use-folder.ts'
import { until } from './until.ts'

const folder = useFolder()
const OWNER = fileURLToPath(new URL('./browser-owner.ts', import.meta.url))

function startOwner(wall: string): { owner: ChildProcess; line(): Promise<string> } {
  const owner = spawn(process.execPath, [OWNER, folder, wall], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void owner.kill('SIGKILL'))
  const lines = createInterface({ input: owner.stdout })[Symbol.asyncIterator]()
  return { owner, line: async () => (await lines.next()).value ?? 'ended' }
}

/** Those of the folder of this test, also those without a parent. */
function browserProcesses(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter(
      (pid) =>
        pid > 0 && isAlive(pid) && commandLine(pid).includes(folder) && !commandLine(pid).includes(OWNER),
    )
}

test.each(['bubblewrap', 'script', 'none'])(
  'behind the wall %s no browser outlives a killed server',
  async (wall) => {
    const { owner, line } = startOwner(wall)
    expect(await line()).toBe('starts')
    expect(await line()).toMatch(/^opened \d+/)
    const left = descendantsOf(owner.pid ?? 0)
    expect(left.length).toBeGreaterThan(3)
    await kill(owner)
    await until('the end of its browser', () => ![...left, ...browserProcesses()].some(isAlive))
    await sweep()
  },
)

test('nor does one that was just being started', async () => {
  const { owner, line } = startOwner('script')
  expect(await line()).toBe('starts')
  await until('a process of the browser', () => browserProcesses().length > 0)
  await kill(owner)
  await until('the end of its browser', () => browserProcesses().length === 0)
  await sweep()
})

/** A folder stays while its server lives, and a signal takes a moment: until the process is gone. */
async function kill(owner: ChildProcess): Promise<void> {
  const exit = once(owner, 'exit')
  owner.kill('SIGKILL')
  await exit
}

/** What a server does when it opens its first browser. */
async function sweep(): Promise<void> {
  expect(readdirSync(folder).length).toBeGreaterThan(0)
  const own = await makeProcessFolder(folder)
  expect(readdirSync(folder)).toEqual([own.slice(folder.length + 1)])
  rmSync(own, { recursive: true })
}
