import type { Output } from './output.ts'
import type { Terminal } from './terminal.ts'

/** A last fence: whatever a command forgot to make visible cannot steer the terminal. Colours and our progress line pass. */
export function guardTerminal(terminal: Terminal): Terminal {
  return { ...terminal, stdout: guard(terminal.stdout), stderr: guard(terminal.stderr) }
}

function guard(output: Output): Output {
  if (!output.isTTY) return output
  return {
    write: (text) => output.write(typeof text === 'string' ? text.replace(STEERING, '�') : text),
    on: (event, done) => output.on?.(event, done),
    off: (event, done) => output.off?.(event, done),
    isTTY: true,
    get columns() {
      return output.columns
    },
  }
}

/** All control characters but line ends and tabs, and what begins a sequence other than a colour or an erased line. */
const OURS = '\u001b\\[(?:\\d{1,2}m|K)|[\\n\\r\\t]'
const STEERING = new RegExp(`(?!${OURS})\\p{Cc}`, 'gu')
