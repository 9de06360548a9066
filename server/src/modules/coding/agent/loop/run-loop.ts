import { SessionFailed } from '../session-failed.ts'
import { askCoder } from './ask-coder.ts'
import { carryOutCalls, type MadeCall } from './carry-out-calls.ts'
import type { ToolCall } from './coder.ts'
import { fitTurn } from './fit-turn.ts'
import type { LoopEnd, LoopOptions } from './loop.ts'
import { answerOpenCalls, turnsOf } from './turns.ts'

export type { Journal, LoopEnd, LoopOptions } from './loop.ts'

/**
 * Asks the coder, does what it says and shows it what came of it, until it has finished or needs a person. Throws
 * `SessionFailed`, or the reason of the signal.
 */
export async function runLoop(options: LoopOptions): Promise<LoopEnd> {
  const { journal, signal } = options
  const failures = new Map<string, number>()
  const repeated = await repeatTurns(options, failures)
  const entries = answerOpenCalls([...journal.entries, ...repeated.made])
  if (repeated.end) return repeated.end
  const left = { ...options.limits }
  for (;;) {
    signal.throwIfAborted()
    entries.push(...(await journal.takeMessages()))
    requireBudget(left)
    const turn = fitTurn(await askCoder(options, entries))
    left.steps -= 1
    if (left.tokens !== null) left.tokens -= turn.usage.input_tokens + turn.usage.output_tokens
    if (left.costMicros !== null) left.costMicros -= turn.cost_micros
    await journal.storeTurn(turn)
    const { text, calls } = turn
    entries.push({ type: 'turn', text, calls })
    const { made, end } = await carryOutCalls(options, calls, failures)
    entries.push(...made)
    if (calls.some((call) => mayChangeFiles(options, call))) await journal.saveFiles()
    if (end) return end
    if (calls.length === 0) return { kind: 'finished', summary: text }
  }
}

/** What was done and is not in the files is done again; what was decided and not done is done now. */
async function repeatTurns(
  options: LoopOptions,
  failures: Map<string, number>,
): Promise<{ made: MadeCall[]; end: LoopEnd | null }> {
  const { journal, tools, copy, commands, signal } = options
  const turns = turnsOf(journal.entries)
  for (const { calls, results } of turns.slice(journal.savedTurns))
    for (const call of calls) {
      signal.throwIfAborted()
      const tool = tools.find(({ name }) => name === call.tool)
      // Its result is known and stays as it is.
      if (tool && results.get(call.id)?.wasMade) await tool.run({ copy, commands, signal }, call.input)
    }
  const last = turns.at(-1)
  if (!last?.isLast) return { made: [], end: null }
  const open = last.calls.filter(({ id }) => !last.results.has(id))
  const { made, end } = await carryOutCalls(options, open, failures)
  await journal.saveFiles()
  return { made, end: end ?? (last.calls.length === 0 ? { kind: 'finished', summary: last.text } : null) }
}

function mayChangeFiles({ tools }: LoopOptions, { tool: name }: ToolCall): boolean {
  const tool = tools.find((one) => one.name === name)
  return tool !== undefined && tool.readsOnly !== true
}

function requireBudget({ steps, tokens, costMicros }: LoopOptions['limits']): void {
  if (steps <= 0)
    throw new SessionFailed(
      'step_limit',
      'It took as many steps as it may and did not finish. Send a message to let it go on, or ask for less at once.',
    )
  if ((tokens !== null && tokens <= 0) || (costMicros !== null && costMicros <= 0))
    throw new SessionFailed(
      'budget_exceeded',
      'It used what a session may use of the language model. Ask for less at once, or ask the operator to raise CODING_LIMITS.',
    )
}
