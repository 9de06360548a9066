import { Type } from 'typebox'
import { operation, perMinute, personal } from './operation.ts'
import {
  AppKind,
  AppRole,
  Both,
  Email,
  Id,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  Timestamp,
  WorkspaceQuery,
} from './shared.ts'

export const PublicSettings = OneOf(
  ['private_with_login', 'workspace_with_login', 'public_with_login', 'public_without_login'],
  { description: 'Who may open the published app.' },
)

export const UserDescription = Type.String({ maxLength: 10_000 })
export const HttpUrl = Type.String({ maxLength: 2048, pattern: '^https?://[^\\s]+$' })

const appFields = {
  id: Id,
  name: Type.String(),
  kind: AppKind,
  organization_id: Id,
  owner_id: Id,
  user_description: Nullable(Type.String()),
  logo_url: Nullable(Type.String()),
  published_url: Nullable(Type.String()),
  public_settings: PublicSettings,
  hide_authorship: Type.Boolean(),
  user_role: AppRole,
  created_date: Timestamp,
  updated_date: Timestamp,
}

export const App = Type.Object(appFields, { $id: 'App' })

/** A list row holds every field, or only those that `fields` names. */
const AppRow = Type.Partial(Type.Object(appFields))

const writable = {
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  user_description: Type.Optional(Nullable(UserDescription)),
  logo_url: Type.Optional(Nullable(HttpUrl)),
  published_url: Type.Optional(Nullable(HttpUrl)),
  public_settings: Type.Optional(PublicSettings),
  hide_authorship: Type.Optional(Type.Boolean()),
}

const EXAMPLE_APP = {
  id: 'app_06bcz0k3v4n8q1t5w7x9y2a3b4',
  name: 'Orders',
  kind: 'app',
  organization_id: 'ws_06bcz0k3v4n8q1t5w7x9y2a3b4',
  owner_id: 'usr_06bcz0k3v4n8q1t5w7x9y2a3b4',
  user_description: 'Takes orders and prints labels',
  logo_url: null,
  published_url: 'https://orders.example.com',
  public_settings: 'private_with_login',
  hide_authorship: false,
  user_role: 'editor',
  created_date: '2026-11-15T09:30:00.000Z',
  updated_date: '2026-11-15T09:30:00.000Z',
}

export const listApps = operation({
  name: 'apps.list',
  summary: 'List the apps and agents you can see',
  method: 'GET',
  path: '/api/apps',
  credential: personal('read_only'),
  query: Both(
    WorkspaceQuery,
    Type.Object({
      ...PageQuery.properties,
      sort: Type.Optional(
        OneOf(['-created_date', 'created_date', '-updated_date', 'updated_date', 'name', '-name'], {
          default: '-created_date',
        }),
      ),
      fields: Type.Optional(
        Type.String({
          maxLength: 500,
          pattern: '^[a-z_]+(,[a-z_]+)*$',
          description: 'Only these fields, separated by commas',
        }),
      ),
      folder_id: Type.Optional(Id),
      search: Type.Optional(Type.String({ maxLength: 200, description: 'A part of the name' })),
    }),
  ),
  answer: Page(AppRow),
  refuses: ['workspace_not_found', 'folder_not_found'],
  example: { answer: { items: [EXAMPLE_APP], next_cursor: null, has_more: false } },
})

export const createApp = operation({
  name: 'apps.create',
  summary: 'Create an app or an agent',
  method: 'POST',
  path: '/api/apps',
  idempotency: 'atomic',
  credential: personal('full_access'),
  limit: perMinute(60, 'pool', 'apps.create'),
  query: WorkspaceQuery,
  body: Type.Object({ ...writable, kind: Type.Optional(AppKind) }),
  status: 201,
  answer: App,
  refuses: ['workspace_not_found', 'editor_required', 'token_limited_to_apps'],
  example: { body: { name: 'Orders' }, answer: EXAMPLE_APP },
})

export const readApp = operation({
  name: 'apps.read',
  summary: 'Read an app or agent',
  method: 'GET',
  path: '/api/apps/{app_id}',
  credential: personal('read_only'),
  params: Type.Object({ app_id: Id }),
  answer: App,
  refuses: ['app_not_found'],
  example: { answer: EXAMPLE_APP },
})

export const updateApp = operation({
  name: 'apps.update',
  summary: 'Change an app; send only the fields to change',
  method: 'PUT',
  path: '/api/apps/{app_id}',
  credential: personal('full_access'),
  params: Type.Object({ app_id: Id }),
  body: Type.Partial(Type.Object(writable)),
  answer: App,
  refuses: ['app_not_found', 'editor_required'],
  example: { body: { name: 'Orders' }, answer: EXAMPLE_APP },
})

export const deleteApp = operation({
  name: 'apps.delete',
  summary: 'Delete an app with everything in it; it reads as missing at once',
  method: 'DELETE',
  path: '/api/apps/{app_id}',
  credential: personal('full_access'),
  params: Type.Object({ app_id: Id }),
  answer: Type.Object({ deleted: Type.Literal(true), id: Id }),
  refuses: ['app_not_found', 'editor_required'],
  example: { answer: { deleted: true, id: EXAMPLE_APP.id } },
})

export const Collaborator = Type.Object(
  { app_id: Id, user_id: Id, email: Type.String(), full_name: Type.String(), role: AppRole },
  { $id: 'Collaborator' },
)

const COLLABORATOR_PATH = '/api/apps/{app_id}/collaborators/{email}'
const EXAMPLE_COLLABORATOR = {
  app_id: EXAMPLE_APP.id,
  user_id: 'usr_06bcz0k3v4n8q1t5w7x9y2a3b4',
  email: 'grace@example.com',
  full_name: 'Grace Murray',
  role: 'viewer',
}

export const listCollaborators = operation({
  name: 'collaborators.list',
  summary: 'List who was given this app next to the members of its workspace',
  method: 'GET',
  path: '/api/apps/{app_id}/collaborators',
  credential: personal('read_only'),
  params: Type.Object({ app_id: Id }),
  query: PageQuery,
  answer: Page(Collaborator),
  refuses: ['app_not_found'],
  example: { answer: { items: [EXAMPLE_COLLABORATOR], next_cursor: null, has_more: false } },
})

export const setCollaborator = operation({
  name: 'collaborators.set',
  summary: 'Give a member of the workspace access to one app',
  method: 'PUT',
  path: COLLABORATOR_PATH,
  credential: personal('full_access'),
  params: Type.Object({ app_id: Id, email: Email }),
  body: Type.Object({ role: AppRole }),
  answer: Collaborator,
  refuses: ['app_not_found', 'editor_required', 'member_not_found'],
  example: { body: { role: 'viewer' }, answer: EXAMPLE_COLLABORATOR },
})

export const removeCollaborator = operation({
  name: 'collaborators.remove',
  summary: 'Take back the access given to a collaborator',
  method: 'DELETE',
  path: COLLABORATOR_PATH,
  credential: personal('full_access'),
  params: Type.Object({ app_id: Id, email: Email }),
  answer: Type.Object({ removed: Type.Literal(true), app_id: Id, email: Type.String() }),
  refuses: ['app_not_found', 'editor_required', 'collaborator_not_found'],
  example: { answer: { removed: true, app_id: EXAMPLE_APP.id, email: 'grace@example.com' } },
})
