import { Type } from 'typebox'
import { ItemRefusal } from './member-changes.ts'
import { operation, perMinute, personal, whenPresented } from './operation.ts'
import { Me } from './session.ts'
import { Email, Id, Nullable, OneOf, Page, PageQuery, Timestamp, WorkspaceQuery } from './shared.ts'

export const InvitedRole = OneOf(['admin', 'editor', 'viewer', 'guest'])

export const Invitation = Type.Object(
  {
    email: Type.String(),
    role: InvitedRole,
    status: OneOf(['pending', 'expired']),
    invited_by: Nullable(Type.String({ description: 'The email of the person who sent it last' })),
    created_date: Timestamp,
    expires_at: Timestamp,
  },
  { $id: 'Invitation' },
)

const LIMIT = perMinute(6, 'pool', 'invitations')
const EXAMPLE_INVITATION = {
  email: 'grace@example.com',
  role: 'editor',
  status: 'pending',
  invited_by: 'ada@example.com',
  created_date: '2026-11-15T09:30:00.000Z',
  expires_at: '2027-01-14T09:30:00.000Z',
}
const EXAMPLE_FAILED = [
  {
    email: 'ada@example.com',
    message: 'This person is already a member; change their role instead.',
    error_code: 'already_member',
  },
]

export const createInvitation = operation({
  name: 'invitations.create',
  summary: 'Invite someone by email',
  description:
    'The link in the mail is valid for 60 days. An expired invitation is replaced. The role `admin` needs the plan business.',
  method: 'POST',
  path: '/api/workspace/invitations/invite',
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: LIMIT,
  query: WorkspaceQuery,
  body: Type.Object({ email: Email, role: InvitedRole }),
  status: 201,
  answer: Invitation,
  refuses: [
    'workspace_not_found',
    'admin_required',
    'token_limited_to_apps',
    'plan_upgrade_required',
    'already_member',
    'already_invited',
  ],
  example: { body: { email: 'grace@example.com', role: 'editor' }, answer: EXAMPLE_INVITATION },
})

export const createInvitations = operation({
  name: 'invitations.bulk',
  summary: 'Invite up to 50 people; each on its own, the answer lists who could not be invited',
  method: 'POST',
  path: '/api/workspace/invitations/bulk-invite',
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: LIMIT,
  query: WorkspaceQuery,
  body: Type.Object({
    items: Type.Array(Type.Object({ email: Email, role: InvitedRole }), { minItems: 1, maxItems: 50 }),
  }),
  answer: Type.Object({ invited: Type.Array(Invitation), failed: Type.Array(ItemRefusal) }),
  refuses: ['workspace_not_found', 'admin_required', 'token_limited_to_apps'],
  example: {
    body: {
      items: [
        { email: 'grace@example.com', role: 'editor' },
        { email: 'ada@example.com', role: 'viewer' },
      ],
    },
    answer: { invited: [EXAMPLE_INVITATION], failed: EXAMPLE_FAILED },
  },
})

export const resendInvitation = operation({
  name: 'invitations.resend',
  summary: 'Send an invitation again, with a new link that is valid for 60 days',
  description:
    'The link sent before stops. An expired invitation is open again. At most 3 times in 10 minutes.',
  method: 'POST',
  path: '/api/workspace/invitations/resend',
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: LIMIT,
  query: WorkspaceQuery,
  body: Type.Object({ email: Email }),
  answer: Invitation,
  refuses: [
    'workspace_not_found',
    'admin_required',
    'token_limited_to_apps',
    'plan_upgrade_required',
    'invitation_not_found',
    'resend_limit_reached',
  ],
  example: { body: { email: 'grace@example.com' }, answer: EXAMPLE_INVITATION },
})

export const resendInvitations = operation({
  name: 'invitations.bulk_resend',
  summary: 'Send up to 50 invitations again; each on its own, the answer lists those that could not be sent',
  method: 'POST',
  path: '/api/workspace/invitations/bulk-resend',
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: LIMIT,
  query: WorkspaceQuery,
  body: Type.Object({ emails: Type.Array(Email, { minItems: 1, maxItems: 50 }) }),
  answer: Type.Object({ resent: Type.Array(Invitation), failed: Type.Array(ItemRefusal) }),
  refuses: ['workspace_not_found', 'admin_required', 'token_limited_to_apps'],
  example: {
    body: { emails: ['grace@example.com'] },
    answer: { resent: [EXAMPLE_INVITATION], failed: [] },
  },
})

export const revokeInvitation = operation({
  name: 'invitations.revoke',
  summary: 'Take back an invitation, pending or expired; its link stops at once',
  method: 'DELETE',
  path: '/api/workspace/invitations/{email}',
  credential: personal('full_access'),
  limit: LIMIT,
  params: Type.Object({ email: Email }),
  query: WorkspaceQuery,
  answer: Type.Object({ revoked: Type.Literal(true), email: Type.String() }),
  refuses: ['workspace_not_found', 'admin_required', 'token_limited_to_apps', 'invitation_not_found'],
  example: { answer: { revoked: true, email: 'grace@example.com' } },
})

