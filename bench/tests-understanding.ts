/** How many steps in words the rules understand, and how many wrongly; those by another hand have led to rules since. */
import { readStep } from '../server/src/modules/browser-tests/steps/plain-english/read-step.ts'
import { kindOf } from '../server/src/modules/browser-tests/steps/plain-english/step-kind.ts'
import type { StepChoice } from '../server/src/modules/browser-tests/steps/step-reader.ts'
import { EIGHTH } from './tests-understanding/eighth.ts'
import { FIRST } from './tests-understanding/first.ts'
import { OTHERS } from './tests-understanding/others.ts'
import { SEVENTH } from './tests-understanding/seventh.ts'
import { SIXTH } from './tests-understanding/sixth.ts'
import type { PageSteps, StepSet, Wanted } from './tests-understanding/step-set.ts'
import { STRANGERS } from './tests-understanding/strangers.ts'

/** In the order in which they were written. */
const SETS: readonly StepSet[] = [FIRST, SIXTH, SEVENTH, EIGHTH, OTHERS, STRANGERS]

interface Case {
  page: PageSteps['page']
  words: string
  right: readonly Wanted[]
}

export async function testsUnderstanding(): Promise<void> {
  console.log('\ntests-understanding: steps in words, read by rules')
  for (const { title, pages } of SETS) {
    report(title, pages.flatMap(stepsOf))
    report('that must be left alone', pages.flatMap(trapsOf))
  }
}

function stepsOf({ page, steps }: PageSteps): Case[] {
  return steps.map(([words, ...right]) => ({ page, words, right }))
}

function trapsOf({ page, traps }: PageSteps): Case[] {
  return traps.map((words) => ({ page, words, right: [{ kind: 'not_understood' }] }))
}

function report(title: string, cases: readonly Case[]): void {
  const begin = performance.now()
  const read = cases.map((each) => ({ each, choice: choiceOf(each) }))
  const time = (performance.now() - begin) / cases.length
  const notRight = read.filter(({ each, choice }) => !isRight(choice, each))
  const wrong = notRight.filter(({ choice }) => choice.kind !== 'not_understood')
  const right = cases.length - notRight.length
  console.log(
    `  ${`${cases.length} ${title}`.padEnd(28)} right ${share(right, cases.length)}   wrong ${share(wrong.length, cases.length)}   ${time.toFixed(2)} ms a step`,
  )
  for (const { each, choice } of notRight) console.log(`    ${each.words}\n      ${JSON.stringify(choice)}`)
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
