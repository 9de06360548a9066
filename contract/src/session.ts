import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import { Email, Id, Plan, Role } from './shared.ts'

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

const EXAMPLE_ME = {
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
  description: 'Answers a session token and sets it as an http-only cookie for browsers.',
  method: 'POST',
  path: '/api/auth/login',
  credential: null,
  limit: perMinute(60, 'address'),
  body: Type.Object({ email: Email, password: Type.String({ minLength: 1, maxLength: 256 }) }),
  answer: Type.Object({ user: Me, token: Type.String() }),
  refuses: ['invalid_login'],
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
