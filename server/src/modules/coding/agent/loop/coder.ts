import type { TSchema } from 'typebox'
import type { ModelUser, TokenUsage } from '../../../../ports/language-model/port.ts'

/** Decides what to do next: a language model, or rules where there is none. */
export interface Coder {
  /** Throws `ModelUnavailable`, or the reason of the signal. */
  next(request: CoderRequest): Promise<CoderTurn>
}

export interface CoderRequest {
  task: Task
  /** Everything that was said and done so far, oldest first. */
  entries: readonly Entry[]
  tools: readonly ToolDescription[]
  usedBy: ModelUser
  signal: AbortSignal
}

export interface Task {
  /** `repository`: a session that opens a pull request. `app`: a turn of the app builder. */
  kind: 'repository' | 'app'
  title: string
  /** What the coder should know of the place: names of files, whether commands run. */
  facts: string
}

export type Entry =
  | { type: 'message'; text: string }
  | { type: 'turn'; text: string; calls: ToolCall[] }
  | { type: 'tool_result'; call_id: string; output: string; is_error: boolean }

export interface ToolCall {
  id: string
  tool: string
  input: unknown
}

export interface CoderTurn {
  text: string
  /** None: the text is the final reply. */
  calls: ToolCall[]
  usage: TokenUsage
  cost_micros: number
}

export interface ToolDescription {
  name: string
  description: string
  input: TSchema
}
