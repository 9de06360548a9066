import { setTimeout as wait } from 'node:timers/promises'
import { unlessAborted } from '../../../../platform/abortable.ts'
import { ModelUnavailable, type UnavailableReason } from '../../../../ports/language-model/port.ts'
import { failureOf } from '../failure-of.ts'
import type { CoderTurn, Entry } from './coder.ts'
import type { LoopOptions } from './loop.ts'

/** Later it may be different. */
const PASSING: ReadonlySet<UnavailableReason> = new Set([
  'unreachable',
  'timed_out',
  'overloaded',
  'circuit_open',
  'unusable',
])

/** Asks what to do next, again after a while where that may help. */
export async function askCoder(
  { coder, task, tools, usedBy, signal, retryMs = [] }: LoopOptions,
  entries: readonly Entry[],
): Promise<CoderTurn> {
  const described = tools.map(({ name, description, input }) => ({ name, description, input }))
  for (let tried = 0; ; tried++) {
    try {
      return await unlessAborted(signal, coder.next({ task, entries, tools: described, usedBy, signal }))
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ModelUnavailable)) throw error
      const pause = retryMs[tried]
      if (pause === undefined || !PASSING.has(error.reason)) throw failureOf(error) ?? error
      await wait(pause, undefined, { signal }).catch(() => {})
      signal.throwIfAborted()
    }
  }
}
