import type { SentStep } from '@atrium/contract/flow-steps'
import { lexWords, type Token } from './lexer.ts'
import { readIntent } from './read-intent.ts'
import { conditionAt, fronted, secondStepAt, withoutFillers } from './sentence.ts'
import { kindOf } from './step-kind.ts'

/** As the `instruction` of a step. */
const MAX_INSTRUCTION = 1_000

/**
 * The steps that a goal says: one for each line, bullet, sentence, or part of one that begins with a verb. Prose without any
 * such part is no plan; next to steps, a sentence that nobody understands stays, so that it fails instead of being passed over.
 */
export function planGoal(goal: string): SentStep[] {
  const parts = goal.split(/\r?\n/).flatMap(partsOfLine)
  if (!parts.some(asksForSomething)) return []
  return parts.map((part) => ({ kind: kindOf(part), instruction: part.slice(0, MAX_INSTRUCTION) }))
}

function asksForSomething(part: string): boolean {
  const { intent } = readIntent(part, false)
  return intent.kind !== 'name' && intent.kind !== 'unclear'
}

function partsOfLine(line: string): string[] {
  // Titles say what follows, not what to do.
  if (/^\s*#/.test(line) || /:\s*$/.test(line)) return []
  return sentencesOf(lexWords(line)).flatMap((sentence) => stepsOf(line, sentence))
}

const ENDS = new Set(['.', '!', '?', ';'])
const SHORTENED = new Set(['e.g', 'i.e', 'etc', 'vs', 'approx', 'no', 'mr', 'mrs', 'dr'])

function sentencesOf(tokens: readonly Token[]): Token[][] {
  const sentences: Token[][] = []
  let sentence: Token[] = []
  let next = 1
  for (const [at, token] of tokens.entries()) {
    const follows = tokens[at + 1]
    // "1. Open … 2. Click …" in one line: only numbers that count on begin a sentence.
    if (token.low === String(next) && follows?.low === '.' && (next > 1 || at === 0)) {
      if (sentence.length > 0) sentences.push(sentence)
      sentence = []
      next++
    } else if (token.kind === 'mark' && ENDS.has(token.low) && !SHORTENED.has(tokens[at - 1]?.low ?? '')) {
      if (sentence.length > 0) sentences.push(sentence)
      sentence = []
    } else sentence.push(token)
  }
  return sentence.length > 0 ? [...sentences, sentence] : sentences
}

function stepsOf(line: string, sentence: readonly Token[]): string[] {
  const steps: string[] = []
  let tokens = withoutFillers(sentence)
  while (tokens.length > 0) {
    const cut = conditionAt(tokens) ? null : secondStepAt(tokens, beginningOf(tokens))
    const step = cut === null ? tokens : tokens.slice(0, cut.end)
    const text = line.slice(step[0]?.start ?? 0, step.at(-1)?.end ?? 0).trim()
    if (/[\p{L}\p{N}]/u.test(text)) steps.push(text)
    tokens = cut === null ? [] : withoutFillers(tokens.slice(cut.start))
  }
  return steps
}

/** Behind "in the dialog,", which belongs to what is done there. */
function beginningOf(tokens: readonly Token[]): number {
  const front = fronted(tokens)
  return front === null ? 1 : tokens.length - front.rest.length + 1
}
