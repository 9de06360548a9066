/** What an operator does on the database itself, whether a server runs on it or not: archives, tokens, users. */
import { parseArgs } from 'node:util'
import { collectionsOf } from './app.ts'
import { readAccountMailCommand, removeSecondFactorCommand } from './operate/accounts.ts'
import { backupCommand, listBackupsCommand, verifyBackupCommand } from './operate/backup.ts'
import {
  type Command,
  Flags,
  type Operator,
  OperatorError,
  type StandaloneCommand,
  type StandaloneConfig,
  UsageError,
  type Work,
} from './operate/command.ts'
import { openForOperator, requireInstallation } from './operate/database.ts'
import { exportCommand } from './operate/export.ts'
import { importCommand } from './operate/import.ts'
import { importAdvisoriesCommand } from './operate/import-advisories.ts'
import { installationAdminCommand } from './operate/installation-admins.ts'
import { acceptKeyCommand } from './operate/keys.ts'
import { restoreCommand } from './operate/restore.ts'
import { createTokenCommand, revokeTokenCommand } from './operate/tokens.ts'
import { createUserCommand, setPasswordCommand } from './operate/users.ts'
import { listWorkspacesCommand, setWorkspaceCommand, showWorkspaceCommand } from './operate/workspaces.ts'
import { databaseFailure, diskFullSentence } from './platform/database/failures.ts'
import type { Log } from './platform/log.ts'
import { createSecrets } from './platform/secrets.ts'

export const COMMANDS: readonly Command[] = [
  importCommand,
  exportCommand,
  createTokenCommand,
  revokeTokenCommand,
  createUserCommand,
  setPasswordCommand,
  removeSecondFactorCommand,
  readAccountMailCommand,
  installationAdminCommand,
  listWorkspacesCommand,
  showWorkspaceCommand,
  setWorkspaceCommand,
  acceptKeyCommand,
  importAdvisoriesCommand,
]

/** Longer words come first. */
export const STANDALONE: readonly StandaloneCommand[] = [
  listBackupsCommand,
  verifyBackupCommand,
  backupCommand,
  restoreCommand,
]

/** Help on the commands that begin with these words; on all of them when none does. */
export function operatorHelp(words: readonly string[]): string {
  const all = [...COMMANDS, ...STANDALONE]
  const asked = all.filter((command) => words.every((word, at) => command.words[at] === word))
  const shown = (asked.length > 0 ? asked : all).toSorted((a, b) => a.words.length - b.words.length)
  const lines = shown.map(
    ({ words: name, usage, summary }) => `  atrium ${[...name, usage].join(' ').trimEnd()}\n      ${summary}`,
  )
  return `On the database of this machine's settings (DATA_DIR or DATABASE_URL):\n\n${lines.join('\n')}\n`
}

interface Options extends Operator {
  config: StandaloneConfig
  log: Log
  /** Calls this when the person at the terminal wants an end. */
  onInterrupt?(stop: () => void): void
}

const INTERRUPTED = 130

/** Returns the exit code: 0 done, 1 refused or failed, 2 called wrongly, 130 interrupted. */
export async function operate(argv: readonly string[], options: Options): Promise<number> {
  const { log } = options
  try {
    if (argv.includes('--help') || argv.includes('-h')) {
      options.stdout.write(operatorHelp(argv.filter((word) => !word.startsWith('-'))))
      return 0
    }
    const alone = find(STANDALONE, argv)
    if (!alone) return await carryOut(prepare(argv, options), options)
    await alone.prepare(flagsOf(alone, argv), options)(options)
    return 0
  } catch (error) {
    if (!(error instanceof Error)) throw error
    log.debug({ err: error }, 'the command failed')
    log.error({}, diskFullSentence(error) ?? error.message)
    if (!(error instanceof UsageError)) return 1
    log.error({}, 'Call with --help for what there is.')
    return 2
  }
}

async function carryOut({ command, work }: Prepared, options: Options): Promise<number> {
  const { config, log } = options
  const interrupted = new Promise<'interrupted'>((resolve) =>
    options.onInterrupt?.(() => resolve('interrupted')),
  )
  if (!command.begins) await requireInstallation(config)
  const database = await openForOperator(config, log)
  let isInterrupted = false
  try {
    if (command.needs_stopped && database.is_running)
      throw new OperatorError(`A server is running; ${command.words.join(' ')} works when it is stopped.`)
    const { db } = database
    const secrets = createSecrets(config.secret_key)
    const doing = work({ db, now: new Date(), log, secrets, collections: collectionsOf(config) })
    isInterrupted = (await Promise.race([doing, interrupted])) === 'interrupted'
    if (isInterrupted) doing.catch(() => {}) // it ends with its connection
    return isInterrupted ? INTERRUPTED : 0
  } catch (error) {
    if (!database.is_running || databaseFailure(error) !== 'unavailable') throw error
    throw new OperatorError(
      'The server that runs here stopped during the command. What was begun was undone, unless it was just done: look, then call again.',
      { cause: error },
    )
  } finally {
    if (isInterrupted) await database.abandon()
    else await database.close()
  }
}

interface Prepared {
  command: Command
  work: Work
}

/** Finds out all that is wrong in the call before the database is opened. */
function prepare(argv: readonly string[], operator: Operator): Prepared {
  const command = find(COMMANDS, argv)
  if (!command) throw new UsageError(`There is no command "${argv.slice(0, 2).join(' ')}".`)
  return { command, work: command.prepare(flagsOf(command, argv), operator) }
}

function find<C extends Pick<Command, 'words'>>(
  commands: readonly C[],
  argv: readonly string[],
): C | undefined {
  return commands.find(({ words }) => words.every((word, place) => argv[place] === word))
}

function flagsOf({ words, options }: Pick<Command, 'words' | 'options'>, argv: readonly string[]): Flags {
  try {
    const given = parseArgs({ args: argv.slice(words.length), options, allowPositionals: true })
    return new Flags(given.values, given.positionals)
  } catch (cause) {
    const isOurs =
      cause instanceof Error && 'code' in cause && String(cause.code).startsWith('ERR_PARSE_ARGS')
    throw isOurs ? new UsageError(cause.message, { cause }) : cause
  }
}
