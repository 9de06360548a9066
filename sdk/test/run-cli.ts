/** Runs the CLI in the test's own process, away from its terminal and its settings. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PassThrough, Readable } from 'node:stream'
import { onTestFinished } from 'vitest'
import { runCli } from '../src/cli/run.ts'

interface Around {
  stdin?: string | PassThrough
  env?: Record<string, string>
  fetch?: typeof globalThis.fetch
  /** Makes stdout a terminal of this width. */
  columns?: number
  /** Makes stderr a terminal too. */
  hasTerminal?: boolean
  onInterrupt?(stop: (exit_code: number) => void): void
}

/** Runs a command line, split at spaces. */
export async function cli(
  line: string,
  { stdin = '', env, fetch, columns, hasTerminal, onInterrupt }: Around = {},
) {
  const written = { stdout: '', stderr: '' }
  const output = (name: 'stdout' | 'stderr') => ({
    write: (text: string | Uint8Array) => {
      written[name] += typeof text === 'string' ? text : Buffer.from(text).toString()
    },
    ...(name === 'stdout' && columns !== undefined && { isTTY: true, columns }),
    ...(name === 'stderr' && hasTerminal === true && { isTTY: true, columns }),
  })
  const code = await runCli(line.split(' ').filter(Boolean), {
    stdout: output('stdout'),
    stderr: output('stderr'),
    stdin: typeof stdin === 'string' ? Readable.from(stdin === '' ? [] : [stdin]) : stdin,
    env: { ...(await emptyHome()), ...env },
    ...(fetch ? { fetch } : {}),
    ...(onInterrupt ? { onInterrupt } : {}),
  })
  return { code, ...written }
}

/** Settings of someone who never signed in. */
export async function emptyHome() {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-cli-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return { XDG_CONFIG_HOME: folder }
}
