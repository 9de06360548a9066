import type { PageSnapshot } from '../../../ports/browser/port.ts'
import { readStep } from '../steps/plain-english/read-step.ts'
import { kindOf } from '../steps/plain-english/step-kind.ts'
import type { StepChoice } from '../steps/step-reader.ts'

/** What the rules understand, in one line: `fill #email = a@b.c`; a refusal is `?` and its reason. */
export function readPlainly(page: PageSnapshot, instruction: string): string {
  return inOneLine(readStep({ kind: kindOf(instruction), instruction }, page))
}

function inOneLine(choice: StepChoice): string {
  switch (choice.kind) {
    case 'navigate':
      return `go ${choice.path}`
    case 'act':
      return [choice.action, ref(choice.ref), value(choice.value)].filter((part) => part !== '').join(' ')
    case 'assert': {
      const { expect, target, count } = choice
      const named = target === undefined ? '' : `<${target.role ?? 'css'} ${target.name ?? ''}>`
      const counted = count === null ? '' : String(count)
      return [expect, ref(choice.ref), named, value(choice.value), counted]
        .filter((part) => part !== '')
        .join(' ')
    }
    case 'extract':
      return `extract #${choice.ref}${choice.as === undefined ? '' : ` as ${choice.as}`}`
    case 'wait':
      return ['wait', choice.milliseconds ?? '', ref(choice.ref), choice.text ?? '']
        .filter((part) => part !== '')
        .join(' ')
    case 'not_understood':
      return `? ${choice.reason}`
  }
}

function ref(name: string | null): string {
  return name === null ? '' : `#${name}`
}

function value(text: string | null): string {
  return text === null ? '' : `= ${text}`
}
