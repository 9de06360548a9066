import type { Question } from '@atrium/contract/coding-messages'
import type { SessionEventRow } from '../../tables.ts'
import type { CheckResult } from '../checks/checks.ts'
import type { Entry, ToolCall } from './coder.ts'
import { describeAnswer, type GivenAnswer } from './describe-answer.ts'

type Event = Pick<SessionEventRow, 'type' | 'data'>

/** What the events of a session say about its present pass and all that was said before. */
export interface History {
  entries: Entry[]
  /** Turns that are in what was pushed. */
  savedTurns: number
  /** Turns of the passes before this one. */
  earlierTurns: number
  tokens: number
  costMicros: number
  /** How often the checks of this pass were shown to the coder. */
  checkRounds: number
  /** What came of the checks since the last turn. */
  checks: CheckResult[]
}

/** Who speaks in a message about the checks, instead of a person. */
export const FROM_CHECKS = 'checks'

export function historyOf(events: readonly Event[]): History {
  const counts = { savedTurns: 0, earlierTurns: 0, tokens: 0, costMicros: 0, checkRounds: 0 }
  const history: History = { entries: [], ...counts, checks: [] }
  let turns = 0
  let open: ToolCall[] = []
  let questions: Question[] = []
  for (const { type, data } of events) {
    switch (type) {
      case 'message': {
        open = []
        history.entries.push({ type: 'message', text: String(data.text ?? '') })
        if (data.from === FROM_CHECKS) history.checkRounds++
        break
      }
      case 'turn': {
        const { text, calls, usage } = data as unknown as StoredTurn
        turns++
        open = [...calls]
        history.checks = []
        history.tokens += usage.input_tokens + usage.output_tokens
        history.costMicros += usage.cost_micros
        history.entries.push({ type: 'turn', text, calls })
        break
      }
      case 'tool_result': {
        const { call_id, output, is_error } = data as unknown as Entry & { type: 'tool_result' }
        open = open.filter(({ id }) => id !== call_id)
        history.entries.push({ type: 'tool_result', call_id, output, is_error })
        break
      }
      case 'input_request':
        questions = data.questions as Question[]
        break
      case 'input': {
        const text = describeAnswer(data as unknown as GivenAnswer, questions)
        const asked = open.shift()
        if (asked)
          history.entries.push({ type: 'tool_result', call_id: asked.id, output: text, is_error: false })
        else history.entries.push({ type: 'message', text })
        break
      }
      case 'commit':
        history.savedTurns = turns
        break
      case 'check':
        history.checks.push(data as unknown as CheckResult)
        break
      case 'state':
        if (data.to === 'queued')
          Object.assign(history, {
            savedTurns: turns,
            earlierTurns: turns,
            tokens: 0,
            costMicros: 0,
            checkRounds: 0,
          })
    }
  }
  return history
}

/** What a turn came to, as its event holds it. */
export interface StoredTurn {
  text: string
  calls: ToolCall[]
  /** G575 */
  usage: { input_tokens: number; output_tokens: number; cost_micros: number }
}
