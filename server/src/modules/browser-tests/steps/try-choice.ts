import {
  BrowserFailure,
  type PageElement,
  type PageSnapshot,
  type PageTarget,
} from '../../../ports/browser/port.ts'
import type { Attempt } from './attempt.ts'
import { addressOf, carryOutAction } from './carry-out-action.ts'
import { problemOfChoice } from './choice-rules.ts'
import { quoted } from './describe-target.ts'
import { filledAction, NOTHING, performedOf, type StepAction, targetOfPage } from './step-action.ts'
import { StepFailure } from './step-failure.ts'
import type { StepChoice } from './step-reader.ts'
import { nearText } from './surroundings.ts'

export type ChoiceTry =
  /** What was done, and to which element. */
  | {
      is: 'done'
      extracted: string | null
      action: StepAction
      element: PageElement | null
      /** What stands around it, where it is one of several, or part of an item. */
      near: string
      /** The page was loaded again, whatever its address is. */
      isReload: boolean
    }
  /** Nothing was done; when the page has changed, there may be another choice. */
  | { is: 'unusable'; failure: StepFailure }

/** Does what the reader chose, as far as that is within what the step asks for. */
export async function tryChoice(
  attempt: Attempt,
  snapshot: PageSnapshot,
  choice: StepChoice,
): Promise<ChoiceTry> {
  const { context, step, fill, known, mask, time } = attempt
  if (choice.kind === 'not_understood')
    return unusable(choice.is_missing ? 'element_not_found' : 'not_understood', choice.reason)
  const problem = problemOfChoice(step.kind, choice, snapshot)
  if (problem !== null) return unusable('not_understood', problem)
  const place = await placeOf(attempt, choice, snapshot)
  if ('is' in place) return place
  const action = actionOfChoice(choice, place.target)
  const filled = filledAction(action, fill)
  if (filled.kind === 'navigate' && !mayGoTo(attempt, filled.path ?? ''))
    return unusable(
      'host_not_allowed',
      `${quoted(mask(filled.path ?? ''))} is not on the site that is tested.`,
    )
  known.resolved_by = context.reader?.resolvedBy ?? null
  known.performed = performedOf(action, fill, mask)
  try {
    const extracted = await carryOutAction(context, filled, time.leftMs())
    const isReload = action.path === snapshot.url && !step.instruction.includes(snapshot.url)
    return { is: 'done', extracted, action, element: place.element, near: place.near, isReload }
  } catch (error) {
    if (error instanceof BrowserFailure && error.fault === 'not_found')
      return unusable('element_not_found', error.message)
    throw error
  }
}

type Understood = Exclude<StepChoice, { kind: 'not_understood' }>
type Place = { target: PageTarget | null; element: PageElement | null; near: string }

async function placeOf(
  { context }: Attempt,
  choice: Understood,
  { nodes }: PageSnapshot,
): Promise<Place | ChoiceTry> {
  const ref = 'ref' in choice ? choice.ref : null
  if (ref === null) return { target: ('target' in choice && choice.target) || null, element: null, near: '' }
  if (choice.kind === 'assert' && choice.expect === 'count') {
    const role = nodes.find((node) => node.ref === ref)?.role
    return { target: role === undefined ? null : { role }, element: null, near: '' }
  }
  try {
    const target = await context.session.targetOf(ref)
    const { count, elements } = await context.session.find(target)
    const [element] = elements
    const at = nodes.findIndex((node) => node.ref === ref)
    const near = target.role === undefined ? '' : nearText(nodes, at)
    return element && count === 1 ? { target, element, near } : wentAway()
  } catch (error) {
    if (error instanceof BrowserFailure && error.fault === 'not_found') return wentAway()
    throw error
  }
}

function actionOfChoice(choice: Understood, found: PageTarget | null): StepAction {
  const target = found && targetOfPage(found)
  switch (choice.kind) {
    case 'navigate':
      return { ...NOTHING, kind: 'navigate', path: choice.path }
    case 'act':
      return { ...NOTHING, kind: 'act', action: choice.action, target, value: choice.value }
    case 'assert':
      return {
        ...NOTHING,
        kind: 'assert',
        expect: choice.expect,
        target,
        value: choice.value,
        count: choice.count,
      }
    case 'extract':
      return { ...NOTHING, kind: 'extract', target, ...(choice.as !== undefined && { as: choice.as }) }
    case 'wait':
      return { ...NOTHING, kind: 'wait', target, value: choice.text, milliseconds: choice.milliseconds }
  }
}

/** Other hosts only where the person who wrote the step names them: a page could have talked the reader into it. */
function mayGoTo({ context, step }: Attempt, path: string): boolean {
  const { origin, host } = addressOf(path, context)
  const isTested = origin === URL.parse(context.startUrl)?.origin
  return isTested || origin === URL.parse(context.session.url())?.origin || step.instruction.includes(host)
}

function wentAway(): ChoiceTry {
  return unusable('element_not_found', 'The element went away before it could be used.')
}

function unusable(code: StepFailure['code'], message: string): ChoiceTry {
  return { is: 'unusable', failure: new StepFailure(code, message) }
}
