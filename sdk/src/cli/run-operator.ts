/** Commands of the operator: checked here, carried out by the server's own code. */
import { type Flag, flag, readArguments } from './flags.ts'
import { formatOf, OUTPUT_FLAGS } from './globals.ts'
import { findOperatorCommand } from './operator-commands.ts'
import { serverMissing } from './server-program.ts'
import { unknownCommand } from './suggest.ts'
import type { Terminal } from './terminal.ts'

/** Returns the exit code. */
export async function runOperatorCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  const words = argv.slice(0, argv[1]?.startsWith('-') ? 1 : 2)
  const command = findOperatorCommand(argv)
  if (!command) throw unknownCommand(words)
  const flags: Flag[] = [
    ...command.flags.map((name) => ({ ...flag(name, { type: 'string' }), is_repeated: true })),
    ...command.switches.map((name) => flag(name, { type: 'boolean' })),
  ]
  const { values } = readArguments(argv, [...flags, ...OUTPUT_FLAGS], { usage: command.words.join(' ') })
  const format = formatOf(values, terminal)
  const server = await terminal.server?.()
  if (!server) throw serverMissing(command.words)
  const { env, stdin, stdout, stderr, onInterrupt } = terminal
  return server.runOperator(withoutOutput(argv), {
    ...{ env, stdin, stdout, stderr, format },
    ...(onInterrupt && { onInterrupt }),
  })
}

/** How it is shown is our business; the server is given the rest. */
function withoutOutput(argv: readonly string[]): string[] {
  return argv.filter(
    (word, at) => !/^--(json|table|output(=.*)?)$/.test(word) && !(argv[at - 1] === '--output' && at > 0),
  )
}
