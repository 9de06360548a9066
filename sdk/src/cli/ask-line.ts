import { createInterface } from 'node:readline'
import type { Terminal } from './terminal.ts'

/** Asks at the terminal; null when nobody can answer there, or wants no more. */
export async function askLine(
  { stdin, stderr }: Terminal,
  question: string,
  signal?: AbortSignal,
): Promise<string | null> {
  if (!stdin.isTTY || signal?.aborted) return null
  stderr.write(question)
  // Without an output of its own: the terminal shows what is typed.
  const lines = createInterface({ input: stdin, terminal: false })
  let leave = () => {}
  try {
    return await new Promise<string | null>((resolve) => {
      leave = () => resolve(null)
      lines.once('line', resolve)
      lines.once('close', leave)
      signal?.addEventListener('abort', leave, { once: true })
    })
  } finally {
    signal?.removeEventListener('abort', leave)
    lines.close()
    stdin.pause()
  }
}
