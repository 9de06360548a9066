import type { World } from './world.ts'

/** Makes everything that the call needs and returns the call, which may be made again after it failed. */
export type Prepare = (world: World) => Promise<Call | { call: Call; subscriber: Subscriber }>

export type Call = () => Promise<unknown>

/** Somebody who is sent what changes. */
export interface Subscriber {
  /** What came since the last time, once everything has come that was sent before. */
  heard(): Promise<unknown[]>
}

/** A use case that is not simply all or nothing, and why. */
export interface Special {
  prepare: Prepare
  why: string
  /** What each of several transactions or single statements writes, in their order; left out when it is one. */
  steps?: readonly string[]
  /** What may be written after one of them failed, to undo those before. */
  undo?: readonly string[]
  /** The call succeeds all the same, without what failed. */
  copes?: true
}

/** By the name of the operation or job; after a blank follows which of several cases it is. */
export type Cases = Record<string, Prepare | Special>

/** The operations or jobs that the cases are of. */
export function subjectsOf(cases: Cases): string[] {
  return Object.keys(cases).map((name) => name.split(' ')[0] ?? '')
}
