import { checkFor } from '../../../../platform/fitting-value.ts'
import { plainText } from '../../../../platform/text/plain-text.ts'
import { shortenMiddle } from '../../../../platform/text/shorten.ts'
import { failureOf } from '../failure-of.ts'
import { SessionFailed } from '../session-failed.ts'
import type { Entry, ToolCall } from './coder.ts'
import { MAX_CALLS, TOO_LONG } from './fit-turn.ts'
import type { LoopEnd, LoopOptions } from './loop.ts'
import type { AgentTool, ToolOutcome } from './tool.ts'
import { NOT_MADE } from './turns.ts'

export type MadeCall = Entry & { type: 'tool_result' }

/** Of one result, as it is stored and shown to the coder. */
const MAX_OUTPUT = 30_000
/** How often the very same call may fail in the very same way before the pass ends (G578). */
export const MOST_FAILURES = 6

/** Makes the calls of a turn, in their order, until one of them ends the loop. `failures` counts those of the pass. */
export async function carryOutCalls(
  options: LoopOptions,
  calls: readonly ToolCall[],
  failures: Map<string, number>,
): Promise<{ made: MadeCall[]; end: LoopEnd | null }> {
  const { journal, signal } = options
  const made: MadeCall[] = []
  for (const [at, call] of calls.entries()) {
    signal.throwIfAborted()
    const began = performance.now()
    const outcome =
      at < MAX_CALLS ? await makeCall(options, call) : refused(`at most ${MAX_CALLS} at a time.`)
    signal.throwIfAborted()
    const end = endOf(outcome)
    if (end) return { made, end }
    if (outcome.kind === 'plan') await journal.storePlan(outcome.items)
    const { text, is_error } = outcome.kind === 'output' ? outcome : PLANNED
    const output = shortenMiddle(plainText(text), MAX_OUTPUT)
    await journal.storeResult(call, { output, is_error, duration_ms: Math.round(performance.now() - began) })
    made.push({ type: 'tool_result', call_id: call.id, output, is_error })
    if (is_error) countFailure(failures, call, output)
  }
  return { made, end: null }
}

const PLANNED = { text: 'The plan is updated.', is_error: false }

async function makeCall(
  { tools, copy, commands, signal }: LoopOptions,
  { tool: name, input }: ToolCall,
): Promise<ToolOutcome> {
  const tool = tools.find((one) => one.name === name)
  if (!tool) return refused(`there is no tool ${name}. There are ${tools.map((one) => one.name).join(', ')}.`)
  if (input === TOO_LONG) return refused('the input is too long; do it in smaller parts.')
  const fault = faultOf(tool, input)
  if (fault !== null) return refused(`the input does not fit. ${fault}`)
  try {
    return await tool.run({ copy, commands, signal }, input)
  } catch (error) {
    signal.throwIfAborted()
    throw failureOf(error) ?? error
  }
}

const faultOf = (tool: AgentTool, input: unknown) => checkFor(tool.input)(input)

function refused(why: string): ToolOutcome {
  return { kind: 'output', text: `${NOT_MADE}${why}`, is_error: true }
}

/** Such calls have no result: where the loop is resumed before its end is stored, they are made again. */
function endOf(outcome: ToolOutcome): LoopEnd | null {
  if (outcome.kind === 'finish') return { kind: 'finished', summary: outcome.summary }
  return outcome.kind === 'question' || outcome.kind === 'approval' ? outcome : null
}

/** By what came of it too: tests that fail in another way after each change are no reason to give up. */
function countFailure(failures: Map<string, number>, { tool, input }: ToolCall, output: string): void {
  const key = JSON.stringify([tool, input, output])
  const count = (failures.get(key) ?? 0) + 1
  failures.set(key, count)
  if (count >= MOST_FAILURES)
    throw new SessionFailed(
      'step_limit',
      `It tried the same call of ${tool} ${count} times, and each failed. Say in a message how to go on.`,
    )
}
