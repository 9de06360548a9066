/** How many steps in words the rules understand, and how many wrongly; those by another hand have led to rules since. */
import { readStep } from '../server/src/modules/browser-tests/steps/plain-english/read-step.ts'
import { kindOf } from '../server/src/modules/browser-tests/steps/plain-english/step-kind.ts'
import type { StepChoice } from '../server/src/modules/browser-tests/steps/step-reader.ts'
import { EIGHTH, EIGHTH_TRAPS } from './tests-understanding-eighth.ts'
import { OTHERS, OTHERS_TRAPS } from './tests-understanding-others.ts'
import type { Case, Wanted } from './tests-understanding-scene.ts'
import { SEVENTH, SEVENTH_TRAPS } from './tests-understanding-seventh.ts'
import { SIXTH, SIXTH_TRAPS } from './tests-understanding-sixth.ts'
import { STEPS, TRAPS } from './tests-understanding-steps.ts'
import { STRANGERS, STRANGERS_TRAPS } from './tests-understanding-strangers.ts'

export async function testsUnderstanding(): Promise<void> {
  console.log('\ntests-understanding: steps in words, read by rules')
  report('60 steps on 5 pages', STEPS)
  report('10 that must be left alone', TRAPS)
  report('20 on a sixth page', SIXTH)
  report('5 that must be left alone', SIXTH_TRAPS)
  report('20 on a seventh page', SEVENTH)
  report('5 that must be left alone', SEVENTH_TRAPS)
  report('20 on an eighth page', EIGHTH)
  report('5 that must be left alone', EIGHTH_TRAPS)
  report('60 by another hand, 5 pages', OTHERS)
  report('8 that must be left alone', OTHERS_TRAPS)
  report('60 by a third hand, 5 pages', STRANGERS)
  report('8 that must be left alone', STRANGERS_TRAPS)
}

function report(title: string, cases: readonly Case[]): void {
  const begin = performance.now()
  const read = cases.map((each) => ({ each, choice: choiceOf(each) }))
  const time = (performance.now() - begin) / cases.length
  const right = read.filter(({ each, choice }) => isRight(choice, each))
  const wrong = read.filter(({ each, choice }) => choice.kind !== 'not_understood' && !isRight(choice, each))
  console.log(
    `  ${title.padEnd(28)} right ${share(right.length, cases.length)}   wrong ${share(wrong.length, cases.length)}   ${time.toFixed(2)} ms a step`,
  )
  for (const { each, choice } of read) {
    if (!isRight(choice, each)) console.log(`    ${each.words}\n      ${JSON.stringify(choice)}`)
  }
}

function choiceOf({ page, words }: Case): StepChoice {
  return readStep({ kind: kindOf(words), instruction: words }, page)
}

function share(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1).padStart(5)} %`
}

/** Whether a choice is one of those that are right. */
function isRight(choice: StepChoice, { right }: Case): boolean {
  return right.some((wanted) => fits(choice, wanted))
}

function fits(choice: StepChoice, wanted: Wanted): boolean {
  switch (wanted.kind) {
    case 'navigate':
      return choice.kind === 'navigate' && choice.path === wanted.path
    case 'act':
      return (
        choice.kind === 'act' &&
        choice.action === wanted.action &&
        choice.ref === wanted.ref &&
        choice.value === wanted.value
      )
    case 'assert':
      return (
        choice.kind === 'assert' &&
        choice.expect === wanted.expect &&
        choice.ref === wanted.ref &&
        choice.count === wanted.count &&
        (wanted.value === null || same(choice.value, wanted.value))
      )
    case 'extract':
      return choice.kind === 'extract' && choice.ref === wanted.ref
    case 'wait':
      return (
        choice.kind === 'wait' &&
        choice.milliseconds === wanted.milliseconds &&
        choice.ref === wanted.ref &&
        (wanted.text === null || same(choice.text, wanted.text))
      )
    case 'not_understood':
      return choice.kind === 'not_understood'
  }
}

/** Texts on a page are looked for without regard to case. */
function same(found: string | null, wanted: string): boolean {
  return found?.toLowerCase() === wanted.toLowerCase()
}
