import type { FlowStep } from '@atrium/contract/flow-steps'
import { isStartPage, readIntent } from './read-intent.ts'

/** The kind of a step in words: what it says, whatever the page may be. */
export function kindOf(instruction: string): FlowStep['kind'] {
  const { intent } = readIntent(instruction, false)
  switch (intent.kind) {
    case 'navigate':
    case 'assert':
    case 'wait':
    case 'extract':
      return intent.kind
    case 'wait_for':
      return 'wait'
    case 'visit':
      return isStartPage(intent.what) ? 'navigate' : 'act'
    default:
      return 'act'
  }
}
