import type { FlowStep, SentStep } from '@atrium/contract/flow-steps'
import type { Static, TSchema } from 'typebox'
import type { PageSnapshot } from '../../../ports/browser/port.ts'
import {
  type LanguageModel,
  type ModelMessage,
  ModelUnavailable,
} from '../../../ports/language-model/port.ts'
import { problemOfChoice } from './choice-rules.ts'
import { ANSWERS, type Answers, PlanAnswer } from './model-answer.ts'
import { PLAN_TASK, pagePrompt, systemPrompt } from './model-prompt.ts'
import type { PlanRequest, ReadRequest, StepChoice, StepReader } from './step-reader.ts'
import { fillIn, variablesIn } from './variables.ts'

/** For one answer, its repair included. */
const LONGEST_MS = 30_000
/** The second time with what was wrong about the first one. */
const MOST_TRIES = 2

/** Lets a model choose among what is on the page. What it chooses is held against the page, not believed. */
export function createModelReader(languageModel: LanguageModel): StepReader {
  async function ask<S extends TSchema>(
    request: PlanRequest,
    question: { feature: string; system: string; schema: S; messages: readonly ModelMessage[] },
  ): Promise<Static<S>> {
    const { usedBy, secrets, signal } = request
    request.onModelCall?.()
    const { value } = await languageModel.object({
      ...question,
      usedBy,
      secrets,
      signal,
      timeoutMs: LONGEST_MS,
    })
    return value
  }

  async function choose<Kind extends FlowStep['kind']>(
    request: ReadRequest,
    kind: Kind,
  ): Promise<StepChoice> {
    const messages: ModelMessage[] = [{ role: 'user', content: pagePrompt(request) }]
    let problem = ''
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const question = { feature: 'tests.read', system: systemPrompt(kind), schema: ANSWERS[kind], messages }
      // The schema is the one of this kind.
      const answer = (await ask(request, question)) as Answers[Kind]
      const choice = choiceOf(kind, answer)
      const found = problemWith(choice, answer, request)
      if (found === null) return choice
      problem = found
      messages.push(
        { role: 'assistant', content: JSON.stringify(answer) },
        { role: 'user', content: `That cannot be: ${problem} Choose again.` },
      )
    }
    return { kind: 'not_understood', reason: `The language model chose nothing usable. ${problem}` }
  }

  return {
    resolvedBy: 'model',
    async plan(request) {
      const { goal } = request
      const messages = [{ role: 'user' as const, content: `Goal: ${JSON.stringify(goal)}` }]
      const question = { feature: 'tests.plan', system: PLAN_TASK, schema: PlanAnswer, messages }
      const { steps } = await ask(request, question)
      return steps.map(
        (step): SentStep => ({ ...step, instruction: onlyVariablesOf(goal, step.instruction) }),
      )
    },
    async read(request) {
      try {
        return await choose(request, request.step.kind)
      } catch (error) {
        // It is there and works; it only finds no answer to this.
        if (!(error instanceof ModelUnavailable && error.reason === 'unusable')) throw error
        return { kind: 'not_understood', reason: 'The language model found no usable answer.' }
      }
    },
  }
}

function choiceOf<Kind extends FlowStep['kind']>(kind: Kind, answer: Answers[Kind]): StepChoice {
  const { problem, is_missing } = answer
  return problem === null ? CHOICES[kind](answer) : { kind: 'not_understood', reason: problem, is_missing }
}

/** By the kind of the step, whatever else the answer holds. */
const CHOICES: { [Kind in FlowStep['kind']]: (answer: Answers[Kind]) => StepChoice } = {
  navigate: ({ path, ref }) =>
    path === null ? { kind: 'act', action: 'click', ref, value: null } : { kind: 'navigate', path },
  act: ({ action, ref, value }) => ({ kind: 'act', action, ref, value }),
  assert: ({ expect, ref, value, count }) => ({ kind: 'assert', expect, ref, value, count }),
  extract: ({ ref }) =>
    ref === null ? { kind: 'not_understood', reason: 'Nothing was chosen.' } : { kind: 'extract', ref },
  wait: ({ milliseconds, ref, text }) => ({ kind: 'wait', milliseconds, ref, text }),
}

/** Why it cannot be what the step asks for on this page; null when it can. */
function problemWith(
  choice: StepChoice,
  answer: Answers[FlowStep['kind']],
  { step, snapshot }: ReadRequest,
): string | null {
  if (choice.kind === 'not_understood') return null
  const problem = problemOfChoice(step.kind, choice, snapshot)
  if (problem !== null || choice.kind !== 'assert' || !('quotes' in answer)) return problem
  if (answer.ref !== null && answer.quotes.length === 0) return 'There is no quote of the page for it.'
  const page = plain(pageTextOf(snapshot))
  const isQuoted = answer.quotes.every((quote) => page.includes(plain(quote)))
  return isQuoted ? null : 'A quote does not stand on the page.'
}

function pageTextOf({ nodes, text, title, url }: PageSnapshot): string {
  return [text, title, url, ...nodes.flatMap(({ name, value }) => [name, value ?? ''])].join('\n')
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
}

/** Braces around what the goal does not name are the model's own, and stand for nothing. */
function onlyVariablesOf(goal: string, instruction: string): string {
  const known = new Set(variablesIn(goal))
  const own = variablesIn(instruction).filter((name) => !known.has(name))
  return fillIn(instruction, { values: new Map(own.map((name) => [name, name])), only: new Set(own) })
}
