import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { WorkspaceSummary } from './session.ts'
import { Email, Id, OneOf, Role, WorkspaceQuery } from './shared.ts'

/** How many workspaces one person may own. */
export const MAX_OWN_WORKSPACES = 20

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const WORKSPACES = '/api/workspace/workspaces'
const LIMIT = perMinute(10, 'caller', 'workspaces.change')
const EXAMPLE = {
  id: 'ws_06bcz0k3v4n8q1t5w7x9y2a3b4',
  name: 'Engines',
  user_role: 'owner',
  subscription_tier: 'free',
  is_enterprise: false,
}
const NAMED = Type.Object({
  workspaceId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 128, description: 'Has to be named: there is no default.' }),
  ),
})

export const createWorkspace = operation({
  name: 'workspaces.create',
  summary: 'Create a workspace; you own it',
  description: `Of the plan free; you may own ${MAX_OWN_WORKSPACES}. Only for people: by a session or a personal key.`,
  method: 'POST',
  path: WORKSPACES,
  credential: personal('full_access'),
  idempotency: 'atomic',
  limit: LIMIT,
  body: Type.Object({ name: Name }),
  status: 201,
  answer: WorkspaceSummary,
  refuses: ['session_required', 'workspace_limit_reached'],
  example: { body: { name: 'Engines' }, answer: EXAMPLE },
})

export const updateWorkspace = operation({
  name: 'workspaces.update',
  summary: 'Rename a workspace',
  method: 'PATCH',
  path: WORKSPACES,
  credential: personal('full_access'),
  limit: LIMIT,
  query: WorkspaceQuery,
  body: Type.Object({ name: Name }),
  answer: WorkspaceSummary,
  refuses: ['workspace_not_found', 'admin_required', 'token_limited_to_apps'],
  example: { body: { name: 'Engines' }, answer: EXAMPLE },
})

export const leaveWorkspace = operation({
  name: 'workspaces.leave',
  summary: 'Leave a workspace; your tokens there stop at once',
  description:
    "Apps and agents that you own stay and pass to the workspace's owner. The owner hands the workspace over first.",
  method: 'POST',
  path: `${WORKSPACES}/leave`,
  credential: personal('full_access'),
  idempotency: 'atomic',
  limit: LIMIT,
  query: NAMED,
  answer: Type.Object({ left: Type.Literal(true), workspace_id: Id, apps_passed_on: Type.Integer() }),
  refuses: ['session_required', 'workspace_not_found', 'owner_cannot_leave', 'nobody_takes_apps'],
  example: { answer: { left: true, workspace_id: EXAMPLE.id, apps_passed_on: 2 } },
})

export const transferWorkspace = operation({
  name: 'workspaces.transfer',
  summary: 'Hand a workspace over: an admin or editor becomes its owner',
  description: 'You stay as admin, or as editor where the plan has no admins. Takes effect at once.',
  method: 'POST',
  path: `${WORKSPACES}/transfer`,
  credential: personal('full_access'),
  idempotency: 'atomic',
  limit: LIMIT,
  query: NAMED,
  body: Type.Object({ email: Email }),
  answer: Type.Object({ workspace_id: Id, owner_email: Type.String(), user_role: Role }),
  refuses: [
    'session_required',
    'workspace_not_found',
    'owner_required',
    'own_membership_protected',
    'member_not_found',
    'member_cannot_own',
  ],
  example: {
    body: { email: 'grace@example.com' },
    answer: { workspace_id: EXAMPLE.id, owner_email: 'grace@example.com', user_role: 'admin' },
  },
})

/** What acts in place of an outside service until an operator connects one. */
export const StandIns = Type.Object(
  {
    advertising: OneOf(['sandbox', 'connected'], {
      description:
        'sandbox: campaigns run on a platform of this server. Nothing is shown to anybody or paid.',
    }),
    language_model: OneOf(['offline', 'none', 'connected'], {
      description: 'offline: rules of this server answer in place of a model. none: nothing does.',
    }),
    mail: OneOf(['outbox', 'connected'], {
      description: 'outbox: mails stay here, where owners and admins of the workspace read them.',
    }),
    payments: OneOf(['sandbox', 'connected'], {
      description: 'sandbox: cards are noted, and none is charged.',
    }),
  },
  { $id: 'StandIns' },
)
export type StandIns = Type.Static<typeof StandIns>

export const readStandIns = operation({
  name: 'workspaces.stand_ins',
  summary: 'Read which outside services this server stands in for',
  description:
    'What the settings of the server say: the same for all its workspaces, and for everybody who belongs to one. Pictures are always drawn by this server.',
  method: 'GET',
  path: '/api/workspace/stand-ins',
  credential: personal('read_only'),
  query: WorkspaceQuery,
  answer: StandIns,
  refuses: ['workspace_not_found'],
  example: {
    answer: {
      advertising: 'sandbox',
      language_model: 'offline',
      mail: 'outbox',
      payments: 'sandbox',
    },
  },
})
