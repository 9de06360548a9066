import type { Connection } from './connection.ts'
import type { Flag } from './flags.ts'
import type { Terminal } from './terminal.ts'

/** A command that is more than one operation of the contract. */
export interface OwnCommand {
  /** The words that name it; `records watch`. */
  words: readonly string[]
  /** What follows them. */
  params: readonly string[]
  /** What further words are, where any number may follow. */
  rest?: string
  summary: string
  about: readonly string[]
  flags: readonly Flag[]
  run(typed: Typed): Promise<string>
}

/** What was typed, and where. */
export interface Typed {
  terminal: Terminal
  connection: Connection
  /** One for each of the params, and then the rest. */
  words: readonly string[]
  values: ReadonlyMap<Flag, unknown>
  format: 'json' | 'table'
}

/** What was typed where no server is asked. */
export type LocalTyped = Omit<Typed, 'connection'>
