/** How the sets of `tests-understanding` are written down: pages, steps in words on them, and the choices that are right. */
import type { PageActionName, PageSnapshot } from '../../server/src/ports/browser/port.ts'

export interface StepSet {
  title: string
  pages: readonly PageSteps[]
}

export interface PageSteps {
  page: PageSnapshot
  /** Each in the words of a person, with all choices that are right. */
  steps: readonly [words: string, ...right: Wanted[]][]
  /** Words that must be left alone: nothing on the page, or more than one thing, is meant. */
  traps: readonly string[]
}

/** What a step asks for. `ref` of an expectation may be null: the text anywhere. */
export type Wanted =
  | { kind: 'navigate'; path: string }
  | { kind: 'act'; action: PageActionName; ref: string | null; value: string | null }
  | { kind: 'assert'; expect: string; ref: string | null; value: string | null; count: number | null }
  | { kind: 'extract'; ref: string }
  | { kind: 'wait'; milliseconds: number | null; ref: string | null; text: string | null }
  | { kind: 'not_understood' }

export const go = (path: string): Wanted => ({ kind: 'navigate', path })
export const act = (action: PageActionName, ref: string | null, value: string | null = null): Wanted => ({
  kind: 'act',
  action,
  ref,
  value,
})
export const click = (ref: string): Wanted => act('click', ref)
export const fill = (ref: string, value: string): Wanted => act('fill', ref, value)
/** A box or a radio button. */
export const tick = (ref: string): Wanted[] => [act('check', ref), click(ref)]
export const untick = (ref: string): Wanted[] => [act('uncheck', ref), click(ref)]
/** Whether the name of the file is taken from the words or not. */
export const upload = (ref: string, file: string): Wanted[] => [act('upload', ref), act('upload', ref, file)]
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
/** For a text that is not there yet. */
export const awaits = (text: string): Wanted[] => [wait(text), expects('visible', null, text)]
