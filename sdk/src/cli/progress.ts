import { visible } from './print.ts'
import type { Terminal } from './terminal.ts'

export interface Progress {
  /** Replaces what was shown before. */
  show(text: string): void
  clear(): void
}

/** One line that changes, on the standard error of a terminal; nothing anywhere else. */
export function createProgress({ stderr, env }: Terminal, { isShown = true } = {}): Progress {
  const isPossible = isShown && stderr.isTTY === true && env.TERM !== 'dumb' && !env.CI
  let isThere = false
  return {
    show(text) {
      if (!isPossible) return
      isThere = true
      stderr.write(`\r${visible(text)}${ERASE_REST}`)
    },
    clear() {
      if (isThere) stderr.write(`\r${ERASE_REST}`)
      isThere = false
    },
  }
}

const ERASE_REST = '\x1b[K'
