import { MAX_PLAN_ITEMS } from '@atrium/contract/coding-sessions'
import { shorten } from '../../../../platform/text/shorten.ts'
import { CHECKS_FAILED } from '../checks/checks-message.ts'
import { carryOutInstruction } from './carry-out-instruction.ts'
import type { Feed } from './feeds.ts'
import { describeInstruction } from './instruction.ts'
import type { Item } from './item.ts'
import { readInstructions, type Sentinel } from './read-instructions.ts'
import type { Step, StepCall } from './step.ts'
import { summarize } from './summarize.ts'

/**
 * All that the offline coder does, as turns that are given what came of them. It remembers nothing: where a session is
 * resumed, the turns that are stored are gone through from the first.
 */
export function* work(first: Feed): Generator<Step, never, Feed> {
  let feed = first
  let summary = ''
  for (;;) {
    const step: Step = yield* pass(feed.messages, summary)
    summary = summaryOf(step)
    feed = yield step
  }
}

function summaryOf({ calls }: Step): string {
  return String(calls.find(({ tool }) => tool === 'finish')?.input.summary ?? '')
}

/** From messages to the end of what they ask for; returns the last turn. */
function* pass(messages: readonly string[], earlier: string): Generator<Step, Step, Feed> {
  const items: Item[] = []
  const unclear: string[] = []
  let sentinels: ReadonlySet<Sentinel> = new Set()
  const take = (texts: readonly string[]) => {
    for (const text of texts) {
      const understood = readInstructions(text)
      for (const instruction of understood.instructions)
        items.push({ instruction, status: 'waiting', problem: null })
      unclear.push(...understood.unclear)
      // Of the newest only: what failed once can be tried again.
      sentinels = understood.sentinels
    }
  }
  /** Adds what the newest message says of the turn itself, once. */
  const step = (text: string, calls: StepCall[]): Step => {
    const [isSlow, isFailure] = [sentinels.has('[slow]'), sentinels.has('[fail]')]
    sentinels = new Set()
    return { text, calls, ...(isSlow && { isSlow }), ...(isFailure && { isFailure }) }
  }
  const end = (summary: string, plan: StepCall[] = []) =>
    step('', [...plan, { tool: 'finish', input: { summary } }])

  if (messages.length > 0 && messages.every((text) => text.startsWith(CHECKS_FAILED)))
    return end(`${earlier}\n\n${NOT_REPAIRED}`.trim())
  take(messages)
  const asked = sentinels
  if (sentinels.has('[no-change]')) return end('Nothing was changed, as the task says.')
  for (const sentinel of ['[ask]', '[approve]'] as const) {
    if (!asked.has(sentinel)) continue
    const feed: Feed = yield step('', [sentinel === '[ask]' ? ASK : APPROVE])
    take([...feed.messages, ...answersOf(feed)])
    if (isNo(feed)) return end('Nothing was changed: the answer was no.')
    // An answer that asks for nothing else is no task that was not understood.
    unclear.splice(0)
  }
  for (const item of items) {
    item.status = 'doing'
    const carried = carryOutInstruction(item.instruction)
    let next = carried.next([])
    while (!next.done) {
      const feed: Feed = yield step(describeInstruction(item.instruction), [planCall(items), ...next.value])
      take(feed.messages)
      next = carried.next(feed.results.slice(1))
    }
    item.problem = next.value
    item.status = next.value === null ? 'done' : 'skipped'
  }
  return end(summarize(items, unclear), items.length === 0 ? [] : [planCall(items)])
}

/** G586 */
const ASK: StepCall = {
  tool: 'ask_user',
  input: {
    questions: [
      {
        prompt: 'The task says to ask first. Shall it be carried out?',
        options: [
          { label: 'Yes', description: 'Carry it out' },
          { label: 'No', description: 'Change nothing' },
        ],
      },
    ],
  },
}
const APPROVE: StepCall = {
  tool: 'request_approval',
  input: { prompt: 'The task says to wait for an approval. Shall it be carried out?' },
}

function answersOf({ results }: Feed): string[] {
  return results.flatMap((result) => (result && !result.is_error ? [result.output] : []))
}

const NOT_REPAIRED = 'Checks of the repository fail. Without a language model they are not repaired.'

/** The answer is what came of the call, or a message. */
function isNo(feed: Feed): boolean {
  const said = [...feed.messages, ...answersOf(feed)]
  return said.some((text) => NO.test(text))
}

const NO = /(?:^|[:\n“"'>-])\s?(?:no|stop|not approved|refused|declined|rejected|denied)(?=[\s.,!”"']|$)/i

const LONGEST_ITEM = 200

function planCall(items: readonly Item[]): StepCall {
  const shown = items.slice(0, MAX_PLAN_ITEMS).map(({ instruction, status }) => ({
    text: shorten(describeInstruction(instruction), LONGEST_ITEM),
    status,
  }))
  return { tool: 'update_plan', input: { items: shown } }
}
