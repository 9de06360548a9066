import { afterAll, expect, test } from 'vitest'
import { collectedLog } from '../test/collected-log.ts'
import { bubblewrapCommands } from './ports/commands/bubblewrap.ts'
import { chooseFunctionRuntime, FUNCTION_LIMITS } from './ports/function-runtime/choose.ts'
import type { Machine } from './ports/function-runtime/deno-path.ts'
import { commandLineGit } from './ports/git/command-line.ts'
import { createOutboundHttp } from './ports/outbound-http/guarded.ts'
import { warnOfMissing } from './warn-of-missing.ts'

const outboundHttp = createOutboundHttp({ allow: [], caFile: null })
afterAll(() => outboundHttp.close())

async function causesOn(machine: Machine): Promise<string[]> {
  const log = collectedLog()
  const functionRuntime = chooseFunctionRuntime(
    { outboundHttp, hosts: [], log, limits: FUNCTION_LIMITS, onLog() {}, now: () => new Date() },
    machine,
  )
  const git = commandLineGit({ log, sockets: outboundHttp })
  await warnOfMissing({ git, commands: bubblewrapCommands({ log }), functionRuntime }, log)
  await functionRuntime.close()
  return log.lines.filter(({ msg }) => msg === 'backend functions are off').map(({ cause }) => cause)
}

test('the log says at the start where functions cannot run, and what to do', async () => {
  expect(await causesOn({ platform: 'win32', arch: 'x64' })).toEqual([
    'Backend functions run on Linux and macOS on x64 and arm64, and not on win32-x64.',
  ])
  const otherMac = process.platform === 'darwin' && process.arch === 'arm64' ? 'x64' : 'arm64'
  expect(await causesOn({ platform: 'darwin', arch: otherMac })).toEqual([
    `Backend functions need the package @deno/darwin-${otherMac}. Run npm install without --omit=optional, and start Atrium again.`,
  ])
  expect(await causesOn(process)).toEqual([])
})
