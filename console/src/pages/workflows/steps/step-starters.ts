/** What a new step begins with, by what it is for. */
import type { TaskFields } from '../edit-definition.ts'
import { words } from './words.ts'

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
    title: words.doSomething,
    starters: [
      {
        id: 'http',
        label: 'HTTP request',
        name: 'request',
        task: withValues('http', { method: 'get', endpoint: 'https://example.com/' }),
      },
      {
        id: 'create',
        label: words.createARecord,
        name: 'create',
        task: withValues('entities.create', { entity_name: '', data: {} }),
      },
      {
        id: 'update',
        label: words.updateARecord,
        name: 'update',
        task: withValues('entities.update', { entity_name: '', id: '${ .data.id }', data: {} }),
      },
      {
        id: 'query',
        label: words.findRecords,
        name: 'find',
        task: withValues('entities.query', { entity_name: '', filter: {} }),
      },
      {
        id: 'delete',
        label: words.deleteARecord,
        name: 'delete',
        task: withValues('entities.delete', { entity_name: '', id: '${ .data.id }' }),
      },
      {
        id: 'function',
        label: words.callAFunction,
        name: 'call',
        task: withValues('functions.invoke', { name: '', body: {} }),
      },
      {
        id: 'connector',
        label: words.callAConnectedService,
        name: 'service',
        task: withValues('connectors.call', { connector: '', path: '/' }),
      },
      { id: 'set', label: words.setValues, name: 'set', task: { set: {} } },
      {
        id: 'script',
        label: words.runJavaScript,
        name: 'script',
        task: { run: { script: { language: 'javascript', code: 'return {}', arguments: {} } } },
      },
    ],
  },
  {
    title: words.decideAndRepeat,
    starters: [
      {
        id: 'switch',
        label: words.chooseAWay,
        name: 'choose',
        task: { switch: [{ yes: { when: '${ true }', then: 'continue' } }, { no: { then: 'end' } }] },
      },
      {
        id: 'for',
        label: words.forEachItem,
        name: 'each',
        task: { for: { each: 'item', in: '${ .items }' }, do: [NOTHING] },
      },
      { id: 'fork', label: words.sideBySide, name: 'side_by_side', task: { fork: { branches: [NOTHING] } } },
      {
        id: 'try',
        label: words.tryAndCatchWhat,
        name: 'attempt',
        task: {
          try: [NOTHING],
          catch: { retry: { delay: { seconds: 2 }, limit: { attempt: { count: 3 } } } },
        },
      },
      { id: 'do', label: words.groupOfSteps, name: 'group', task: { do: [NOTHING] } },
    ],
  },
  {
    title: words.waitAndTell,
    starters: [
      { id: 'wait', label: words.wait, name: 'wait', task: { wait: { minutes: 5 } } },
      {
        id: 'approval',
        label: words.askForApproval,
        name: 'ask',
        task: { listen: { to: { one: { with: { type: 'approval', data: { message: 'May it go on?' } } } } } },
      },
      {
        id: 'emit',
        label: words.emitAnEvent,
        name: 'emit',
        task: { emit: { event: { with: { type: 'done', data: {} } } } },
      },
      {
        id: 'raise',
        label: words.fail,
        name: 'fail',
        task: {
          raise: { error: { type: 'https://example.com/errors/failed', status: 400, title: words.itFailed } },
        },
      },
    ],
  },
]
