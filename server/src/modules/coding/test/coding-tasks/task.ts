/** A small repository, a task on it, what a model did about it, and what must hold when its pull request is merged. */
import type { RecordedTurn } from '../recorded-turns.ts'

export interface CodingTask {
  /** Unique, also the title of the session. */
  title: string
  prompt: string
  files: Readonly<Record<string, string>>
  /** Symbolic links of the repository. */
  links?: Readonly<Record<string, string>>
  turns: readonly RecordedTurn[]
  /** What the person says, one after the other: answers to what is asked, then follow-up messages. */
  says?: readonly Said[]
  /** Only where commands can be run. */
  needsCommands?: boolean
  description?: { title: string; summary: string; description: string }
  /** Unknown to the model: a program for Node that runs in the merged tree and fails if something is wrong. */
  check: string
}

export interface Said {
  text?: string
  approve?: boolean
  answers?: { question_index: number; selected_label: string }[]
}

type Call = { name: string; input: unknown }
type Status = 'waiting' | 'doing' | 'done' | 'skipped'

export const plan = (...items: [string, Status][]): Call => ({
  name: 'update_plan',
  input: { items: items.map(([text, status]) => ({ text, status })) },
})
export const list = (path?: string): Call => ({
  name: 'list_files',
  input: path === undefined ? {} : { path },
})
export const read = (path: string, range: { from_line?: number; line_count?: number } = {}): Call => ({
  ...{ name: 'read_file', input: { path, ...range } },
})
export const search = (pattern: string): Call => ({ name: 'search', input: { pattern } })
export const edit = (path: string, old: string, fresh: string, more: object = {}): Call => ({
  ...{ name: 'edit_file', input: { path, old, new: fresh, ...more } },
})
export const write = (path: string, content: string): Call => ({
  name: 'write_file',
  input: { path, content },
})
export const remove = (path: string): Call => ({ name: 'delete_file', input: { path } })
export const move = (from: string, to: string): Call => ({ name: 'move_file', input: { from, to } })
export const run = (command: string): Call => ({ name: 'run_command', input: { command } })
export const finish = (summary: string): Call => ({ name: 'finish', input: { summary } })
