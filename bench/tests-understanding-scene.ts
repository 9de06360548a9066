/** How the pages and steps of `tests-understanding` are written down, and when a choice is right. */
import type { PageActionName, PageSnapshot } from '../server/src/ports/browser/port.ts'

/** What a step asks for. `ref` of an expectation may be null: the text anywhere. */
export type Wanted =
  | { kind: 'navigate'; path: string }
  | { kind: 'act'; action: PageActionName; ref: string | null; value: string | null }
  | { kind: 'assert'; expect: string; ref: string | null; value: string | null; count: number | null }
  | { kind: 'extract'; ref: string }
  | { kind: 'wait'; milliseconds: number | null; ref: string | null; text: string | null }
  | { kind: 'not_understood' }

/** Each step in the words of a person, and the choices that are right. */
export interface Case {
  page: PageSnapshot
  words: string
  right: Wanted[]
}

export const go = (path: string): Wanted => ({ kind: 'navigate', path })
export const act = (action: PageActionName, ref: string | null, value: string | null = null): Wanted => ({
  kind: 'act',
  action,
  ref,
  value,
})
export const click = (ref: string): Wanted => act('click', ref)
export const fill = (ref: string, value: string): Wanted => act('fill', ref, value)
export const expects = (
  expect: string,
  ref: string | null,
  value: string | null = null,
  count: number | null = null,
): Wanted => ({ kind: 'assert', expect, ref, value, count })
/** The text anywhere, or in the element that has it. */
export const see = (value: string, ...refs: string[]): Wanted[] => [
  expects('visible', null, value),
  ...refs.flatMap((ref) => [expects('visible', ref), expects('text', ref, value)]),
]
export const wait = (text: string | null, ref: string | null = null): Wanted => ({
  kind: 'wait',
  milliseconds: null,
  ref,
  text,
})
export const REFUSE: Wanted = { kind: 'not_understood' }
