/** What an operator does on the database itself, with no server running: archives, tokens, users. */
import { parseArgs } from 'node:util'
import { collectionsOf } from './app.ts'
import { backupCommand, listBackupsCommand, verifyBackupCommand } from './operate/backup.ts'
import {
  type Command,
  Flags,
  type Operator,
  type StandaloneCommand,
  type StandaloneConfig,
  UsageError,
  type Work,
} from './operate/command.ts'
import { openForOperator } from './operate/database.ts'
import { exportCommand } from './operate/export.ts'
import { importCommand } from './operate/import.ts'
import { importAdvisoriesCommand } from './operate/import-advisories.ts'
import { acceptKeyCommand } from './operate/keys.ts'
import { restoreCommand } from './operate/restore.ts'
import { createTokenCommand, revokeTokenCommand } from './operate/tokens.ts'
import { createUserCommand, setPasswordCommand } from './operate/users.ts'
import { diskFullSentence } from './platform/database/failures.ts'
import type { Log } from './platform/log.ts'
import { createSecrets } from './platform/secrets.ts'

const COMMANDS: readonly Command[] = [
  importCommand,
  exportCommand,
  createTokenCommand,
  revokeTokenCommand,
  createUserCommand,
  setPasswordCommand,
  acceptKeyCommand,
  importAdvisoriesCommand,
]

/** Longer words come first. */
const STANDALONE: readonly StandaloneCommand[] = [
  listBackupsCommand,
  verifyBackupCommand,
  backupCommand,
  restoreCommand,
]

export const operatorHelp = `On the database of this machine's settings (DATA_DIR or DATABASE_URL):

${[...COMMANDS, ...STANDALONE].map(({ words, usage, summary }) => `  atrium ${[...words, usage].join(' ').trimEnd()}\n      ${summary}`).join('\n')}
`

/** Answers the exit code: 0 done, 1 refused or failed, 2 called wrongly. */
export async function operate(
  argv: readonly string[],
  { config, log, stdout, stdin }: { config: StandaloneConfig; log: Log } & Operator,
): Promise<number> {
  try {
    if (argv.includes('--help') || argv.includes('-h')) {
      stdout.write(operatorHelp)
      return 0
    }
    const alone = find(STANDALONE, argv)
    if (alone) {
      await alone.prepare(flagsOf(alone, argv), { stdout, stdin })({ config, log })
      return 0
    }
    const work = prepare(argv, { stdout, stdin })
    const database = await openForOperator(config, log)
    try {
      await work({
        db: database.db,
        now: new Date(),
        log,
        secrets: createSecrets(config.secret_key),
        collections: collectionsOf(config),
      })
    } finally {
      await database.close()
    }
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

/** Finds out all that is wrong in the call before the database is opened. */
function prepare(argv: readonly string[], operator: Operator): Work {
  const command = find(COMMANDS, argv)
  if (!command) throw new UsageError(`There is no command "${argv.slice(0, 2).join(' ')}".`)
  return command.prepare(flagsOf(command, argv), operator)
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
