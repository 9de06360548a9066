import type { Operation } from '@atrium/contract'
import manifest from '../../package.json' with { type: 'json' }
import { createClient } from '../client.ts'
import { isRecord } from '../errors.ts'
import { type Command, findCommand, flagsOf, runCommand, usageOf } from './commands.ts'
import { complete } from './complete.ts'
import { COMPLETE } from './completion.ts'
import { connectionOf } from './connection.ts'
import { explain } from './explain.ts'
import { writeOut } from './file-transfer.ts'
import { readArguments, readWords } from './flags.ts'
import { BARE_FLAGS, formatOf, GLOBAL_FLAGS, splitJson, VERSION_FLAG } from './globals.ts'
import { helpOn } from './help.ts'
import { findLocalCommand, type LocalCommand } from './local-commands.ts'
import { isOperatorArea } from './operator-commands.ts'
import type { OwnCommand } from './own-command.ts'
import { findOwnCommand, paramsOfOwn, usageOfOwn } from './own-commands.ts'
import { asJson, visible } from './print.ts'
import { runOperatorCommand } from './run-operator.ts'
import { guardTerminal } from './safe-output.ts'
import { streamPages } from './stream-pages.ts'
import { paintFor } from './style.ts'
import { unknownCommand } from './suggest.ts'
import { asTable, viewOf } from './table.ts'
import type { Terminal } from './terminal.ts'
import { ExitError, UsageError } from './usage.ts'

/** Runs one command line; returns the exit code: 0 done, 1 refused or failed, 2 wrongly typed, 130 interrupted. */
export async function runCli(argv: readonly string[], given: Terminal): Promise<number> {
  const terminal = guardTerminal(given)
  try {
    if (isOperatorArea(argv[0]) && !asksForHelp(argv)) return await runOperatorCommand(argv, given)
    const text = await run(argv, terminal)
    if (text !== '') terminal.stdout.write(text)
    return 0
  } catch (error) {
    const sentence = visible(explain(error))
    const paint = paintFor(terminal.stderr, terminal.env)
    if (sentence !== '') terminal.stderr.write(`${paint('red', 'atrium:')} ${sentence}\n`)
    if (error instanceof ExitError) return error.exit_code
    return error instanceof UsageError ? 2 : 1
  }
}

function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  const words = end < 0 ? argv : argv.slice(0, end)
  return words.includes('--help') || words.includes('-h')
}

/** What the command has to say on stdout. */
async function run(argv: readonly string[], terminal: Terminal): Promise<string> {
  if (argv[0] === COMPLETE) return complete(argv.slice(1), GLOBAL_FLAGS, terminal)
  const words = readWords(argv, GLOBAL_FLAGS)
  const [area, verb = ''] = words
  if (area === 'help') return helpOn(words.slice(1), terminal)
  if (asksForHelp(argv)) return helpOn(words, terminal)
  if (area === undefined) {
    const { values } = readArguments(argv, BARE_FLAGS)
    return values.has(VERSION_FLAG) ? `${manifest.version}\n` : helpOn([], terminal)
  }
  const local = findLocalCommand(words)
  if (local) return runLocal(argv, local, terminal)
  const own = findOwnCommand(words)
  if (own) return runOwn(argv, own, terminal)
  const command = findCommand(area, verb)
  if (!command) throw unknownCommand(words)
  return runOperation(argv, command, terminal)
}

async function runLocal(argv: readonly string[], command: LocalCommand, terminal: Terminal): Promise<string> {
  const { words, values } = readArguments(argv, [...command.flags, ...GLOBAL_FLAGS], {
    params: command.params,
    usage: usageOfOwn(command),
  })
  const format = formatOf(values, terminal)
  return command.run({ terminal, words: paramsOfOwn(command, words), values, format })
}

async function runOwn(argv: readonly string[], command: OwnCommand, terminal: Terminal): Promise<string> {
  const { words, values } = readArguments(splitJson(argv), [...command.flags, ...GLOBAL_FLAGS], {
    params: command.params,
    usage: usageOfOwn(command),
  })
  return command.run({
    terminal,
    words: paramsOfOwn(command, words),
    connection: await connectionOf(values, terminal),
    values,
    format: formatOf(values, terminal),
  })
}

async function runOperation(argv: readonly string[], command: Command, terminal: Terminal): Promise<string> {
  const { words, values } = readArguments(
    command.operation.body ? splitJson(argv) : argv,
    [...flagsOf(command), ...GLOBAL_FLAGS],
    { params: command.params, usage: usageOf(command) },
  )
  const format = formatOf(values, terminal)
  const view = viewOf(terminal, command.operation.name)
  const client = createClient(await connectionOf(values, terminal))
  const answer = await runCommand(command, client, words.slice(2), values, terminal, (call, args) =>
    streamPages(call, args, terminal, { ...view, format }),
  )
  if (answer === undefined) return ''
  if (answer instanceof Response) {
    await writeOut(answer, terminal.stdout)
    return ''
  }
  return format === 'json' ? asJson(answer) : asTable(forPeople(command.operation, answer), view)
}

/** Of an import people want to know what was left out, not what they sent. */
function forPeople({ name }: Operation, answer: unknown): unknown {
  if (name !== 'records.import' || !isRecord(answer)) return answer
  const { output, errors, ...outcome } = answer
  return Array.isArray(errors) && errors.length > 0 ? { errors, ...outcome } : outcome
}
