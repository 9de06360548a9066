import type { Token } from './lexer.ts'

/** A value and the words for the element that it is meant for; null where the sentence names none. */
export interface Way {
  value: readonly Token[]
  what: readonly Token[] | null
}

/** What is expected of the page. */
export type Claim =
  /** `of`: what is said not to show it, where the words name that. */
  | { expect: 'visible' | 'hidden'; what: readonly Token[]; of?: readonly Token[] }
  | { expect: 'enabled' | 'disabled' | 'checked' | 'unchecked' | 'empty'; what: readonly Token[] }
  /** Something says, shows or is something. */
  | { expect: 'text'; what: readonly Token[]; value: readonly Token[] }
  /** Something is chosen in a list. */
  | { expect: 'chosen'; what: readonly Token[]; value: readonly Token[] }
  | { expect: 'address'; value: string }
  | { expect: 'count'; what: readonly Token[]; count: number }
  | { expect: 'unclear'; reason: string }

/** What a sentence asks for, before anybody has looked at the page. */
export type Intent =
  | { kind: 'navigate'; path: string | null }
  | { kind: 'visit' | 'show' | 'click' | 'double_click' | 'hover' | 'clear'; what: readonly Token[] }
  | { kind: 'check' | 'uncheck' | 'toggle' | 'take'; what: readonly Token[] }
  /** `isPlain`: the words name nothing but a key. */
  | { kind: 'press'; key: string; isPlain: boolean; what: readonly Token[] | null; name: readonly Token[] }
  | { kind: 'fill' | 'state'; ways: readonly Way[] }
  | { kind: 'set' | 'arrange'; ways: readonly Way[] }
  | { kind: 'choose' | 'upload' | 'search'; ways: readonly Way[] }
  | { kind: 'assert' | 'wait_for'; claim: Claim }
  | { kind: 'wait'; milliseconds: number }
  | { kind: 'extract'; what: readonly Token[]; as: string | null }
  /** The words may be what a control is called. */
  | { kind: 'name' }
  | { kind: 'unclear'; reason: string }

export interface Instruction {
  text: string
  /** All words without fillers. */
  tokens: readonly Token[]
  intent: Intent
  within: readonly Token[] | null
}
