/** What makes a new app of use, and how it is known that a step is done. */
import type { EntitySchema } from '../../entity-schema.ts'
import { paths } from '../../paths.ts'

/** What is there of an app already. */
export interface AppState {
  schemas: Record<string, EntitySchema>
  /** How many records the first entity has. */
  records: number
  webhooks: number
  /** People who were given the app, and its users. */
  people: number
}

export interface Step {
  id: 'entity' | 'rules' | 'call' | 'webhook' | 'people'
  title: string
  text: string
  action: string
  isDone: boolean
  to: string
}

export function firstSteps(workspaceId: string, appId: string, state: AppState): Step[] {
  const [entity] = Object.keys(state.schemas)
  const ruled = Object.values(state.schemas).some(({ rls }) => rls && Object.keys(rls).length > 0)
  return [
    {
      id: 'entity',
      title: 'Make an entity',
      text: 'A kind of thing that the app keeps, such as orders or tasks.',
      action: 'New entity',
      isDone: entity !== undefined,
      to: paths.schemas(workspaceId, appId),
    },
    {
      id: 'rules',
      title: 'Say who may do what',
      text: 'Rules decide who reads, creates, changes and deletes records.',
      action: 'Set rules',
      isDone: ruled,
      to: entity === undefined ? paths.schemas(workspaceId, appId) : paths.rules(workspaceId, appId, entity),
    },
    {
      id: 'call',
      title: 'Create the first record',
      text: 'From your program with the call below, or by hand.',
      action: 'Open the data',
      isDone: state.records > 0,
      to:
        entity === undefined ? paths.entities(workspaceId, appId) : paths.records(workspaceId, appId, entity),
    },
    {
      id: 'webhook',
      title: 'Add a webhook',
      text: 'A program of yours is notified when records change.',
      action: 'New webhook',
      isDone: state.webhooks > 0,
      to: paths.webhooks(workspaceId, { kind: 'app', id: appId }),
    },
    {
      id: 'people',
      title: 'Invite somebody',
      text: 'A user of the app, or a colleague who builds it with you.',
      action: 'Invite',
      isDone: state.people > 0,
      to: paths.appUsers(workspaceId, appId),
    },
  ]
}
