import type { FlowStep } from '@atrium/contract/flow-steps'
import type { PageSnapshot } from '../../../../ports/browser/port.ts'
import type { StepChoice } from '../step-reader.ts'
import { treeOf } from './page-tree.ts'
import { readAct } from './read-act.ts'
import { readAssert } from './read-assert.ts'
import { readExtract } from './read-extract.ts'
import { readIntent } from './read-intent.ts'
import { notUnderstood } from './refusals.ts'

/** What the step means on this page. */
export function readStep(
  { kind, instruction }: Pick<FlowStep, 'kind' | 'instruction'>,
  snapshot: PageSnapshot,
): StepChoice {
  const understood = readIntent(instruction, kind === 'assert')
  const { intent } = understood
  const tree = treeOf(snapshot)
  switch (intent.kind) {
    case 'unclear':
      return notUnderstood(intent.reason)
    case 'navigate':
      return { kind: 'navigate', path: intent.path ?? snapshot.url }
    case 'wait':
      return { kind: 'wait', milliseconds: intent.milliseconds, ref: null, text: null }
    case 'wait_for':
      return waited(readAssert({ tree, snapshot }, understood, intent.claim))
    case 'assert':
      return readAssert({ tree, snapshot }, understood, intent.claim)
    case 'extract':
      return readExtract(tree, understood, intent)
    default:
      return readAct(tree, understood, intent)
  }
}

/** What is waited for to appear; everything else is expected, which waits as well. */
function waited(choice: StepChoice): StepChoice {
  if (choice.kind !== 'assert' || choice.expect !== 'visible') return choice
  const { ref, value, target } = choice
  const wait = { kind: 'wait', milliseconds: null, ref, text: ref === null ? value : null } as const
  return target === undefined ? wait : { ...wait, target }
}
