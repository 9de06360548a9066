/** Reads the settings, starts, says where, and stops cleanly. */
import { parseArgs } from 'node:util'
import { type Atrium, collections, createApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { firstStart, type Welcome } from './first-start.ts'
import { ArchiveError } from './platform/archive/archive-error.ts'
import { systemClock } from './platform/clock.ts'
import { createLog } from './platform/log.ts'

const { values: flags } = parseArgs({
  options: {
    import: { type: 'string', multiple: true, default: [] },
    demo: { type: 'boolean', default: false },
    port: { type: 'string' },
  },
})

let atrium: Atrium | null = null
let ending: Promise<void> | null = null
// Before the start, so that one that is interrupted leaves no PostgreSQL behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(0, null))
let welcome: Welcome | null = null
try {
  const config = readConfig({ ...process.env, ...(flags.port && { PORT: flags.port }) })
  const log = createLog(config.log_level)
  atrium = await createApp(config, {
    log,
    onFatal: (error) => end(1, error.message),
    beforeReady: async (db) => {
      const deps = { db, clock: systemClock, log, collections }
      welcome = await firstStart(deps, { archives: flags.import, demo: flags.demo })
    },
  })
  greet(atrium.address, welcome)
} catch (error) {
  await end(1, explain(error))
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

/** What a person can mend is said in a sentence; anything else keeps its stack. */
function explain(error: unknown): string {
  const { code, message, stack } = error as NodeJS.ErrnoException
  if (error instanceof ConfigError || error instanceof ArchiveError) return message
  if (code === 'EADDRINUSE')
    return `The port is in use (${message}). Stop the other server or choose another PORT.`
  if (code === 'EACCES') return `Not allowed: ${message}.`
  return stack ?? String(error)
}

/** Once, however often it is asked: a terminal and npm both pass on the same interrupt. */
function end(code: number, message: string | null): Promise<void> {
  ending ??= stopAndExit(code, message)
  return ending
}

async function stopAndExit(code: number, message: string | null): Promise<void> {
  if (message !== null) process.stderr.write(`atrium: ${message}\n`)
  await atrium?.stop()
  process.exit(code)
}
