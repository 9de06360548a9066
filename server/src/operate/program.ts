/** All that the command line calls of the server, found there as `@atrium/server/operate` and loaded only then. */
import { operate, operatorHelp } from '../operate.ts'
import { readConfig } from '../settings/config.ts'
import type { Operator } from './command.ts'
import { createMessages } from './messages.ts'
import { type ServedFunction, type ServeOptions, serveFunction } from './serve-function.ts'

export { operatorHelp }

interface Process extends Operator {
  env: Readonly<Record<string, string | undefined>>
  onInterrupt?(stop: () => void): void
}

/** Returns the exit code. */
export async function runOperator(argv: readonly string[], caller: Process): Promise<number> {
  const { env, stderr } = caller
  const log = createMessages(stderr, env.LOG_LEVEL === 'debug')
  try {
    return await operate(argv, { ...caller, config: readConfig(env), log })
  } catch (error) {
    log.error({}, error instanceof Error ? error.message : String(error))
    return 1
  }
}

/** A function of a folder, served on this machine with the settings of the server. */
export async function serveFolder(
  options: Omit<ServeOptions, 'config' | 'log'>,
  { env, stderr }: Pick<Process, 'env' | 'stderr'>,
): Promise<ServedFunction> {
  const log = createMessages(stderr, env.LOG_LEVEL === 'debug')
  return serveFunction({ ...options, config: readConfig(env), log })
}
