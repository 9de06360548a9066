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
    'all.safe(catch).note',
    'all.both',
    'all.both.left',
    'all.both.right',
  ])
  expect(findTask(NESTED, { id: 'all[12].safe.mail', name: 'mail' })?.task).toEqual({ set: 1 })
  expect(findTask(NESTED, { id: 'somewhere.else.right', name: 'right' })?.path).toBe('all.both.right')
  expect(findTask(NESTED, { id: 'gone', name: 'gone' })).toBeUndefined()
})

test('tasks are found in any attempt and visit, and apart from those of the same name elsewhere', () => {
  const set = (value: number) => ({ set: value })
  const definition = {
    do: [
      { send: set(0) },
      { safe: { try: [{ send: set(1) }], catch: { do: [{ send: set(2) }] } } },
      { other: { do: [{ send: set(3) }] } },
    ],
  }
  const found = (id: string) => findTask(definition, { id, name: 'send' })?.task
  const ids = ['send#2', 'safe.send', 'safe(2).send', 'safe(catch).send', 'other#12.send']
  expect(ids.map(found)).toEqual([0, 1, 1, 2, 3].map(set))
  const changes = changedTasks(definition, text(definition, '{"set":1}', '{"set":7}'))
  expect(changes.map(({ path }) => path)).toEqual(['safe.send'])
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
