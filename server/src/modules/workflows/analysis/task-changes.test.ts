import type { WorkflowDefinition } from '@atrium/contract/workflow-definition'
import { expect, test } from 'vitest'
import { findTask, listTasks } from './find-task.ts'
import { changedTasks, WHOLE, withoutTasks } from './task-changes.ts'

const NESTED: WorkflowDefinition = {
  do: [
    { load: { set: { a: 1 } } },
    {
      all: {
        for: { in: 'x' },
        do: [
          { safe: { try: [{ mail: { set: 1 } }], catch: { do: [{ note: { set: 2 } }] } } },
          { both: { fork: { branches: [{ left: { set: 3 } }, { right: { set: 4 } }] } } },
        ],
      },
    },
  ],
}
const changed = (change: (definition: WorkflowDefinition) => void) => {
  const copy = structuredClone(NESTED)
  change(copy)
  return copy
}
const text = (definition: WorkflowDefinition, from: string, to: string): WorkflowDefinition =>
  JSON.parse(JSON.stringify(definition).replace(from, to))

test('tasks are found by the ids of steps, wherever they stand', () => {
  expect(listTasks(NESTED).map(({ path }) => path)).toEqual([
    'load',
    'all',
    'all.safe',
    'all.safe.mail',
    'all.safe.note',
    'all.both',
    'all.both.left',
    'all.both.right',
  ])
  expect(findTask(NESTED, { id: 'all[12].safe.mail', name: 'mail' })?.task).toEqual({ set: 1 })
  expect(findTask(NESTED, { id: 'somewhere.else.right', name: 'right' })?.path).toBe('all.both.right')
  expect(findTask(NESTED, { id: 'gone', name: 'gone' })).toBeUndefined()
})

test('the same definition has no changes, whatever its document is called', () => {
  expect(changedTasks(NESTED, { ...NESTED, document: { version: '2.0.0' } })).toEqual([])
})

test('a change deep inside is that of its own task only', () => {
  expect(changedTasks(NESTED, text(NESTED, '{"set":1}', '{"set":7}'))).toEqual([
    { path: 'all.safe.mail', kind: 'changed', before: { set: 1 }, after: { set: 7 } },
  ])
})

test('tasks that came or went are named, with the list that they are of', () => {
  const more = changed(({ do: list }) => Object.assign(list, { 2: { last: { set: 5 } } }))
  const kinds = (changes: ReturnType<typeof changedTasks>) =>
    changes.map(({ path, kind }) => `${kind} ${path}`).sort()
  expect(kinds(changedTasks(NESTED, more))).toEqual(['added last', `changed ${WHOLE}`])
  expect(kinds(changedTasks(more, NESTED))).toEqual([`changed ${WHOLE}`, 'removed last'])
})

test('what stands around the tasks counts too', () => {
  expect(changedTasks(NESTED, { ...NESTED, timeout: { after: 'PT5S' } })).toMatchObject([
    { path: WHOLE, kind: 'changed' },
  ])
})

test('a task is shown with the names of those within it', () => {
  const shown = listTasks(NESTED).map(({ path, task }) => [path, withoutTasks(task)])
  expect(Object.fromEntries(shown)).toMatchObject({
    all: { do: ['safe', 'both'] },
    'all.safe': { try: ['mail'], catch: { do: ['note'] } },
    'all.both': { fork: { branches: ['left', 'right'] } },
  })
})
