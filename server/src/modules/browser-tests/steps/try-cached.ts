import type { PageElement } from '../../../ports/browser/port.ts'
import { BrowserFailure } from '../../../ports/browser/port.ts'
import type { Attempt } from './attempt.ts'
import type { CachedAction } from './cached-action.ts'
import { carryOutAction } from './carry-out-action.ts'
import { describeMiss, describeTarget, quoted } from './describe-target.ts'
import { expectationOf, filledAction, maskedAction, performedOf, type StepAction } from './step-action.ts'
import { StepFailure } from './step-failure.ts'
import { isSameNear, nearText, placesOf } from './surroundings.ts'
import { fillIn } from './variables.ts'

export type CachedTry =
  | { is: 'done'; extracted: string | null; as: string | null }
  /** The page is no longer as it was when this was learned, or not yet. */
  | { is: 'drifted'; failure: StepFailure }

/** Does what an earlier run found, if that still names the same element. */
export async function tryCached(
  attempt: Attempt,
  cached: CachedAction,
  patienceMs: number,
): Promise<CachedTry> {
  const { context, fill, known, mask, time } = attempt
  const { role, name, near, ...kept } = cached
  const written: StepAction = { ...kept, file: null }
  const action = filledAction(written, fill)
  const carryOut = async (): Promise<CachedTry> => {
    known.resolved_by = 'cache'
    known.performed = performedOf(written, fill, mask)
    const extracted = await carryOutAction(context, action, time.leftMs())
    return { is: 'done', extracted, as: cached.as ?? null }
  }
  if (action.target !== null && role !== null) {
    const { count, elements } = await context.session.find(action.target)
    const before = { role, name: fillIn(name ?? '', fill) }
    const message =
      driftOf(before, count, elements[0]) ??
      (near === undefined ? null : await moveOf(attempt, before, action.target.nth, fillIn(near, fill)))
    return message === null ? unlessGone(carryOut) : drifted('element_not_found', message)
  }
  // The text may say the same in other words by now, which only a reader can see.
  if (context.reader && isSomewhere(action)) {
    const expectation = expectationOf(action)
    const { holds, actual } = await context.session.check(expectation, patienceMs)
    if (!holds)
      return drifted('assertion_failed', describeMiss(expectationOf(maskedAction(action, mask)), actual))
  }
  return carryOut()
}

/** Why it is another element, or none; null when it is the same. */
function driftOf(before: PageElement, count: number, found: PageElement | undefined): string | null {
  const known = describeTarget(before)
  if (!found) return `${capitalised(known)} was not found any more.`
  if (count > 1) return `There are now ${count} of ${known}.`
  if (found.role === before.role && sameWords(found.name, before.name)) return null
  return `In place of ${known} there is now ${describeTarget(found)}.`
}

/** Why the one at this place is another one than before; null when it is the same, as far as the page shows it. */
async function moveOf(
  { context, step, fill }: Attempt,
  element: PageElement,
  nth: number | undefined,
  near: string,
): Promise<string | null> {
  const { nodes } = await context.session.snapshot()
  const at = placesOf(nodes, element)[nth ?? 0]
  const now = at === undefined ? near : nearText(nodes, at)
  if (isSameNear(near, now, fillIn(step.instruction, fill))) return null
  const which = nth === undefined ? '' : `, number ${nth + 1},`
  return `${capitalised(describeTarget(element))}${which} was next to ${quoted(near)}, and is now next to ${quoted(now)}.`
}

function sameWords(one: string, other: string): boolean {
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  return plain(one) === plain(other)
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function isSomewhere({ kind, expect }: StepAction): boolean {
  return kind === 'assert' && (expect === 'visible' || expect === 'text')
}

/** Between look and action the page may change. */
async function unlessGone(carryOut: () => Promise<CachedTry>): Promise<CachedTry> {
  try {
    return await carryOut()
  } catch (error) {
    if (!(error instanceof BrowserFailure && error.fault === 'not_found')) throw error
    return drifted('element_not_found', error.message)
  }
}

function drifted(code: StepFailure['code'], message: string): CachedTry {
  return { is: 'drifted', failure: new StepFailure(code, message) }
}