/** What the mail's link carries behind its `#token=`. */
const InvitationToken = Type.String({ minLength: 1, maxLength: 128 })

export const previewInvitation = operation({
  name: 'invitations.preview',
  summary: 'Read what an invitation link is for, before accepting it',
  method: 'POST',
  path: '/api/invitations/preview',
  credential: null,
  limit: perMinute(30, 'address'),
  body: Type.Object({ invitation_token: InvitationToken }),
  answer: Type.Object({
    email: Type.String(),
    role: InvitedRole,
    workspace_name: Type.String(),
    has_account: Type.Boolean({
      description: 'Sign in with this email to accept; otherwise set name and password',
    }),
    expires_at: Timestamp,
  }),
  refuses: ['invitation_not_found', 'invitation_expired'],
  example: {
    body: { invitation_token: 'inv_…' },
    answer: {
      email: 'grace@example.com',
      role: 'editor',
      workspace_name: 'Engines',
      has_account: false,
      expires_at: EXAMPLE_INVITATION.expires_at,
    },
  },
})

export const acceptInvitation = operation({
  name: 'invitations.accept',
  summary: 'Join a workspace with the token of an invitation link; it works once',
  description:
    'Signed in with the invited email: send only `invitation_token`. Without a credential, as someone who has no account yet: ' +
    'send `full_name` and `password` too; the answer then holds a session `token` and sets it as an http-only cookie.',
  method: 'POST',
  path: '/api/invitations/accept',
  credential: whenPresented(personal('full_access')),
  limit: perMinute(10, 'address'),
  body: Type.Object({
    invitation_token: InvitationToken,
    full_name: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })),
    password: Type.Optional(Type.String({ minLength: 8, maxLength: 256 })),
  }),
  answer: Type.Object({
    workspace_id: Id,
    user: Me,
    token: Nullable(Type.String({ description: 'A session, for a new account; null for who was signed in' })),
  }),
  refuses: [
    'plan_upgrade_required',
    'session_required',
    'invitation_for_other_email',
    'invitation_not_found',
    'account_exists',
    'already_member',
    'invitation_expired',
  ],
  example: {
    body: { invitation_token: 'inv_…', full_name: 'Grace Murray', password: 'correct horse battery staple' },
    answer: {
      workspace_id: 'ws_06bcz0k3v4n8q1t5w7x9y2a3b4',
      user: {
        id: 'usr_06bcz0k3v4n8q1t5w7x9y2a3b4',
        email: 'grace@example.com',
        full_name: 'Grace Murray',
        workspaces: [
          {
            id: 'ws_06bcz0k3v4n8q1t5w7x9y2a3b4',
            name: 'Engines',
            user_role: 'editor',
            subscription_tier: 'builder',
            is_enterprise: false,
          },
        ],
      },
      token: 'ses_…',
    },
  },
})

const MAIL_STATUSES = ['kept', 'waiting', 'sent', 'failed'] as const

export const Mail = Type.Object(
  {
    id: Id,
    created_date: Timestamp,
    to: Type.String(),
    subject: Type.String(),
    text: Nullable(
      Type.String({ description: 'null when the mail is sent by SMTP: its links are for its receiver' }),
    ),
    status: OneOf(MAIL_STATUSES, {
      description: 'kept: MAIL is outbox, this list is where it went',
    }),
    sent_date: Nullable(Timestamp),
    error: Nullable(Type.String({ description: 'Why the last try failed' })),
  },
  { $id: 'Mail' },
)

/** Needs full access though it reads: a kept mail holds a link that lets someone in. */
export const listMail = operation({
  name: 'mail.list',
  summary: 'List the mails of the workspace of the last 60 days, newest first',
  method: 'GET',
  path: '/api/workspace/mail-outbox',
  credential: personal('full_access'),
  query: Type.Object({
    ...WorkspaceQuery.properties,
    ...PageQuery.properties,
    search: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'A part of the address of the recipient or of the subject, in either case',
        examples: ['grace@'],
      }),
    ),
    status: Type.Optional(
      OneOf(MAIL_STATUSES, { description: 'Only mails with this status', examples: ['failed'] }),
    ),
  }),
  answer: Page(Mail),
  refuses: ['workspace_not_found', 'admin_required', 'token_limited_to_apps'],
  example: {
    answer: {
      items: [
        {
          id: 'mail_06bcz0k3v4n8q1t5w7x9y2a3b4',
          created_date: '2026-11-15T09:30:00.000Z',
          to: 'grace@example.com',
          subject: 'Ada Byron invites you to Engines',
          text: 'Ada Byron (ada@example.com) invites you …',
          status: 'kept',
          sent_date: null,
          error: null,
        },
      ],
      next_cursor: null,
      has_more: false,
    },
  },
})
