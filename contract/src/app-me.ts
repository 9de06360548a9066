import { Type } from 'typebox'
import { operation, orAppUser, personal } from './operation.ts'
import { Id, Timestamp } from './shared.ts'

/** A user inside an app: flat, with the fields that the app keeps of them. */
export const AppMe = Type.Object(
  {
    id: Id,
    email: Type.String(),
    full_name: Type.String(),
    role: Type.String({
      description: '`admin` for those who can edit the app and `user` for others, or what the app says',
    }),
    created_date: Timestamp,
    updated_date: Timestamp,
  },
  { $id: 'AppMe', additionalProperties: true },
)

export const EXAMPLE_ME = {
  id: 'acc_06bcz0k3v4n8q1t5w7x9y2a3b4',
  email: 'grace@example.com',
  full_name: 'Grace Hopper',
  role: 'user',
  team: 'compilers',
  created_date: '2026-11-15T09:30:00.000Z',
  updated_date: '2026-11-15T09:30:00.000Z',
}

const AppMeChange = Type.Unsafe<{ full_name?: string; [field: string]: unknown }>(
  Type.Object({ full_name: Type.Optional(Type.String({ maxLength: 200 })) }, { additionalProperties: true }),
)

const ME = '/api/apps/{app_id}/entities/User/me'
const AppPath = Type.Object({ app_id: Id })

export const readAppMe = operation({
  name: 'users.me',
  summary: 'Read who you are inside an app',
  method: 'GET',
  path: ME,
  credential: orAppUser(personal('read_only')),
  params: AppPath,
  answer: AppMe,
  refuses: ['app_not_found'],
  example: { answer: EXAMPLE_ME },
})

export const updateAppMe = operation({
  name: 'users.update_me',
  summary: 'Change what an app keeps of you',
  description:
    'Fields that are sent are merged; `null` clears one. `id`, `email` and `role` are passed over; `full_name` of ' +
    'people who have an Atrium account too. Where the app has a schema named `User`, its fields and its rules for ' +
    'fields hold.',
  method: 'PUT',
  path: ME,
  credential: orAppUser(personal('full_access')),
  params: AppPath,
  body: AppMeChange,
  answer: AppMe,
  refuses: ['app_not_found', 'field_rule_refused'],
  example: { body: { team: 'compilers' }, answer: EXAMPLE_ME },
})
