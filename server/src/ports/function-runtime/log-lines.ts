/** What a process writes, line by line: states, log lines, and whatever else the code prints. */
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { FunctionLog } from './port.ts'

export type OutputLine =
  | { kind: 'state'; state: 'ready' | 'broken'; message: string }
  | { kind: 'log'; level: FunctionLog['level']; message: string; request_id: string | null }

/** Longer lines are cut, so that code that prints without end takes no memory here. */
const LONGEST_LINE = 64 * 1024

/** Code that prints more in a second waits for the next one: its lines must not keep the server busy. */
const MOST_A_SECOND = 512 * 1024

export async function readLines(stream: Readable, onLine: (line: string) => void): Promise<void> {
  let rest = ''
  let second = { until: performance.now() + 1_000, length: 0 }
  stream.setEncoding('utf8')
  for await (const piece of stream as AsyncIterable<string>) {
    const now = performance.now()
    if (now > second.until) second = { until: now + 1_000, length: 0 }
    second.length += piece.length
    if (second.length > MOST_A_SECOND) await setTimeout(second.until - now)
    const lines = (rest + piece).split('\n')
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE)
    for (const line of lines) if (line !== '') onLine(line.slice(0, LONGEST_LINE))
  }
  if (rest !== '') onLine(rest)
}

/**
 * G822: lines of the protocol begin with a mark that only `inside.ts` and this process know. All others were printed by the
 * code itself, past the console, and say nothing but their text.
 */
export function parseLine(line: string, level: FunctionLog['level'], mark: string): OutputLine {
  const isOurs = line.startsWith(mark)
  const text = isOurs ? line.slice(mark.length) : line
  const fields = isOurs ? parsed(text) : null
  const { message, state, request_id } = fields ?? {}
  if (state === 'ready' || state === 'broken') return { kind: 'state', state, message: String(message ?? '') }
  if (typeof message !== 'string' || !isLevel(fields?.level)) {
    // The mark is not shown, also where it stands in the middle of a line.
    return { kind: 'log', level, message: text.replaceAll(mark, ''), request_id: null }
  }
  const id = typeof request_id === 'string' && request_id !== '' ? request_id : null
  return { kind: 'log', level: fields.level, message, request_id: id }
}

function isLevel(value: unknown): value is FunctionLog['level'] {
  return value === 'debug' || value === 'info' || value === 'warn' || value === 'error'
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
