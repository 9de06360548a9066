// The command line, run as `npm run atrium -- …`: the operator's commands work on the database of this machine's
// settings, all others call a running server.
import { runCli } from '../sdk/src/cli/run.ts'
import { processTerminal } from '../sdk/src/cli/terminal.ts'
import { UsageError } from '../sdk/src/cli/usage.ts'
import type { Log } from '../server/src/platform/log.ts'

const { stdin, stdout, stderr, env } = process
const argv = process.argv.slice(2)

// The reader of our pipe may leave early, as `head` does.
stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const isOperators = ['import', 'export', 'token', 'user', 'key', 'advisories', 'backup', 'restore'].includes(
  argv[0] ?? '',
)
const asksForAll =
  argv.length === 0 || (argv.length === 1 && ['help', '--help', '-h'].includes(argv[0] ?? ''))
const isServe = argv[0] === 'functions' && argv[1] === 'serve'
if (isServe) process.exitCode = await runServe()
else process.exitCode = isOperators ? await runOperator() : await runCli(argv, processTerminal())
if (asksForAll) stdout.write(`\n${(await loadOperator()).operatorHelp}`)

async function runOperator(): Promise<number> {
  const { operate, operatorHelp } = await loadOperator()
  if (argv.includes('--help') || argv.includes('-h')) {
    stdout.write(operatorHelp)
    return 0
  }
  const { readConfig } = await import('../server/src/settings/config.ts')
  try {
    const config = readConfig(env)
    return await operate(argv, { config, log: messages(config.log_level === 'debug'), stdout, stdin })
  } catch (error) {
    stderr.write(`atrium: ${error instanceof Error ? error.message : error}\n`)
    return 1
  }
}

async function runServe(): Promise<number> {
  const { serve, serveHelp } = await import('./serve-function.ts')
  if (argv.includes('--help') || argv.includes('-h')) {
    stdout.write(serveHelp)
    return 0
  }
  const { readConfig } = await import('../server/src/settings/config.ts')
  try {
    const config = readConfig(env)
    await serve(argv, { terminal: processTerminal(), config, log: messages(config.log_level === 'debug') })
    return 0
  } catch (error) {
    stderr.write(`atrium: ${error instanceof Error ? error.message : error}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

/** The server is loaded only for what needs it. */
function loadOperator() {
  return import('../server/src/operate.ts')
}

/** A person reads these, and standard output belongs to the results. */
function messages(showsDetails: boolean): Log {
  const say = (fields: object, message: string) => {
    const { err, ...details } = fields as { err?: Error }
    const more = Object.values(details).join(', ')
    stderr.write(`atrium: ${message}${more && ` (${more})`}${showsDetails && err ? `\n${err.stack}` : ''}\n`)
  }
  const quiet = () => {}
  const log: Log = { debug: showsDetails ? say : quiet, info: say, warn: say, error: say, child: () => log }
  return log
}
