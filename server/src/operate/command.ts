import type { Readable, Writable } from 'node:stream'
import type { ParseArgsOptionsConfig } from 'node:util'
import type { Collection } from '../platform/archive/collection.ts'
import type { Db } from '../platform/database/db.ts'
import type { Log } from '../platform/log.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Config } from '../settings/config.ts'

/** One thing an operator can do. */
export interface Command {
  words: readonly [string, ...string[]]
  /** What stands after the words. */
  usage: string
  summary: string
  options: ParseArgsOptionsConfig
  /** May make the database of an installation that was never started. */
  begins?: boolean
  /** Refused while a server works on the database. */
  needs_stopped?: boolean
  /** Checks the call; the answer does the work once the database is open. */
  prepare(flags: Flags, operator: Operator): Work
}

/** One that opens by itself what it needs: a database, or none. */
export interface StandaloneCommand extends Omit<Command, 'prepare'> {
  prepare(flags: Flags, operator: Operator): (on: { config: StandaloneConfig; log: Log }) => Promise<void>
}

export type StandaloneConfig = Pick<Config, 'data_dir' | 'database_url' | 'secret_key'> &
  Partial<Pick<Config, 'backups' | 'outbound_ca_file' | 's3'>>

export type Work = (on: {
  db: Db
  now: Date
  log: Log
  secrets: Secrets
  collections: readonly Collection[]
}) => Promise<void>

/** Where results go and where files and passwords come from; messages go to the log. */
export interface Operator {
  /** For results only: somebody may pipe them on. */
  stdout: Writable
  /** For what a person reads before a question is answered. */
  stderr: Writable
  stdin: Readable
  format: 'json' | 'table'
}

/** The command was called wrongly. */
export class UsageError extends Error {}

/** The command was called rightly and cannot be done. */
export class OperatorError extends Error {}

/** The words and flags of a call. */
export class Flags {
  readonly #values: Readonly<Record<string, unknown>>
  readonly #positionals: readonly string[]

  constructor(values: Readonly<Record<string, unknown>>, positionals: readonly string[]) {
    this.#values = values
    this.#positionals = positionals
  }

  has(name: string): boolean {
    return this.#values[name] === true
  }

  find(name: string): string | null {
    const value = this.#values[name]
    return typeof value === 'string' ? value : null
  }

  get(name: string): string {
    const value = this.find(name)
    if (value === null || value === '') throw new UsageError(`--${name} is missing.`)
    return value
  }

  list(name: string): string[] {
    const value = this.#values[name]
    return Array.isArray(value) ? value.map(String) : []
  }

  /** One of the words, or the default when the flag was not given. */
  oneOf<const W extends readonly string[]>(name: string, words: W, otherwise: W[number]): W[number] {
    const value = this.find(name) ?? otherwise
    if (!words.includes(value)) throw new UsageError(`--${name} is one of ${words.join(', ')}.`)
    return value
  }

  /** The only word next to the flags. */
  word(meaning: string): string {
    const [word, ...others] = this.#positionals
    if (word === undefined) throw new UsageError(`${meaning} is missing.`)
    if (others.length > 0) throw new UsageError(`There is a word too many: "${others[0]}".`)
    return word
  }

  optionalWord(): string | null {
    return this.#positionals.length === 0 ? null : this.word('the word')
  }

  noWords(): void {
    const [word] = this.#positionals
    if (word !== undefined) throw new UsageError(`There is a word too many: "${word}".`)
  }
}

/** A program reads JSON; a person a name and a value a line. */
export function writeResult(
  { stdout, format }: Pick<Operator, 'stdout' | 'format'>,
  result: Readonly<Record<string, string | number | null>>,
): void {
  if (format === 'json') {
    stdout.write(`${JSON.stringify(result, null, 2)}\n`)
    return
  }
  const width = Math.max(...Object.keys(result).map((name) => name.length))
  for (const [name, value] of Object.entries(result))
    stdout.write(`${name.padEnd(width)}  ${visible(String(value ?? '-'))}\n`)
}

/** Names are written by others: their control characters must not reach the terminal. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_C}\u2028\u2029]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `\\u${code.toString(16).padStart(4, '0')}`
  })
}
