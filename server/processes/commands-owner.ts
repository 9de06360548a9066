/** A process that runs a command for a test, says when it has begun, and waits for its end. */
import { createLog } from '../src/platform/log.ts'
import { bubblewrapCommands } from '../src/ports/commands/bubblewrap.ts'

const [tree = ''] = process.argv.slice(2)

const commands = bubblewrapCommands({ log: createLog('silent') })
process.stdout.write((await commands.fault()) === null ? 'works\n' : 'off\n')
const command = 'setsid sleep 86399 & touch begun; sleep 86399'
const { signal } = new AbortController()
await commands.run({ tree, command, timeoutMs: 600_000, maxOutputBytes: 1_000, signal })
