import { networkOf } from '../../platform/http/network-of.ts'
import type { Identity, Visitor } from '../../platform/http/visitor.ts'
import type { KnownCredential } from './known-credential.ts'
import type { AppRow } from './store.ts'

/**
 * The party that a credential stands for: a user of Atrium or of one app, or a workspace when it is a workspace key. Of kind
 * `none` when there is no credential and the app is open to everybody, of kind `service` when it is the app itself.
 */
export interface Caller extends Identity {
  credential_id: string
  user: { id: string; email: string; full_name: string } | null
  /** The only workspace this credential reaches; null for sessions and personal keys. */
  workspace_id: string | null
  /** The only apps this credential reaches; null = all. */
  app_ids: readonly string[] | null
  /** The workspace that workspace operations act on when the request names none. */
  default_workspace_id: string | null
  /** When the credential ends by itself; null = never. */
  expires_at?: Date | null
  /** What let somebody in without a credential. */
  open_app?: OpenApp
  /** The app in whose own name a function of it comes. */
  service_app?: OpenApp
}

/** An app that is open to everybody, as it was found when a visitor came. */
export interface OpenApp extends AppRow {
  rate_limits: Record<string, number>
}

export function callerOf(
  credential: KnownCredential,
  visitor: Visitor,
  limitingWorkspaceId: string | undefined,
): Caller {
  const { id, kind, permission, user, workspace_id, app_ids, expires_at, memberships } = credential
  const subject = user?.id ?? id
  const { user_agent, device } = visitor
  const membership = memberships.find((one) => one.workspace_id === limitingWorkspaceId) ?? memberships[0]
  return {
    request_id: visitor.request_id,
    address: visitor.address,
    ...(user_agent !== undefined && { user_agent }),
    ...(device !== undefined && { device }),
    kind,
    permission,
    credential_id: id,
    user,
    workspace_id,
    app_ids,
    expires_at,
    default_workspace_id: workspace_id ?? memberships[0]?.workspace_id ?? null,
    // An agent is an app of its own.
    bucketFor(bucket, { app_id, agent_id }) {
      const appId = app_id ?? agent_id ?? ''
      switch (bucket) {
        case 'caller':
          return subject
        case 'caller+app':
          return `${subject} ${appId}`
        case 'app':
          return appId
        case 'pool':
          return kind === 'personal_token' ? `tokens ${workspace_id}` : id
      }
    },
    // A token that reaches less or ends earlier must not be shown what another one got.
    keySpaceOf: () =>
      JSON.stringify([subject, workspace_id, app_ids, kind === 'personal_token' ? expires_at : null]),
    limitFor: (operation) => membership?.rate_limits[operation],
  }
}

/** Somebody without a credential in an app that is open to everybody: counted by where they come from. */
export function openCaller(visitor: Visitor, open_app: OpenApp): Caller {
  return {
    request_id: visitor.request_id,
    address: visitor.address,
    kind: 'none',
    permission: 'full_access',
    credential_id: '',
    user: null,
    workspace_id: open_app.workspace_id,
    app_ids: [open_app.id],
    default_workspace_id: null,
    open_app,
    bucketFor: (bucket, { app_id: appId = '' }) =>
      bucket === 'app' ? appId : `${networkOf(visitor.address)} ${appId}`,
    keySpaceOf: () => `visitor ${visitor.address} ${open_app.id}`,
    limitFor: (operation) => open_app.rate_limits[operation],
  }
}

/** The app itself, by one of its functions: no rule binds it, and the audit log names the function. */
export function serviceCaller(visitor: Visitor, service_app: OpenApp, functionName: string): Caller {
  return {
    request_id: visitor.request_id,
    address: visitor.address,
    kind: 'service',
    permission: 'full_access',
    credential_id: functionName,
    user: null,
    workspace_id: service_app.workspace_id,
    app_ids: [service_app.id],
    default_workspace_id: null,
    service_app,
    bucketFor: () => `service ${service_app.id}`,
    keySpaceOf: () => `service ${service_app.id} ${functionName}`,
    limitFor: (operation) => service_app.rate_limits[operation],
  }
}

/** The user behind a caller, on operations that refuse workspace keys. */
export function userOf(caller: Caller): NonNullable<Caller['user']> {
  if (!caller.user) throw new Error('a workspace key reached an operation for people')
  return caller.user
}
