import { type Static, Type } from 'typebox'
import { Id, Nullable, Role } from './shared.ts'

const OfMember = { workspace_id: Id, user_id: Id }
const OfInvitation = { workspace_id: Id, email: Type.String() }

/** Every fact the server announces to its own modules, with its payload. */
export const events = {
  'app.created': Type.Object({ app_id: Id, workspace_id: Id }),
  'app.deleted': Type.Object({ app_id: Id, workspace_id: Id }),
  'app.published': Type.Object({
    app_id: Id,
    workspace_id: Id,
    revision_id: Id,
    number: Type.Integer(),
    url: Type.String(),
  }),
  'source.changed': Type.Object({ app_id: Id, revision: Type.Integer() }),
  'webhook.turned_off': Type.Object({ webhook_id: Id, app_id: Id, workspace_id: Id }),
  'member.joined': Type.Object({ ...OfMember, role: Role }),
  'member.role_changed': Type.Object({ ...OfMember, role: Role }),
  'member.credit_limit_changed': Type.Object({ ...OfMember, credit_limit: Nullable(Type.Number()) }),
  'member.removed': Type.Object(OfMember),
  'workspace.default_credit_limit_changed': Type.Object({
    workspace_id: Id,
    credit_limit: Nullable(Type.Number()),
  }),
  'invitation.sent': Type.Object({ ...OfInvitation, role: Role }),
  'invitation.revoked': Type.Object(OfInvitation),
  'invitation.expired': Type.Object(OfInvitation),
} as const

export type EventName = keyof typeof events
export type EventPayload<N extends EventName> = Static<(typeof events)[N]>
