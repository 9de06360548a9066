import type { Readable } from 'node:stream'
import type { Environment } from './credentials.ts'
import type { Output } from './output.ts'
import { findServer, loadServer, type ServerProgram } from './server-program.ts'
import { Interrupted } from './usage.ts'

/** All that a command touches of its process, so that tests can give it another one. */
export interface Terminal {
  stdout: Output
  stderr: Output
  stdin: Readable & { isTTY?: boolean; setRawMode?(mode: boolean): unknown }
  env: Environment
  fetch?: typeof globalThis.fetch
  /**
   * Calls it, with the exit code of that, when the person at the terminal wants an end; only for commands that go on
   * until then. All others end by the signal itself.
   */
  onInterrupt?(stop: (exit_code: number) => void): void
  /** The server's own code; null where it is not installed. */
  server?(): Promise<ServerProgram | null>
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process
  const server = async () => {
    const path = findServer(process.cwd())
    return path === null ? null : loadServer(path)
  }
  return { stdin, stdout, stderr, env, server, onInterrupt }
}

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const
/** A terminal and npm both pass on the same interrupt; a person who means it again takes longer. */
const SAME_INTERRUPT_MS = 300

/** Anyone who interrupts again does not want to wait for a tidy end. */
function onInterrupt(stop: (exit_code: number) => void): void {
  let first: number | null = null
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      first ??= performance.now()
      if (performance.now() - first > SAME_INTERRUPT_MS) process.exit(EXIT_CODES[signal])
      stop(EXIT_CODES[signal])
    })
  }
}

export async function readAllInput({ stdin }: Terminal): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

const ENTER = ['\r', '\n', '\u0004']
const ERASE = ['\u007f', '\b']
const INTERRUPT = '\u0003'

/** Asks at the terminal without showing what is typed; from a pipe, takes what comes, without its line end. */
export async function askSecret(terminal: Terminal, question: string): Promise<string> {
  const { stdin, stderr } = terminal
  if (!stdin.isTTY) return (await readAllInput(terminal)).replace(/\r?\n$/, '')
  stderr.write(question)
  stdin.setRawMode?.(true)
  stdin.setEncoding('utf8')
  try {
    return await readHiddenLine(stdin)
  } finally {
    stdin.setRawMode?.(false)
    stdin.pause()
    stderr.write('\n')
  }
}

function readHiddenLine(stdin: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    const typed: string[] = []
    const settle = (done: () => void) => {
      stdin.off('data', take)
      done()
    }
    const take = (chunk: string) => {
      for (const character of chunk) {
        if (ENTER.includes(character)) return settle(() => resolve(typed.join('')))
        if (character === INTERRUPT) return settle(() => reject(new Interrupted(EXIT_CODES.SIGINT)))
        if (ERASE.includes(character)) typed.pop()
        else typed.push(character)
      }
    }
    stdin.on('data', take)
    // After an earlier question it is paused.
    stdin.resume()
    stdin.once('end', () => settle(() => resolve(typed.join(''))))
  })
}
