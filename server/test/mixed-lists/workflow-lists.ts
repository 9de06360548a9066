/** The tasks of a workflow. */
import type { WorkflowDefinition } from '@atrium/contract/workflow-definition'
import type { SharedApp } from '../app.ts'
import type { Person } from '../make.ts'
import { invalidAt } from '../refusal.ts'
import { type MixedList, mixed } from './mixed-list.ts'

type Entry = WorkflowDefinition['do'][number]

export const TASKS_OF_WORKFLOWS = [
  'workflows.create body.definition.do',
  'workflows.update body.definition.do',
]

export function workflowLists(app: SharedApp, owner: Person): MixedList[] {
  const { workflows } = app.as(owner)
  const good = ['a', 'b', 'c', 'd'].map((name): Entry => ({ [name]: { set: name } }))
  const fields = { name: 'flow', trigger: { type: 'manual' as const } }
  const bads: [string, Entry, ...string[]][] = [
    ['a wait that is none', { x: { wait: 'soon' } }, 'x', 'wait'],
    ['an expression that cannot be read', { x: { set: `\${ 1 + }` } }, 'x', 'set'],
  ]
  return bads.flatMap(([why, bad, ...place]) => {
    const refusal = (at: number) => invalidAt('body', 'definition', 'do', at, ...place)
    return [
      mixed<Entry>({
        ...{ list: 'workflows.create body.definition.do', why, refusal },
        async arrange() {
          const { id: app_id } = await app.make.app(owner)
          return {
            ...{ good, bad },
            send: (items) => workflows.create({ app_id }, { ...fields, definition: { do: items } }),
            stored: async () => (await workflows.list({ app_id })).items,
          }
        },
      }),
      mixed<Entry>({
        ...{ list: 'workflows.update body.definition.do', why, refusal },
        async arrange() {
          const { id: app_id } = await app.make.app(owner)
          const definition = { do: [{ first: { set: 1 } }] }
          const { id: workflow_id } = await workflows.create({ app_id }, { ...fields, definition })
          return {
            ...{ good, bad },
            send: (items) => workflows.update({ app_id, workflow_id }, { definition: { do: items } }),
            stored: async () => (await workflows.list_versions({ app_id, workflow_id })).items,
          }
        },
      }),
    ]
  })
}
