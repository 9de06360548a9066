import type { StdioOptions } from 'node:child_process'
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs'

/**
 * Files that whatever started this server left open would go on to every program that the server starts, and so into the
 * sandbox; there they are empty.
 */
export function withoutInherited(stdio: readonly ('ignore' | 'pipe')[]): StdioOptions {
  covers ??= findInherited().map((number) => ({ number, empty: openSync('/dev/null', 'r') }))
  const all: ('ignore' | 'pipe' | number)[] = [...stdio]
  for (const { number, empty } of covers) {
    while (all.length < number) all.push('ignore')
    if (all.length === number) all.push(empty)
  }
  return all
}

/** They are open since the start of the process: Node gives none of its own away. */
let covers: { number: number; empty: number }[] | null = null

const CLOSED_FOR_OTHERS = 0o2000000

function findInherited(): number[] {
  if (!existsSync('/proc/self/fd')) return [] // not Linux
  const numbers = readdirSync('/proc/self/fd').map(Number)
  return numbers.filter((number) => number > 2 && isGivenOn(number)).sort((a, b) => a - b)
}

function isGivenOn(number: number): boolean {
  try {
    const [, flags] = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${number}`, 'utf8')) ?? []
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSED_FOR_OTHERS) === 0
  } catch {
    return false // that which listed them
  }
}
