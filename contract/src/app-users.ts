/** The users of an app, for those who edit it. */
import { Type } from 'typebox'
import { anyone, operation, orAppUser, perMinute, personal, whenGood } from './operation.ts'
import { AnyKey, Both, Email, Id, Nullable, OneOf, Page, PageQuery, Timestamp } from './shared.ts'

export const AppUserRole = Type.String({ minLength: 1, maxLength: 64 })
const Data = Type.Record(AnyKey, Type.Unknown())

export const AppUser = Type.Object(
  {
    id: Id,
    email: Type.String(),
    full_name: Type.String(),
    kind: OneOf(['app_user', 'member'], { description: '`member`: of the workspace' }),
    status: OneOf(['active', 'unverified', 'invited']),
    role: Nullable(Type.String({ description: '`null`: what their access to the app gives' })),
    data: Data,
    created_date: Timestamp,
    updated_date: Timestamp,
  },
  { $id: 'AppUser' },
)

const USERS = '/api/apps/{app_id}/users'
const AppPath = Type.Object({ app_id: Id })
const UserPath = Type.Object({ app_id: Id, user_id: Id })
const EXAMPLE_USER = {
  id: 'acc_06bcz0k3v4n8q1t5w7x9y2a3b4',
  email: 'grace@example.com',
  full_name: 'Grace Hopper',
  kind: 'app_user',
  status: 'active',
  role: 'user',
  data: { team: 'compilers' },
  created_date: '2026-11-15T09:30:00.000Z',
  updated_date: '2026-11-15T09:30:00.000Z',
}

export const listAppUsers = operation({
  name: 'app_users.list',
  summary: 'List the users of an app',
  description:
    'Its own users, and those members of the workspace who signed in to it or of whom it keeps something.',
  method: 'GET',
  path: USERS,
  credential: personal('read_only'),
  params: AppPath,
  query: Both(
    PageQuery,
    Type.Object({
      search: Type.Optional(Type.String({ maxLength: 254, description: 'A part of the email' })),
    }),
  ),
  answer: Page(AppUser),
  refuses: ['app_not_found', 'editor_required'],
  example: { answer: { items: [EXAMPLE_USER], next_cursor: null, has_more: false } },
})

export const inviteAppUser = operation({
  name: 'app_users.invite',
  summary: 'Invite somebody to an app',
  description:
    'Mails a link to the app, where they sign up with this email. Who was invited is let in whatever the ' +
    'public_settings of the app.',
  method: 'POST',
  path: '/api/apps/{app_id}/runtime/users/invite-user',
  idempotency: 'atomic',
  also: `${USERS}/invite-user`,
  credential: { ...personal('full_access'), service: true },
  limit: perMinute(30, 'caller+app'),
  params: AppPath,
  body: Type.Object({ user_email: Email, role: Type.Optional(AppUserRole) }),
  status: 201,
  answer: AppUser,
  refuses: ['app_not_found', 'editor_required', 'app_user_exists'],
  example: {
    body: { user_email: 'grace@example.com', role: 'user' },
    answer: { ...EXAMPLE_USER, status: 'invited' },
  },
})

export const updateAppUser = operation({
  name: 'app_users.update',
  summary: 'Change the role and the data of a user of an app',
  description:
    'Fields of `data` that are sent are merged; `null` clears one. Where the app has a schema named `User`, its ' +
    'fields hold. Also for members of the workspace who can see the app.',
  method: 'PUT',
  path: `${USERS}/{user_id}`,
  credential: personal('full_access'),
  params: UserPath,
  body: Type.Object({ role: Type.Optional(Nullable(AppUserRole)), data: Type.Optional(Data) }),
  answer: AppUser,
  refuses: ['app_not_found', 'editor_required', 'app_user_not_found'],
  example: { body: { role: 'admin' }, answer: { ...EXAMPLE_USER, role: 'admin' } },
})

export const removeAppUser = operation({
  name: 'app_users.remove',
  summary: 'Remove a user from an app',
  description:
    'Their sessions in the app end at once, and what it keeps of them is gone; records that they made stay. Members ' +
    'of the workspace can still see the app if their role lets them.',
  method: 'DELETE',
  path: `${USERS}/{user_id}`,
  credential: personal('full_access'),
  params: UserPath,
  answer: Type.Object({ success: Type.Literal(true) }),
  refuses: ['app_not_found', 'editor_required', 'app_user_not_found'],
  example: { answer: { success: true } },
})

export const readPublicSettings = operation({
  name: 'apps.public_settings',
  summary: 'Read how an app lets people in, if it would let the caller in',
  description:
    'For front ends, before they show a page. Everybody may ask; a token or cookie says who does, and one that has ' +
    'ended counts as none. Who may not open the app gets a 403 whose `extra_data.reason` says what to do: ' +
    '`auth_required`, sign in; `user_not_registered`, the app does not know them.',
  method: 'GET',
  path: '/api/apps/public/prod/public-settings/by-id/{app_id}',
  credential: whenGood(orAppUser(anyone('read_only'))),
  params: AppPath,
  answer: Type.Object({
    id: Id,
    public_settings: OneOf([
      'private_with_login',
      'workspace_with_login',
      'public_with_login',
      'public_without_login',
    ]),
  }),
  refuses: ['app_not_found', 'auth_required', 'user_not_registered'],
  example: { answer: { id: 'app_06bcz0k3v4n8q1t5w7x9y2a3b4', public_settings: 'public_with_login' } },
})
