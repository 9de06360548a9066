import type { Clock } from '../../platform/clock.ts'
import { ModelUnavailable } from './port.ts'

/** How a call ended: `unknown` when the caller left before one could tell. */
export type Outcome = 'success' | 'failure' | 'unknown'

export interface Breaker {
  readonly isOpen: boolean
  /** Throws `circuit_open`, or lets the call through; its outcome must be reported, only the first one counts. */
  enter(): (outcome: Outcome) => void
}

interface BreakerOptions {
  clock: Clock
  failuresToOpen: number
  halfOpenAfterMs: number
  onChange(state: 'open' | 'closed'): void
}

/** Leaves a failing server alone for a while, then sends one call ahead to see. */
export function createBreaker({ clock, failuresToOpen, halfOpenAfterMs, onChange }: BreakerOptions): Breaker {
  let failures = 0
  let openedAt: number | null = null
  let trial: symbol | null = null

  const isResting = () => openedAt !== null && clock.now().getTime() - openedAt < halfOpenAfterMs

  const open = () => {
    openedAt = clock.now().getTime()
    onChange('open')
  }

  const settle = (call: symbol, outcome: Outcome) => {
    const wasTrial = trial === call
    if (wasTrial) trial = null
    // A call from before it opened says nothing about now.
    if (outcome === 'unknown' || (openedAt !== null && !wasTrial)) return
    if (outcome === 'failure') {
      failures += 1
      if (wasTrial || failures >= failuresToOpen) open()
      return
    }
    failures = 0
    if (wasTrial) {
      openedAt = null
      onChange('closed')
    }
  }

  return {
    get isOpen() {
      return isResting() || trial !== null
    },
    enter() {
      if (isResting() || trial !== null) {
        throw new ModelUnavailable('circuit_open', 'The language model failed repeatedly and is left alone.')
      }
      const call = Symbol('call')
      if (openedAt !== null) trial = call
      let isSettled = false
      return (outcome) => {
        if (isSettled) return
        isSettled = true
        settle(call, outcome)
      }
    },
  }
}
