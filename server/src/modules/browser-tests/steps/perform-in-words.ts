import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { PageSnapshot } from '../../../ports/browser/port.ts'
import type { Attempt } from './attempt.ts'
import type { CachedAction } from './cached-action.ts'
import { fitsKind } from './choice-rules.ts'
import { type DoneChoice, healedFrom, learnedFrom } from './learned-action.ts'
import type { StepOutcome } from './step-context.ts'
import { StepFailure, testErrorOf } from './step-failure.ts'
import type { StepReader } from './step-reader.ts'
import { tryCached } from './try-cached.ts'
import { tryChoice } from './try-choice.ts'
import { fillIn, fillInQuoted, openNamesOf } from './variables.ts'

/** For what an earlier run found to appear, before the reader looks for something else. */
const LONGEST_GRACE_MS = 2_000
/** Looks of a model at one step: each has its price. */
const MOST_MODEL_READS = 3
/** Between them the page has time to load. */
const BETWEEN_MODEL_READS_MS = 1_000
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1_000

/** `as` is the name that the instruction gives to what was read. */
export type Resolved = Pick<StepOutcome, 'extracted' | 'healed' | 'learned'> & { as: string | null }

/** Understands the instruction, as an earlier run did or as the reader does now, and waits for what it needs. */
export async function performInWords(attempt: Attempt): Promise<Resolved> {
  const { context, step, time } = attempt
  const { reader, session, signal } = context
  const cached = context.cached && fitsKind(step.kind, context.cached) ? context.cached : null
  if (!cached && !reader) throw new StepFailure('model_unavailable', NO_READER)
  const instruction = instructionToRead(attempt)
  const graceMs = cached ? Math.min(LONGEST_GRACE_MS, step.timeout_ms / 3) : 0
  let drift: StepFailure | null = null
  let problem: StepFailure | null = null
  let seen: PageSnapshot | null = null
  let reads = 0
  let nextReadMs = graceMs
  for (let round = 0; ; round++) {
    if (cached) {
      const tried = await tryCached(attempt, cached, round === 0 ? graceMs : FIRST_PAUSE_MS)
      if (tried.is === 'done') return { ...tried, healed: null, learned: null }
      drift = tried.failure
    }
    if (reader && reads < mostReads(reader) && (time.elapsedMs() >= nextReadMs || time.isOver())) {
      const snapshot = await session.snapshot()
      if (!isSame(seen, snapshot)) {
        seen = snapshot
        reads++
        if (reader.resolvedBy === 'model') nextReadMs = time.elapsedMs() + BETWEEN_MODEL_READS_MS * reads
        const choice = await time.notCounting(ask(attempt, reader, instruction, snapshot)).catch((error) => {
          throw withDrift(error, drift)
        })
        const tried = await tryChoice(attempt, snapshot, choice)
        if (tried.is === 'done') return resolved(attempt, tried, cached, drift)
        problem = tried.failure
      }
    }
    if (time.isOver()) throw reader ? failureOf(drift, problem) : withoutReader(drift)
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** round, LONGEST_PAUSE_MS, time.leftMs())
    await pause(pauseMs, undefined, { signal })
  }
}

const NO_READER =
  'No language model is available to understand this step; give it params, or connect a model.'

/** With all values but secrets, which readers have no need of. Throws `NoSuchValue`, also for secrets. */
function instructionToRead({ step, fill }: Attempt): string {
  fillIn(step.instruction, fill)
  return fillInQuoted(step.instruction, { ...fill, only: openNamesOf(fill.only) })
}

function ask(
  { context, step, fill, known }: Attempt,
  reader: StepReader,
  instruction: string,
  snapshot: PageSnapshot,
) {
  const { goal, usedBy, secrets, signal, values } = context
  const named = [...openNamesOf(fill.only)].map((name) => [name, values.get(name) ?? ''])
  return reader.read({
    ...{ goal, usedBy, secrets, signal, snapshot },
    step: { ...step, instruction },
    written: { instruction: step.instruction, values: Object.fromEntries(named) },
    onModelCall: () => known.model_calls++,
  })
}

function mostReads({ resolvedBy }: StepReader): number {
  return resolvedBy === 'model' ? MOST_MODEL_READS : Number.POSITIVE_INFINITY
}

function isSame(before: PageSnapshot | null, now: PageSnapshot): boolean {
  return before !== null && before.url === now.url && before.text === now.text
}

/** What was seen on the page stays worth reading when there is no model to look further. */
function withDrift(error: unknown, drift: StepFailure | null): unknown {
  const known = drift && testErrorOf(error)
  return known?.code === 'model_unavailable'
    ? new StepFailure(known.code, `${drift?.message} ${known.message}`)
    : error
}

function withoutReader(drift: StepFailure | null): StepFailure {
  const message = 'No language model is available to look for another way.'
  return new StepFailure(drift?.code ?? 'model_unavailable', `${drift?.message ?? ''} ${message}`.trim())
}

/** Of an element that is gone the reader can say no more than that it found nothing else. */
function failureOf(drift: StepFailure | null, problem: StepFailure | null): StepFailure {
  if (!drift) return problem ?? new StepFailure('step_timed_out', 'The page showed nothing in time.')
  return problem ? new StepFailure(drift.code, `${drift.message} ${problem.message}`) : drift
}

function resolved(
  attempt: Attempt,
  done: DoneChoice,
  cached: CachedAction | null,
  drift: StepFailure | null,
): Resolved {
  const learned = learnedFrom(attempt, done)
  return {
    extracted: done.extracted,
    as: done.action.as ?? null,
    healed: cached && drift ? healedFrom(attempt, cached, done.action, drift.message) : null,
    learned: isDeepStrictEqual(learned, cached) ? null : learned,
  }
}
