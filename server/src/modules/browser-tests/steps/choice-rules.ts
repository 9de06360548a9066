import type { FlowStep } from '@atrium/contract/flow-steps'
import type { PageSnapshot } from '../../../ports/browser/port.ts'
import type { StepChoice } from './step-reader.ts'

type Understood = Exclude<StepChoice, { kind: 'not_understood' }>

/** Why a choice cannot be what the step asks for; null when it can. */
export function problemOfChoice(
  kind: FlowStep['kind'],
  choice: Understood,
  { nodes }: PageSnapshot,
): string | null {
  if (!fitsKind(kind, choice))
    return `It is a step of the kind ${kind}, but was understood as one of the kind ${choice.kind}.`
  if ('ref' in choice && choice.ref !== null && nodes.every(({ ref }) => ref !== choice.ref))
    return 'It was understood as something that is not on the page.'
  return lacks(choice) ? 'It does not say enough to be done.' : null
}

/**
 * A step that checks must not act, and one that acts must not merely look: it would pass without having done what it
 * says. To open a page may be a click, and to wait for something is to expect it.
 */
export function fitsKind(
  kind: FlowStep['kind'],
  chosen: { kind: FlowStep['kind']; milliseconds?: number | null },
): boolean {
  if (kind === chosen.kind) return true
  if (kind === 'navigate' || kind === 'act') return chosen.kind === 'navigate' || chosen.kind === 'act'
  if (kind === 'wait') return chosen.kind === 'assert'
  return kind === 'assert' && chosen.kind === 'wait' && (chosen.milliseconds ?? null) === null
}

function lacks(choice: Understood): boolean {
  switch (choice.kind) {
    case 'navigate':
      return choice.path === ''
    case 'act':
      if (choice.action === 'press') return choice.value === null
      return choice.ref === null || (NEEDS_VALUE.has(choice.action) && choice.value === null)
    case 'assert':
      if (NEEDS_VALUE.has(choice.expect) && choice.value === null) return true
      if (choice.expect === 'count' && choice.count === null) return true
      if (choice.ref !== null || choice.target || choice.expect === 'url' || choice.expect === 'title')
        return false
      return choice.value === null || choice.expect === 'value'
    case 'extract':
      return false
    case 'wait':
      return choice.milliseconds === null && choice.ref === null && choice.text === null && !choice.target
  }
}

const NEEDS_VALUE: ReadonlySet<string> = new Set(['fill', 'select', 'text', 'value', 'url', 'title'])
