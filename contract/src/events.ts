import { type Static, Type } from 'typebox'
import { Id } from './shared.ts'

/** Every fact the server announces to its own modules, with its payload. */
export const events = {
  'app.created': Type.Object({ app_id: Id, workspace_id: Id }),
  'app.deleted': Type.Object({ app_id: Id, workspace_id: Id }),
  'webhook.turned_off': Type.Object({ webhook_id: Id, app_id: Id, workspace_id: Id }),
} as const

export type EventName = keyof typeof events
export type EventPayload<N extends EventName> = Static<(typeof events)[N]>
