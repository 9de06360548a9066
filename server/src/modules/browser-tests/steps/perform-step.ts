import type { FlowStep } from '@atrium/contract/flow-steps'
import { type Attempt, createAttempt } from './attempt.ts'
import { carryOutAction } from './carry-out-action.ts'
import { performInWords, type Resolved } from './perform-in-words.ts'
import { actionOfParams, filledAction, performedOf } from './step-action.ts'
import type { StepContext, StepOutcome } from './step-context.ts'
import { testErrorOf } from './step-failure.ts'

export type { StepContext, StepOutcome } from './step-context.ts'

/**
 * Does what a step says: exactly as its `params` do, else as an earlier run understood it if that still fits, else as the
 * reader understands it now. Never throws but for the reason of the signal and for faults of ours.
 */
export async function performStep(context: StepContext, step: FlowStep): Promise<StepOutcome> {
  context.signal.throwIfAborted()
  const attempt = createAttempt(context, step)
  const { known, mask } = attempt
  try {
    const { extracted, as, healed, learned } = await (performExactly(attempt) ?? performInWords(attempt))
    const name = step.params?.as ?? as
    if (extracted !== null && name !== null) context.values.set(name, extracted)
    const shown = extracted === null ? null : mask(extracted)
    return { status: 'passed', error: null, ...known, healed, learned, extracted: shown }
  } catch (fault) {
    context.signal.throwIfAborted()
    const error = testErrorOf(fault)
    if (!error) throw fault
    const { code, message } = error
    const nothing = { healed: null, extracted: null, learned: null }
    return {
      status: 'failed',
      error: { code, message: mask(message).slice(0, LONGEST_MESSAGE).toWellFormed() },
      ...known,
      ...nothing,
    }
  }
}

const LONGEST_MESSAGE = 2_000

/** Null when the params do not say all. */
function performExactly(attempt: Attempt): Promise<Resolved> | null {
  const written = actionOfParams(attempt.step)
  return written && carryOutExactly(attempt, written)
}

async function carryOutExactly(
  { context, known, mask, time }: Attempt,
  written: NonNullable<ReturnType<typeof actionOfParams>>,
): Promise<Resolved> {
  // A person wrote it, so whatever stands between braces is meant.
  const options = { values: context.values, only: null }
  known.resolved_by = 'explicit'
  const action = filledAction(written, options)
  known.performed = performedOf(written, options, mask)
  const extracted = await carryOutAction(context, action, time.leftMs())
  return { extracted, as: null, healed: null, learned: null }
}
