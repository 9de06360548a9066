/** Reads the settings, starts, says where, and stops cleanly. */
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Atrium } from './app.ts'
import type { Welcome } from './first-start.ts'
import { systemClock } from './platform/clock.ts'
import { databaseFailure, diskFullSentence } from './platform/database/failures.ts'
import { commandLine, parentOf, sharesOurGroup } from './platform/database/living-process.ts'
import { createLog } from './platform/log.ts'
import { createSecrets } from './platform/secrets.ts'
import { startTracing, type Tracing, tracingSettings } from './platform/tracing.ts'
import { ConfigError, readConfig } from './settings/config.ts'
import { warnOfMissing } from './warn-of-missing.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Resolves when Atrium is ready; a signal ends the process. `parent` is the process that started this one. */
export async function run(args: readonly string[], env: Environment, parent: number): Promise<void> {
  let ending: Promise<void> | null = null
  /** Once, however often it is asked: a terminal and npm both pass on the same interrupt. */
  const end = (code: number, message: string | null): Promise<void> => {
    ending ??= stopAndExit(starting, code, message)
    return ending
  }
  // Before the start, so that one that is interrupted leaves no PostgreSQL behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(0, null))
  if (env.npm_lifecycle_event !== undefined) {
    if (isOrphan(parent)) return
    setInterval(() => process.ppid !== parent && end(0, null), PARENT_CHECK_MS).unref()
  }
  const starting = start(args, env, (error) => end(1, explain(error)))
  try {
    const { atrium, welcome } = await starting
    if (ending === null) greet(atrium.address, welcome)
  } catch (error) {
    await end(1, explain(error))
  }
}

/**
 * The shell through which npm starts us passes no signal on: when it is gone, the signal was meant for us. If it, or
 * npm, died before we could look, then what adopts orphans is in their place, and that is not of our process group.
 */
function isOrphan(parent: number): boolean {
  const isShell = commandLine(parent).includes('server/src/main.ts')
  const npm = isShell ? parentOf(parent) : parent
  return process.ppid !== parent || !sharesOurGroup(parent) || (npm !== null && !sharesOurGroup(npm))
}

const PARENT_CHECK_MS = 250

interface Started {
  atrium: Atrium
  tracing: Tracing | null
  welcome: Welcome | null
}

async function start(
  args: readonly string[],
  env: Environment,
  onFatal: (error: Error) => void,
): Promise<Started> {
  const flags = readFlags(args)
  const config = readConfig({ ...env, ...(flags.port !== undefined && { PORT: flags.port }) })
  // All of it takes a second to load: a setting that cannot be is said before.
  const { collectionsOf, createApp } = await import('./app.ts')
  const { firstStart } = await import('./first-start.ts')
  const { reviewIndexes } = await import('./modules/entities/index.ts')
  const log = createLog(config.log_level)
  const traced = tracingSettings(env)
  const tracing = traced && (await startTracing(traced, log))
  let welcome: Welcome | null = null
  const atrium = await createApp(config, {
    log,
    tracing,
    onFatal,
    beforeReady: async (db, parts) => {
      await warnOfMissing(parts, log)
      const secrets = createSecrets(config.secret_key)
      const { siteAddresses } = parts
      const made = { db, clock: systemClock, log, secrets, siteAddresses, coding: parts }
      const deps = { ...made, collections: collectionsOf(config) }
      welcome = await firstStart(deps, { archives: flags.import, demo: flags.demo })
      if (welcome !== null || flags.import.length > 0) await reviewIndexes(parts, db)
    },
  })
  return { atrium, tracing, welcome }
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        import: { type: 'string', multiple: true, default: [] },
        demo: { type: 'boolean', default: false },
        port: { type: 'string' },
      },
    }).values
  } catch (error) {
    const [reason] = (error as Error).message.split('. ')
    throw new ConfigError(`${reason}. Known: --port N, --import FILE, --demo.`)
  }
}

/** Printed once; the password and the token are kept nowhere in plain text. */
function greet(address: string, first: Welcome | null): void {
  const lines = ['', `  Atrium is ready at ${address}`, `  API reference      ${address}/docs`]
  if (first) {
    lines.push('', '  Shown once:', `    email     ${first.email}`, `    password  ${first.password}`)
    lines.push(`    token     ${first.token}`)
  }
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

/** What a person can mend is said in a sentence; a fault of ours keeps its stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error) || FAULTS_OF_OURS.some((kind) => error instanceof kind)) {
    return (error as Error | undefined)?.stack ?? String(error)
  }
  const fullDisk = diskFullSentence(error)
  if (fullDisk !== null) return fullDisk
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return `The port is in use (${message}). Stop the other server or choose another PORT.`
  if (syscall === 'listen' || code === 'ENOTFOUND')
    return `Cannot listen (${message}). Choose another HOST or PORT.`
  if (databaseFailure(error) === 'unavailable')
    return `The database does not answer (${message}). Check DATABASE_URL.`
  return message
}

const FAULTS_OF_OURS = [TypeError, ReferenceError, RangeError, SyntaxError]

/** A start that is under way comes to its end first, as only then it can be stopped whole. */
async function stopAndExit(starting: Promise<Started>, code: number, message: string | null): Promise<void> {
  if (message !== null) process.stderr.write(`atrium: ${message}\n`)
  const started = await Promise.race([starting.catch(() => null), wait(LONGEST_START_MS, null)])
  await started?.atrium.stop()
  await started?.tracing?.stop()
  process.exit(code)
}

const LONGEST_START_MS = 10_000
