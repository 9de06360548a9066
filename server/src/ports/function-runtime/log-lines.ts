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

/** What is not in our form was printed by the code itself, past the console. */
export function parseLine(line: string, level: FunctionLog['level']): OutputLine {
  const fields = line.startsWith('{') ? parsed(line) : null
  const { message, state, request_id } = fields ?? {}
  if (state === 'ready' || state === 'broken') return { kind: 'state', state, message: String(message ?? '') }
  if (typeof message !== 'string' || !isLevel(fields?.level)) {
    return { kind: 'log', level, message: line, request_id: null }
  }
  const id = typeof request_id === 'string' && request_id !== '' ? request_id : null
  return { kind: 'log', level: fields.level, message, request_id: id }
}

/**
 * Replaces the values of secrets, also as they stand in a printed object, in JSON or in an address; the shortest are
 * left, because they stand in every other word.
 */
export function createMask(secrets: Record<string, string>): (text: string) => string {
  const values = Object.values(secrets).filter((value) => value.length >= SHORTEST_MASKED)
  const forms = [...new Set(values.flatMap(formsOf))].sort((a, b) => b.length - a.length)
  const parts = new Set(
    values.filter((value) => value.includes('\n')).flatMap((value) => value.match(PART) ?? []),
  )
  return (text) => {
    let masked = text
    for (const form of forms) masked = masked.replaceAll(form, MASKED)
    if (parts.size > 0) masked = masked.replace(PART, (part) => (parts.has(part) ? MASKED : part))
    return text.length < LONGEST_MESSAGE ? masked : withoutCutSecret(masked, forms)
  }
}

const MASKED = '••••'
const SHORTEST_MASKED = 4
/** As it comes: what is longer was cut. */
const LONGEST_MESSAGE = 8 * 1024
/** A word of a value of several lines, such as a line of a key: objects are printed with their lines apart. */
const PART = /[^\s'"`\\]{16,}/g

function formsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const printed = json.replaceAll('\\"', '"')
  const well = secret.toWellFormed()
  const inForm = new URLSearchParams([['', well]]).toString().slice('='.length)
  return [secret, json, printed, printed.replaceAll("'", "\\'"), encodeURIComponent(well), inForm]
}

/** The last value may have lost its end, and then equals none. */
function withoutCutSecret(text: string, forms: readonly string[]): string {
  for (const form of forms) {
    const head = form.slice(0, SHORTEST_MASKED)
    const first = Math.max(0, text.length - form.length + 1)
    for (const start of [text.indexOf(head, first), text.lastIndexOf(head)]) {
      if (start >= first && form.startsWith(text.slice(start))) return text.slice(0, start) + MASKED
    }
  }
  return text
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
