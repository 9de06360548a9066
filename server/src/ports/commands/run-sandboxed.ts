/** Starts a command behind bubblewrap, and resolves when nothing of it is left. */
import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { SEARCHED } from '../../platform/bubblewrap.ts'
import { isAlive, sendSignal } from '../../platform/database/living-process.ts'
import { withoutInherited } from '../../platform/inherited-files.ts'
import { systemCallFilter } from '../../platform/system-calls.ts'
import { createBoundedOutput } from './bounded-output.ts'
import { type CommandRequest, type CommandResult, CommandsUnavailable } from './port.ts'
import { limitingScript, MADE_FILES, type SandboxBounds, sandboxArguments } from './sandbox-arguments.ts'
import { watchSandbox } from './watch-sandbox.ts'

const LONGEST_FAULT = 300
const GONE_EVERY_MS = 5

/** Numbers of open files of bubblewrap: after its output, its own words. */
const WORDS = 3
const INFO = 4
const FILTER = 5
const FIRST_MADE = 6

export interface SandboxSettings {
  hidden: readonly string[]
  bounds: SandboxBounds
}

export async function runSandboxed(
  { hidden, bounds }: SandboxSettings,
  { tree, command, timeoutMs, maxOutputBytes, signal }: CommandRequest,
): Promise<CommandResult> {
  signal.throwIfAborted()
  const started = performance.now()
  const output = createBoundedOutput(maxOutputBytes)
  const child = startBubblewrap({ hidden, bounds, tree, command })
  /** Why it is ended; the first counts. */
  let ending: Ending | null = null
  const end = (why: Ending) => {
    ending ??= why
    child.kill()
  }
  child.output.on('data', (piece: Buffer) => {
    output.add(piece)
    if (output.written > bounds.writtenOutputBytes) end(passed('it wrote more than can be read'))
  })
  const watch = watchSandbox({
    ...{ tree, bounds, firstProcess: () => child.firstProcess },
    onPassed: (sentence) => end(passed(sentence)),
  })
  const late = setTimeout(() => end({ sentence: null, isTimeout: true }), timeoutMs)
  const stop = () => end({ sentence: null, isTimeout: false })
  signal.addEventListener('abort', stop, { once: true })
  const exit = await child.gone.finally(async () => {
    clearTimeout(late)
    signal.removeEventListener('abort', stop)
    await watch.end()
  })
  signal.throwIfAborted()
  if (child.firstProcess === null && ending === null) throw new CommandsUnavailable(exit.fault)
  const { text, truncated } = output.read()
  // The cast: the compiler does not see that handlers set it.
  const why = ending as Ending | null
  return {
    exit_code: why ? null : exit.code,
    timed_out: why?.isTimeout ?? false,
    output: why?.sentence ? `${text}\n[${why.sentence}]\n` : text,
    truncated,
    duration_ms: Math.round(performance.now() - started),
  }
}

interface Ending {
  sentence: string | null
  isTimeout: boolean
}

const passed = (what: string) => ({ sentence: `The command was ended: ${what}.`, isTimeout: false })

interface Bubblewrap {
  output: Readable
  /** That of the sandbox, with which all others end; null before it runs. */
  readonly firstProcess: number | null
  gone: Promise<{ code: number | null; fault: string }>
  kill(): void
}

function startBubblewrap(options: SandboxSettings & { tree: string; command: string }): Bubblewrap {
  const { tree, hidden, bounds, command } = options
  const filter = systemCallFilter(process.arch)
  const made = MADE_FILES.map((_, at) => FIRST_MADE + at)
  const words = sandboxArguments({
    ...{ tree, hidden, bounds },
    files: { filter: filter ? FILTER : null, info: INFO, made },
  })
  const script = ['/bin/sh', '-c', limitingScript(bounds), 'sh', command]
  // Its words come by a file: the list of processes, and the sandbox, show those of a command line.
  const bubblewrap = spawn('bwrap', ['--args', String(WORDS), '--', ...script], {
    // Nothing of the environment of the server: the first process of the sandbox still has what is given here.
    env: { PATH: SEARCHED },
    stdio: withoutInherited([
      'ignore',
      'pipe',
      'pipe',
      'pipe',
      'pipe',
      'pipe',
      ...made.map(() => 'pipe' as const),
    ]),
  })
  // The casts: all of them were asked for as pipes.
  const [out, err] = [bubblewrap.stdout as Readable, bubblewrap.stderr as Readable]
  const files = bubblewrap.stdio.slice(WORDS, FIRST_MADE + made.length) as (Readable & Writable)[]
  const file = (number: number) => files[number - WORDS] as Readable & Writable
  // A sandbox that fails early reads none of them.
  for (const one of [out, err, ...files]) one.on('error', () => {})
  file(WORDS).end(words.map((word) => `${word}\0`).join(''))
  file(FILTER).end(filter ?? '')
  MADE_FILES.forEach(({ content }, at) => {
    file(FIRST_MADE + at).end(content)
  })
  let info = ''
  let firstProcess: number | null = null
  let isKilled = false
  const kill = () => {
    isKilled = true
    bubblewrap.kill('SIGKILL')
    if (firstProcess !== null) sendSignal(firstProcess, 'SIGKILL')
  }
  file(INFO).on('data', (piece: Buffer) => {
    info += piece.toString()
    firstProcess = Number(/"child-pid":\s*(\d+)/.exec(info)?.[1] ?? 0) || null
    if (isKilled) kill()
  })
  let fault = ''
  err.on('data', (piece: Buffer) => {
    fault = (fault + piece.toString()).slice(0, LONGEST_FAULT)
  })
  const closed = new Promise<number | null>((resolve) => {
    bubblewrap.on('error', (error) => {
      fault ||= error.message
      resolve(null)
    })
    bubblewrap.on('close', resolve)
  })
  const gone = closed.then(async (code) => {
    // It ends a moment before the first process of the sandbox, which the kernel lets end after all others.
    while (firstProcess !== null && isAlive(firstProcess)) await sleep(GONE_EVERY_MS)
    return { code, fault: fault.trim() }
  })
  return {
    output: out,
    get firstProcess() {
      return firstProcess
    },
    gone,
    kill,
  }
}
