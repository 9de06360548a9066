/** Commands behind bubblewrap, where the machine has it. docs/decisions/0033-commands-behind-bubblewrap.md */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from '../../platform/log.ts'
import { type Commands, CommandsUnavailable } from './port.ts'
import { runSandboxed, type SandboxSettings } from './run-sandboxed.ts'
import { BOUNDS, type SandboxBounds } from './sandbox-arguments.ts'

export interface BubblewrapOptions {
  log: Log
  /** Folders of the server that commands must not see, wherever they lie. */
  hidden?: readonly string[]
  bounds?: Partial<SandboxBounds>
}

export function bubblewrapCommands({ log, hidden = [], bounds }: BubblewrapOptions): Commands {
  const settings: SandboxSettings = { hidden, bounds: { ...BOUNDS, ...bounds } }
  let tried: Promise<string | null> | null = null
  const fault = () => {
    tried ??= tryOut(settings).then((cause) => {
      if (cause === null) return null
      log.warn({ cause }, 'commands are off: bubblewrap is not there, or may not make namespaces')
      return FAULT
    })
    return tried
  }
  return {
    fault,
    async run(request) {
      const why = await fault()
      if (why !== null) throw new CommandsUnavailable(why)
      return runSandboxed(settings, request)
    },
  }
}

const FAULT =
  'Commands are off on this server: bubblewrap is not installed there, or may not make namespaces. Ask its operator.'

/** Tried and not guessed: containers often forbid namespaces. */
async function tryOut(settings: SandboxSettings): Promise<string | null> {
  let tree: string | null = null
  try {
    tree = await mkdtemp(join(tmpdir(), 'atrium-try-'))
    const request = { tree, command: 'echo works > tried && cat tried', timeoutMs: 20_000 }
    const signal = new AbortController().signal
    const result = await runSandboxed(settings, { ...request, maxOutputBytes: 1_000, signal })
    return result.exit_code === 0 && result.output === 'works\n' ? null : `it says: ${result.output}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    if (tree !== null) await rm(tree, { recursive: true, force: true })
  }
}
