/** What a step does, as its params, an earlier run or a reader have it. */
import type { FlowStep, Target } from '@atrium/contract/flow-steps'
import type { PerformedAction } from '@atrium/contract/test-runs'
import type { PageAction, PageExpectation, PageTarget } from '../../../ports/browser/port.ts'
import type { CachedAction } from './cached-action.ts'
import { type FillOptions, fillIn, fillInToShow, withNames } from './variables.ts'

/** The form in which it is kept, without what is known of the element. */
export interface StepAction extends Omit<CachedAction, 'role' | 'name' | 'near'> {
  file: PageAction['file']
}

/** The path that stands for the page as it is. */
export const RELOAD = ''

export const NOTHING: Omit<StepAction, 'kind'> = {
  path: null,
  action: null,
  expect: null,
  target: null,
  value: null,
  count: null,
  milliseconds: null,
  file: null,
}

/** What the params say exactly; null when the instruction has to be understood. */
export function actionOfParams({ kind, params }: FlowStep): StepAction | null {
  if (params === null || (kind === 'extract' && params.target === undefined)) return null
  const { as: _, ...given } = params
  return { ...NOTHING, ...given, kind, expect: kind === 'assert' ? (params.expect ?? 'visible') : null }
}

/** What it expects of the page, where it is an assert or waits for something. */
export function expectationOf({ kind, expect, target, value, count }: StepAction): PageExpectation {
  const wanted = kind === 'wait' ? 'visible' : (expect ?? 'visible')
  // Without an element the text stands for one, wherever it is on the page.
  if (target !== null || wanted === 'url' || wanted === 'title')
    return { expect: wanted, target, value, count }
  if (wanted === 'visible' || wanted === 'text') return { expect: 'text', target: null, value, count }
  return { expect: wanted, target: { text: value ?? '' }, value: null, count }
}

export function filledAction(action: StepAction, options: FillOptions): StepAction {
  return mapTexts(action, (text) => fillIn(text, options))
}

/** With the names of values in place of the values, so that it fits runs with other values. */
export function namedAction(action: StepAction, options: FillOptions): StepAction {
  return mapTexts(action, (text) => withNames(text, options))
}

/** For messages, which shorten what they quote: a part of a secret would not be found any more. */
export function maskedAction(action: StepAction, mask: (text: string) => string): StepAction {
  return mapTexts(action, mask)
}

/** For people: without secrets. */
export function performedOf(
  action: StepAction,
  options: FillOptions,
  mask: (text: string) => string,
): PerformedAction {
  const shown = mapTexts(action, (text) => mask(fillInToShow(text, options)))
  const pause = action.milliseconds === null ? null : `${action.milliseconds} ms`
  const value = (shown.path || null) ?? shown.value ?? action.file?.name ?? pause
  return {
    action: action.action,
    target: shown.target,
    value: value?.slice(0, MOST_SHOWN).toWellFormed() ?? null,
  }
}

/** Of what was typed or expected. */
const MOST_SHOWN = 2_000

function mapTexts(action: StepAction, change: (text: string) => string): StepAction {
  const { path, value, target } = action
  return {
    ...action,
    path: path === null ? null : change(path),
    value: value === null ? null : change(value),
    target: target === null ? null : mapTarget(target, change),
  }
}

function mapTarget(target: Target, change: (text: string) => string): Target {
  const entries = Object.entries(target).map(([name, value]) => [
    name,
    // A role is a word of the web.
    typeof value === 'string' && name !== 'role' ? change(value) : value,
  ])
  return Object.fromEntries(entries) as Target
}

/** As the API writes it; fields that are not set are left out. */
export function targetOfPage(target: PageTarget): Target {
  return Object.fromEntries(Object.entries(target).filter(([, value]) => value !== undefined)) as Target
}
