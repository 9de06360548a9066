import {
  type Expectation,
  FINDERS,
  type Finder,
  idsOf,
  type PageAction,
  type StepKind,
  type StepParams,
  type Target,
} from './step-words.ts'
import { words } from './words.ts'

/** What each kind of step begins with. */
export const EXACT_STARTS: Record<StepKind, StepParams> = {
  navigate: { path: '/' },
  act: { action: 'click', target: { role: 'button', name: '' } },
  assert: { expect: 'visible', target: { text: '' } },
  extract: { target: { role: '' }, as: '' },
  wait: { milliseconds: 1_000 },
}

/** Where a step may also be about the page as a whole. */
export const mayLackTarget = (kind: StepKind, { action, expect }: StepParams) =>
  kind === 'extract' || (kind === 'act' && action === 'press') || (kind === 'assert' && expect === 'text')

/** What a step waits for: so long, until a text is there, or until an element is. */
export const WAITS = { milliseconds: words.soLong, value: 'A text', target: 'An element' } as const
export const WAIT_STARTS: Record<keyof typeof WAITS, StepParams> = {
  milliseconds: { milliseconds: 1_000 },
  value: { value: '' },
  target: { target: { role: 'button', name: '' } },
}

/** As it is sent: what was left empty is not meant. */
export function withoutBlanks(params: StepParams): StepParams {
  const { target } = params
  if (target?.name !== '') return params
  const { name: _blank, ...others } = target
  return { ...params, target: others }
}

export const needsValue = (action: PageAction) =>
  action === 'fill' || action === 'select' || action === 'press'

/** What is true of the page as a whole. */
export const isTargetless = (expect: Expectation) => expect === 'url' || expect === 'title'

export const finderOf = (target: Target): Finder =>
  idsOf(FINDERS).find((finder) => target[finder] !== undefined) ?? 'role'

/** The same element, found in another way; the words go along. */
export function foundBy(finder: Finder, target: Target): Target {
  const { exact, nth } = target
  const text = target.name ?? target[finderOf(target)] ?? ''
  return {
    ...(finder === 'role' ? { role: 'button', name: text } : { [finder]: text }),
    ...(exact !== undefined && { exact }),
    ...(nth !== undefined && { nth }),
  }
}
