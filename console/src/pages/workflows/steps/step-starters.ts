/** What a new step begins with, by what it is for. */
import type { TaskFields } from '../edit-definition.ts'

export interface StepStarter {
  id: string
  label: string
  /** The name it gets, unless it is taken. */
  name: string
  task: TaskFields
}

const withValues = (call: string, values: TaskFields): TaskFields => ({ call, with: values })

/** A list of steps is never empty. */
const NOTHING = { first: { set: {} } }

export const STEP_STARTERS: readonly { title: string; starters: readonly StepStarter[] }[] = [
  {
    title: 'Do something',
    starters: [
      {
        id: 'http',
        label: 'HTTP request',
        name: 'request',
        task: withValues('http', { method: 'get', endpoint: 'https://example.com/' }),
      },
      {
        id: 'create',
        label: 'Create a record',
        name: 'create',
        task: withValues('entities.create', { entity_name: '', data: {} }),
      },
      {
        id: 'update',
        label: 'Update a record',
        name: 'update',
        task: withValues('entities.update', { entity_name: '', id: '${ .data.id }', data: {} }),
      },
      {
        id: 'query',
        label: 'Find records',
        name: 'find',
        task: withValues('entities.query', { entity_name: '', filter: {} }),
      },
      {
        id: 'delete',
        label: 'Delete a record',
        name: 'delete',
        task: withValues('entities.delete', { entity_name: '', id: '${ .data.id }' }),
      },
      {
        id: 'function',
        label: 'Call a function',
        name: 'call',
        task: withValues('functions.invoke', { name: '', body: {} }),
      },
      {
        id: 'connector',
        label: 'Call a connected service',
        name: 'service',
        task: withValues('connectors.call', { connector: '', path: '/' }),
      },
      { id: 'set', label: 'Set values', name: 'set', task: { set: {} } },
      {
        id: 'script',
        label: 'Run JavaScript',
        name: 'script',
        task: { run: { script: { language: 'javascript', code: 'return {}', arguments: {} } } },
      },
    ],
  },
  {
    title: 'Decide and repeat',
    starters: [
      {
        id: 'switch',
        label: 'Choose a way',
        name: 'choose',
        task: { switch: [{ yes: { when: '${ true }', then: 'continue' } }, { no: { then: 'end' } }] },
      },
      {
        id: 'for',
        label: 'For each item',
        name: 'each',
        task: { for: { each: 'item', in: '${ .items }' }, do: [NOTHING] },
      },
      { id: 'fork', label: 'Side by side', name: 'side_by_side', task: { fork: { branches: [NOTHING] } } },
      {
        id: 'try',
        label: 'Try, and catch what fails',
        name: 'attempt',
        task: {
          try: [NOTHING],
          catch: { retry: { delay: { seconds: 2 }, limit: { attempt: { count: 3 } } } },
        },
      },
      { id: 'do', label: 'Group of steps', name: 'group', task: { do: [NOTHING] } },
    ],
  },
  {
    title: 'Wait and tell',
    starters: [
      { id: 'wait', label: 'Wait', name: 'wait', task: { wait: { minutes: 5 } } },
      {
        id: 'approval',
        label: 'Ask for approval',
        name: 'ask',
        task: { listen: { to: { one: { with: { type: 'approval', data: { message: 'May it go on?' } } } } } },
      },
      {
        id: 'emit',
        label: 'Emit an event',
        name: 'emit',
        task: { emit: { event: { with: { type: 'done', data: {} } } } },
      },
      {
        id: 'raise',
        label: 'Fail',
        name: 'fail',
        task: {
          raise: { error: { type: 'https://example.com/errors/failed', status: 400, title: 'It failed' } },
        },
      },
    ],
  },
]
