import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { EXAMPLE_PASSKEY_ANSWER, EXAMPLE_PASSKEY_REQUEST, PasskeyAnswer, PasskeyRequest } from './passkeys.ts'
import { Email, Id, Plan, Role, Timestamp } from './shared.ts'

/** How long a sign-in lasts, in the console and in apps. */
export const SESSION_DAYS = 30

export const WorkspaceSummary = Type.Object(
  {
    id: Id,
    name: Type.String(),
    user_role: Role,
    subscription_tier: Plan,
    is_enterprise: Type.Boolean(),
  },
  { $id: 'WorkspaceSummary' },
)

export const Me = Type.Object(
  {
    id: Id,
    email: Type.String(),
    full_name: Type.String(),
    workspaces: Type.Array(WorkspaceSummary),
  },
  { $id: 'Me' },
)

export const EXAMPLE_ME = {
  id: 'usr_06bcz0k3v4n8q1t5w7x9y2a3b4',
  email: 'ada@example.com',
  full_name: 'Ada Byron',
  workspaces: [
    {
      id: 'ws_06bcz0k3v4n8q1t5w7x9y2a3b4',
      name: 'Engines',
      user_role: 'owner',
      subscription_tier: 'builder',
      is_enterprise: false,
    },
  ],
}

export const createSession = operation({
  name: 'session.create',
  summary: 'Sign in with email and password',
  description:
    'Answers a session token and sets it as an http-only cookie for browsers. With a second factor, the right password ' +
    'alone is refused with second_factor_required, with `methods` and, where there are passkeys, `passkey_request`; send ' +
    '`code` or `passkey` along then. At most 10 wrong codes an hour.',
  method: 'POST',
  path: '/api/auth/login',
  credential: null,
  limit: perMinute(60, 'address'),
  body: Type.Object({
    email: Email,
    password: Type.String({ minLength: 1, maxLength: 256 }),
    code: Type.Optional(
      Type.String({ maxLength: 40, description: 'Of the authenticator app, or a recovery code.' }),
    ),
    passkey: Type.Optional(PasskeyAnswer),
  }),
  answer: Type.Object({ user: Me, token: Type.String() }),
  refuses: [
    'invalid_login',
    'second_factor_required',
    'invalid_second_factor',
    'invalid_passkey',
    'second_factor_locked',
    'password_sign_in_refused',
  ],
  example: {
    body: { email: 'ada@example.com', password: 'correct horse battery staple' },
    answer: { user: EXAMPLE_ME, token: 'ses_…' },
  },
})

export const readSession = operation({
  name: 'session.read',
  summary: 'Read who you are and which workspaces you belong to',
  method: 'GET',
  path: '/api/auth/me',
  credential: personal('read_only'),
  answer: Me,
  example: { answer: EXAMPLE_ME },
})

export const deleteSession = operation({
  name: 'session.delete',
  summary: 'Sign out: end this session',
  method: 'POST',
  path: '/api/auth/logout',
  credential: personal('full_access'),
  answer: Type.Object({ signed_out: Type.Literal(true) }),
  refuses: ['not_a_session'],
  example: { answer: { signed_out: true } },
})

export const confirmSession = operation({
  name: 'session.confirm',
  summary: 'Show again that it is you, for changes of your account',
  description: 'With the password or with a passkey.',
  method: 'POST',
  path: '/api/auth/confirm',
  credential: personal('full_access'),
  limit: perMinute(10, 'caller'),
  body: Type.Object({
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    passkey: Type.Optional(PasskeyAnswer),
  }),
  answer: Type.Object({ confirmed_until: Timestamp }),
  refuses: ['session_only', 'wrong_password', 'invalid_passkey'],
  example: {
    body: { password: 'correct horse battery staple' },
    answer: { confirmed_until: '2026-11-15T09:40:00.000Z' },
  },
})

export const startPasskeySession = operation({
  name: 'session.passkey_options',
  summary: 'Start to sign in with a passkey',
  description: 'For navigator.credentials.get, within 5 minutes.',
  method: 'POST',
  path: '/api/auth/passkey/start',
  credential: null,
  limit: perMinute(60, 'address'),
  answer: PasskeyRequest,
  example: { answer: EXAMPLE_PASSKEY_REQUEST },
})

export const createPasskeySession = operation({
  name: 'session.passkey',
  summary: 'Sign in with a passkey alone',
  method: 'POST',
  path: '/api/auth/passkey',
  credential: null,
  limit: perMinute(60, 'address'),
  body: Type.Object({ passkey: PasskeyAnswer }),
  answer: Type.Object({ user: Me, token: Type.String() }),
  refuses: ['invalid_passkey'],
  example: { body: { passkey: EXAMPLE_PASSKEY_ANSWER }, answer: { user: EXAMPLE_ME, token: 'ses_…' } },
})

export const listWorkspaces = operation({
  name: 'workspaces.list',
  summary: 'List the workspaces you belong to',
  description: 'A personal access token sees the one workspace it was made in.',
  method: 'GET',
  path: '/api/workspace/workspaces',
  credential: personal('read_only'),
  answer: Type.Object({ workspaces: Type.Array(WorkspaceSummary) }),
  example: { answer: { workspaces: EXAMPLE_ME.workspaces } },
})
