/** What is kept of a step that was understood, for later runs. */
import { isDeepStrictEqual } from 'node:util'
import type { Healed } from '@atrium/contract/test-runs'
import { withoutBase } from '../site-path.ts'
import type { Attempt } from './attempt.ts'
import type { CachedAction } from './cached-action.ts'
import { namedAction, performedOf, RELOAD, type StepAction } from './step-action.ts'
import type { ChoiceTry } from './try-choice.ts'
import { openNamesOf, withNames } from './variables.ts'

export type DoneChoice = Extract<ChoiceTry, { is: 'done' }>

/** Null for what must not or cannot be kept. */
export function learnedFrom(
  { context, fill, mask }: Attempt,
  { action, element, near, isReload }: DoneChoice,
): CachedAction | null {
  // That an element is gone says nothing of the one that takes its place.
  if (action.expect === 'hidden' && element !== null) return null
  // Neither does the place of an element without a name say which one it is.
  const isByPlace = action.target?.css !== undefined || (action.target?.nth !== undefined && near === '')
  if (action.kind === 'act' && element?.name === '' && isByPlace) return null
  const options = { ...fill, only: openNamesOf(fill.only) }
  const {
    kind,
    path,
    action: name,
    expect,
    target,
    value,
    count,
    milliseconds,
  } = namedAction(action, options)
  const learned: CachedAction = {
    ...{ kind, action: name, expect, target },
    path: isReload ? RELOAD : path && withinSite(path, context),
    role: element?.role ?? null,
    name: element && withNames(element.name, options),
    ...{ value, count, milliseconds },
    ...(action.as !== undefined && { as: action.as }),
    ...(near !== '' && { near: withNames(near, options) }),
  }
  const text = JSON.stringify(learned)
  // What a value has led to, without a trace of it, would be done for another value as well.
  if (![...options.only].every((used) => text.includes(`{{${used}}}`))) return null
  const masked = JSON.stringify(learned, (_, value) => (typeof value === 'string' ? mask(value) : value))
  return masked === text ? learned : null
}

/** Runs may begin at another address, such as a preview. */
function withinSite(path: string, { startUrl, base }: Attempt['context']): string {
  const origin = URL.parse(startUrl)?.origin
  if (origin === undefined || !path.startsWith(`${origin}/`)) return path
  return withoutBase(path.slice(origin.length), base) ?? path
}

/** What is to be reported of an element that was found in another way than before. */
export function healedFrom(
  { fill, mask }: Attempt,
  cached: CachedAction,
  action: StepAction,
  reason: string,
): Healed | null {
  const targetOf = (one: StepAction) => {
    const { target, value } = performedOf(one, fill, mask)
    return target ?? (one.kind === 'assert' && value !== null ? { text: value } : null)
  }
  const before = targetOf({ ...cached, file: null })
  const after = targetOf(action)
  if (!before || !after || isDeepStrictEqual(before, after)) return null
  return { before, after, reason: mask(reason) }
}
