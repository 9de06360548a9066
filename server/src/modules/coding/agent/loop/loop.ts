import type { Question } from '@atrium/contract/coding-messages'
import type { PlanItem } from '@atrium/contract/coding-sessions'
import type { Commands } from '../../../../ports/commands/port.ts'
import type { WorkCopy } from '../../../../ports/git/port.ts'
import type { ModelUser } from '../../../../ports/language-model/port.ts'
import type { Coder, CoderTurn, Entry, Task, ToolCall } from './coder.ts'
import type { AgentTool } from './tool.ts'

/**
 * Where a loop stores what it does, and learns what it did before. Each call resolves when it is stored; it throws when
 * somebody else has the work by now.
 */
export interface Journal {
  /** What was said and done so far, and where in it the files were last stored. */
  readonly entries: readonly Entry[]
  /** Turns of `entries` behind this count are not in the files yet: their calls are made again. */
  readonly savedTurns: number
  /** Messages that came since; they are part of `entries` then. */
  takeMessages(): Promise<Entry[]>
  /** Before anything of the turn is done. */
  storeTurn(turn: CoderTurn): Promise<void>
  storeResult(
    call: ToolCall,
    result: { output: string; is_error: boolean; duration_ms: number },
  ): Promise<void>
  storePlan(items: PlanItem[]): Promise<void>
  /** After each turn that may have changed them: stores the files where they outlive this server. */
  saveFiles(): Promise<void>
}

export interface LoopOptions {
  journal: Journal
  coder: Coder
  tools: readonly AgentTool[]
  task: Task
  copy: WorkCopy
  commands: Commands
  usedBy: ModelUser
  /** What is left of each; null: no bound. */
  limits: { steps: number; tokens: number | null; costMicros: number | null }
  signal: AbortSignal
  /** How long to wait before each further try, when the coder cannot be asked at this moment. */
  retryMs?: readonly number[]
}

export type LoopEnd =
  | { kind: 'finished'; summary: string }
  | { kind: 'question'; questions: Question[] }
  | { kind: 'approval'; prompt: string }
