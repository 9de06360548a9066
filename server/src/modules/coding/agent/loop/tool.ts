import type { Question } from '@atrium/contract/coding-messages'
import type { PlanItem } from '@atrium/contract/coding-sessions'
import type { Commands } from '../../../../ports/commands/port.ts'
import type { WorkCopy } from '../../../../ports/git/port.ts'
import type { ToolDescription } from './coder.ts'

/** Something that the coder can do. */
export interface AgentTool extends ToolDescription {
  /** It changes no file. */
  readsOnly?: true
  /** Is called with inputs that fit only. Never throws for what is wrong with them: that is an output with `is_error`. */
  run(place: ToolPlace, input: unknown): Promise<ToolOutcome>
}

export interface ToolPlace {
  copy: WorkCopy
  commands: Commands
  signal: AbortSignal
}

export type ToolOutcome =
  | { kind: 'output'; text: string; is_error: boolean }
  | { kind: 'plan'; items: PlanItem[] }
  | { kind: 'question'; questions: Question[] }
  | { kind: 'approval'; prompt: string }
  | { kind: 'finish'; summary: string }
