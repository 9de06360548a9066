import type { Task, TaskList, WorkflowDefinition } from '@atrium/contract/workflow-definition'
import { listTasks } from './find-task.ts'

export interface TaskChange {
  path: string
  kind: 'added' | 'removed' | 'changed'
  before: unknown
  after: unknown
}

/** What two versions of a definition do differently, task by task; what holds others only where it itself differs. */
export function changedTasks(before: WorkflowDefinition, after: WorkflowDefinition): TaskChange[] {
  const old = partsOf(before)
  const now = partsOf(after)
  const paths = [...new Set([...now.keys(), ...old.keys()])]
  return paths.flatMap((path): TaskChange[] => {
    const change = { path, before: old.get(path), after: now.get(path) }
    if (!old.has(path)) return [{ ...change, kind: 'added' }]
    if (!now.has(path)) return [{ ...change, kind: 'removed' }]
    const isSame = JSON.stringify(change.before) === JSON.stringify(change.after)
    return isSame ? [] : [{ ...change, kind: 'changed' }]
  })
}

/** What stands around the tasks. */
export const WHOLE = '(the whole workflow)'

function partsOf(definition: WorkflowDefinition): Map<string, unknown> {
  const { do: list, document: _document, ...around } = definition
  return new Map<string, unknown>([
    [WHOLE, { ...around, do: namesOf(list) }],
    ...listTasks(definition).map(({ path, task }) => [path, withoutTasks(task)] as const),
  ])
}

/** A task with the names of those within it in place of them. */
export function withoutTasks(task: Task): object {
  const shown: Record<string, unknown> = { ...task }
  if ('do' in task) shown.do = namesOf(task.do)
  if ('try' in task) {
    shown.try = namesOf(task.try)
    shown.catch = { ...task.catch, ...(task.catch.do && { do: namesOf(task.catch.do) }) }
  }
  if ('fork' in task) shown.fork = { ...task.fork, branches: namesOf(task.fork.branches) }
  return shown
}

function namesOf(list: TaskList): string[] {
  return list.flatMap((entry) => Object.keys(entry))
}
