/** What makes a new app of use, and how it is known that a step is done. */
import type { EntitySchema } from '../../entity-schema.ts'
import { paths } from '../../paths.ts'
import { words } from './words.ts'

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
      title: words.makeAnEntity,
      text: words.aKindOfThing,
      action: words.newEntity,
      isDone: entity !== undefined,
      to: paths.schemas(workspaceId, appId),
    },
    {
      id: 'rules',
      title: words.sayWhoMayDo,
      text: words.rulesDecideWhoReads,
      action: words.setRules,
      isDone: ruled,
      to: entity === undefined ? paths.schemas(workspaceId, appId) : paths.rules(workspaceId, appId, entity),
    },
    {
      id: 'call',
      title: words.createTheFirstRecord,
      text: words.fromYourProgramWith,
      action: words.openTheData,
      isDone: state.records > 0,
      to:
        entity === undefined ? paths.entities(workspaceId, appId) : paths.records(workspaceId, appId, entity),
    },
    {
      id: 'webhook',
      title: words.addAWebhook,
      text: words.aProgramOfYours,
      action: words.newWebhook,
      isDone: state.webhooks > 0,
      to: paths.webhooks(workspaceId, { kind: 'app', id: appId }),
    },
    {
      id: 'people',
      title: words.inviteSomebody,
      text: words.aUserOfThe,
      action: words.invite,
      isDone: state.people > 0,
      to: paths.appUsers(workspaceId, appId),
    },
  ]
}
