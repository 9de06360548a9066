import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../../../platform/clock.ts'
import { ModelUnavailable, NO_TOKENS } from '../../../../ports/language-model/port.ts'
import { callId } from '../loop/call-ids.ts'
import type { Coder, CoderTurn, ToolCall } from '../loop/coder.ts'
import { feedsOf } from './feeds.ts'
import type { Step } from './step.ts'
import { work } from './work.ts'

const SLOW_MS = 10_000
const LOOK_MS = 50

/** For where there is no language model: it understands sentences of certain forms, and always does the same. */
export function ruleCoder({ clock }: { clock: Clock }): Coder {
  return {
    async next({ entries, signal }) {
      signal.throwIfAborted()
      const { first, turns } = feedsOf(entries)
      const works = work(first)
      let step = works.next(first).value
      for (const { calls, feed } of turns) {
        if (!isSame(step, calls)) return turnOf(OTHERS, turns.length)
        step = works.next(feed).value
      }
      // G587: as a model that refuses, so that the session fails with a code that the contract has.
      if (step.isFailure) throw new ModelUnavailable('refused', 'The task asked for a model that fails.')
      if (step.isSlow) await waitByClock(clock, SLOW_MS, signal)
      return turnOf(step, turns.length)
    },
  }
}

/** A language model began this; what it had in mind cannot be known. */
const OTHERS: Step = {
  text: '',
  calls: [
    {
      tool: 'finish',
      input: {
        summary: 'A language model began this task, and there is none any more. Begin a new session.',
      },
    },
  ],
}

function isSame({ calls }: Step, made: readonly ToolCall[]): boolean {
  return calls.length === made.length && calls.every(({ tool }, at) => made[at]?.tool === tool)
}

function turnOf({ text, calls }: Step, turn: number): CoderTurn {
  return {
    text,
    calls: calls.map(({ tool, input }, at) => ({ id: callId(turn, at), tool, input })),
    usage: NO_TOKENS,
    cost_micros: 0,
  }
}

/** By the clock of the app, which tests move. */
async function waitByClock(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  const until = clock.now().getTime() + ms
  while (clock.now().getTime() < until) {
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {}) // the reason of the signal follows
    signal.throwIfAborted()
  }
}
