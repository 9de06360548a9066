import { type Static, Type } from 'typebox'
import { type Caller, userOf } from '../../../tenancy/index.ts'

/** Who speaks to an agent, kept for the time until it replies. */
export const Speaker = Type.Object({
  kind: Type.Union([Type.Literal('session'), Type.Literal('app_session')]),
  email: Type.String(),
  full_name: Type.String(),
})
export type Speaker = Static<typeof Speaker>

export function speakerOf(caller: Caller): Speaker {
  const { email, full_name } = userOf(caller)
  return { kind: caller.kind === 'app_session' ? 'app_session' : 'session', email, full_name }
}

/** The agent acts as the one it talks to, in this app alone; what they may do is looked at when it does. */
export function actingFor(
  { kind, email, full_name }: Speaker,
  place: { user_id: string; app_id: string; message_id: string },
): Caller {
  const { user_id, app_id, message_id } = place
  return {
    request_id: message_id,
    address: 'agent',
    kind,
    permission: 'full_access',
    credential_id: `agent for ${user_id}`,
    user: { id: user_id, email, full_name },
    workspace_id: null,
    app_ids: [app_id],
    default_workspace_id: null,
    bucketFor: () => user_id,
    keySpaceOf: () => user_id,
    limitFor: () => undefined,
  }
}
