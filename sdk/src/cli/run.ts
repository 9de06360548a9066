import type { Operation } from '@atrium/contract'
import manifest from '../../package.json' with { type: 'json' }
import { createClient } from '../client.ts'
import { isRecord } from '../errors.ts'
import { flagsOf, getArea, getCommand, runCommand } from './commands.ts'
import { CONNECTION_FLAGS, connectionOf } from './connection.ts'
import { explain } from './explain.ts'
import { writeOut } from './file-transfer.ts'
import { type Flag, flag, readArguments, readWords } from './flags.ts'
import { areaHelp, commandHelp, loginHelp, overviewHelp, ownAreaHelp, ownHelp } from './help.ts'
import { EMAIL_FLAG, login, logout } from './login.ts'
import { findOwnCommand, type OwnCommand, ownArea, paramsOfOwn, unknownVerb } from './own-commands.ts'
import { asJson, asTable, visible } from './print.ts'
import type { Terminal } from './terminal.ts'
import { ExitError, UsageError } from './usage.ts'

const OUTPUT_FLAG = flag('output', {
  type: 'string',
  enum: ['json', 'table'],
  description: 'A table at a terminal, JSON elsewhere',
})
const HELP_FLAG = flag('help', { type: 'boolean', description: 'Show this' })
const VERSION_FLAG = flag('version', { type: 'boolean', description: 'Show the version' })

export const GLOBAL_FLAGS: readonly Flag[] = [...CONNECTION_FLAGS, OUTPUT_FLAG, HELP_FLAG]
/** Without a command; behind one `--version` may be a field, such as that of a workflow. */
const BARE_FLAGS: readonly Flag[] = [...GLOBAL_FLAGS, VERSION_FLAG]

/** Runs one command line; answers with the exit code: 0 done, 1 refused or failed, 2 wrongly typed. */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    terminal.stdout.write(await run(argv, terminal))
    return 0
  } catch (error) {
    terminal.stderr.write(`atrium: ${visible(explain(error))}\n`)
    if (error instanceof ExitError) return error.exit_code
    return error instanceof UsageError ? 2 : 1
  }
}

/** What the command has to say on stdout. */
async function run(argv: readonly string[], terminal: Terminal): Promise<string> {
  const words = readWords(argv, GLOBAL_FLAGS)
  const [area, verb] = words
  if (area === 'help') return helpOn(words.slice(1))
  if (argv.includes('--help') || argv.includes('-h')) return helpOn(words)
  if (area === undefined) {
    const { values } = readArguments(argv, BARE_FLAGS)
    return values.has(VERSION_FLAG) ? `${manifest.version}\n` : helpOn([])
  }
  if (area === 'login') {
    const { values } = readArguments(argv, [EMAIL_FLAG, ...GLOBAL_FLAGS])
    return login(terminal, await connectionOf(values, terminal), values.get(EMAIL_FLAG))
  }
  if (area === 'logout') {
    readArguments(argv, GLOBAL_FLAGS)
    return logout(terminal)
  }
  const own = findOwnCommand(words)
  if (own) return runOwn(argv, own, terminal)
  const others = ownArea(area)
  if (others.length > 0) throw unknownVerb(others, verb)
  return runOperation(argv, area, verb, terminal)
}

async function runOwn(argv: readonly string[], command: OwnCommand, terminal: Terminal): Promise<string> {
  const { words, values } = readArguments(argv, [...command.flags, ...GLOBAL_FLAGS])
  return command.run({
    terminal,
    words: paramsOfOwn(command, words),
    connection: await connectionOf(values, terminal),
    values,
    format: formatOf(values, terminal),
  })
}

async function runOperation(
  argv: readonly string[],
  area: string,
  verb: string | undefined,
  terminal: Terminal,
): Promise<string> {
  const command = getCommand(area, verb)
  const { words, values } = readArguments(argv, [...flagsOf(command), ...GLOBAL_FLAGS])
  const client = createClient(await connectionOf(values, terminal))
  const answer = await runCommand(command, client, words.slice(2), values, terminal)
  if (answer instanceof Response) {
    await writeOut(answer, terminal.stdout)
    return ''
  }
  return formatOf(values, terminal) === 'json'
    ? asJson(answer)
    : asTable(forPeople(command.operation, answer), terminal.stdout.columns)
}

/** Of an import people want to know what was left out, not what they sent. */
function forPeople({ name }: Operation, answer: unknown): unknown {
  if (name !== 'records.import' || !isRecord(answer)) return answer
  const { output, errors, ...outcome } = answer
  return Array.isArray(errors) && errors.length > 0 ? { errors, ...outcome } : outcome
}

function formatOf(values: ReadonlyMap<Flag, unknown>, { stdout }: Terminal): unknown {
  return values.get(OUTPUT_FLAG) ?? (stdout.isTTY ? 'table' : 'json')
}

function helpOn([area, verb]: readonly string[]): string {
  if (area === undefined) return overviewHelp(BARE_FLAGS)
  if (area === 'login' || area === 'logout') return loginHelp(GLOBAL_FLAGS)
  const own = findOwnCommand(verb === undefined ? [area] : [area, verb])
  if (own) return ownHelp(own, GLOBAL_FLAGS)
  const others = ownArea(area)
  if (others.length > 0) return ownAreaHelp(others)
  return verb === undefined ? areaHelp(getArea(area)) : commandHelp(getCommand(area, verb), GLOBAL_FLAGS)
}
