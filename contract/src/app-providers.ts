/** Providers by which the users of an app sign in: Google, GitHub and any that speaks OpenID Connect. */
import { Type } from 'typebox'
import { Bytes, operation, perMinute, personal } from './operation.ts'
import { Id, Nullable, OneOf } from './shared.ts'
import {
  BrowserHeaders,
  CallbackQuery,
  ClientId,
  ClientSecret,
  Issuer,
  ProviderName,
} from './workspace-openid.ts'

/** Of kind `openid`, next to Google and GitHub. */
export const MAX_OPENID_PROVIDERS = 5

export const ProviderId = Type.String({
  maxLength: 40,
  pattern: '^[a-z][a-z0-9-]*$',
  description: '`google`, `github`, or a name of your own for any other',
})
const ProviderKind = OneOf(['google', 'github', 'openid'])

export const AppProvider = Type.Object(
  {
    id: ProviderId,
    kind: ProviderKind,
    name: Type.String(),
    issuer: Type.String(),
    client_id: Type.String(),
    has_secret: Type.Boolean(),
    is_enabled: Type.Boolean(),
    redirect_uri: Type.String({ description: 'To be entered at the provider' }),
  },
  { $id: 'AppProvider' },
)

const AppPath = Type.Object({ app_id: Id })
const ProviderPath = Type.Object({ app_id: Id, provider: ProviderId })
const PROVIDERS = '/api/apps/{app_id}/sign-in-providers'
const AUTH = '/api/apps/{app_id}/auth'
const CHANGE = perMinute(30, 'pool', 'app_providers.change')
const START = perMinute(30, 'address')

const FromUrl = Type.String({ maxLength: 2_000, description: 'Where to go on to: an address of the app' })
const AppQuery = Type.Object({ app_id: Id, from_url: Type.Optional(FromUrl) })

const EXAMPLE = {
  id: 'google',
  kind: 'google',
  name: 'Google',
  issuer: 'https://accounts.google.com',
  client_id: '42.apps.example.com',
  has_secret: true,
  is_enabled: true,
  redirect_uri: 'https://atrium.example.com/api/apps/app_06bc…/auth/google/callback',
}

export const listAppProviders = operation({
  name: 'app_providers.list',
  summary: 'List the providers by which the users of an app can sign in, as its editors set them',
  method: 'GET',
  path: PROVIDERS,
  credential: personal('read_only'),
  params: AppPath,
  answer: Type.Object({ items: Type.Array(AppProvider) }),
  refuses: ['app_not_found', 'editor_required'],
  example: { answer: { items: [EXAMPLE] } },
})

export const setAppProvider = operation({
  name: 'app_providers.set',
  summary: 'Set a provider by which the users of an app can sign in',
  description:
    'The id says the kind: `google` and `github` are those, any other id is a provider of yours and needs its issuer. ' +
    'For `github` the issuer is the address of a GitHub of your own. Without client_secret the one before stays, as ' +
    'long as issuer and client_id do.',
  method: 'PUT',
  path: `${PROVIDERS}/{provider}`,
  credential: personal('full_access'),
  limit: CHANGE,
  params: ProviderPath,
  body: Type.Object({
    name: Type.Optional(ProviderName),
    issuer: Type.Optional(Issuer),
    client_id: ClientId,
    client_secret: Type.Optional(Nullable(ClientSecret)),
    is_enabled: Type.Optional(Type.Boolean({ default: true })),
  }),
  answer: AppProvider,
  refuses: ['app_not_found', 'editor_required', 'provider_unusable', 'too_many_providers'],
  example: { body: { client_id: EXAMPLE.client_id, client_secret: '…' }, answer: EXAMPLE },
})

export const removeAppProvider = operation({
  name: 'app_providers.remove',
  summary: 'Remove a provider of an app; its users keep their accounts',
  method: 'DELETE',
  path: `${PROVIDERS}/{provider}`,
  credential: personal('full_access'),
  limit: CHANGE,
  params: ProviderPath,
  answer: Type.Object({ success: Type.Literal(true) }),
  refuses: ['app_not_found', 'editor_required', 'provider_not_found'],
  example: { answer: { success: true } },
})

export const listLoginProviders = operation({
  name: 'app_auth.providers',
  summary: 'List the providers by which a visitor can sign in to an app',
  description: 'A browser goes to login_url with `from_url`; an app that does not exist has none.',
  method: 'GET',
  path: `${AUTH}/providers`,
  credential: null,
  limit: perMinute(120, 'address'),
  params: AppPath,
  answer: Type.Object({
    items: Type.Array(
      Type.Object({ id: ProviderId, kind: ProviderKind, name: Type.String(), login_url: Type.String() }),
    ),
  }),
  example: {
    answer: {
      items: [
        {
          id: 'google',
          kind: 'google',
          name: 'Google',
          login_url: 'https://atrium.example.com/api/apps/app_06bc…/auth/google/login',
        },
      ],
    },
  },
})

export const loginWithProvider = operation({
  name: 'app_auth.provider_login',
  summary: 'Lead a browser to a provider, to sign in to an app',
  description:
    'It comes back to from_url. With `state` what it brings stands behind the #: access_token or error, and the state; ' +
    'without, in the query, where existing clients look for it.',
  method: 'GET',
  path: `${AUTH}/{provider}/login`,
  credential: null,
  limit: START,
  params: ProviderPath,
  query: Type.Object({
    from_url: Type.Optional(FromUrl),
    state: Type.Optional(Type.String({ maxLength: 200, pattern: '^[\\w.~-]+$' })),
  }),
  answer: Bytes,
  answer_type: 'text/html',
  refuses: ['provider_not_found', 'address_not_allowed', 'provider_unusable'],
  example: { answer: '' },
})

export const loginAsClient = operation({
  name: 'app_auth.client_login',
  summary: 'As app_auth.provider_login, at the address that existing clients use',
  method: 'GET',
  path: '/api/app-auth/{provider}/login',
  also: '/api/apps/auth/{provider}/login',
  credential: null,
  limit: START,
  params: Type.Object({ provider: ProviderId }),
  query: AppQuery,
  answer: Bytes,
  answer_type: 'text/html',
  refuses: ['provider_not_found', 'address_not_allowed', 'provider_unusable'],
  example: { answer: '' },
})

export const loginWithGoogle = operation({
  name: 'app_auth.google_login',
  summary: 'As app_auth.client_login with Google',
  method: 'GET',
  path: '/api/apps/auth/login',
  credential: null,
  limit: START,
  query: AppQuery,
  answer: Bytes,
  answer_type: 'text/html',
  refuses: ['provider_not_found', 'address_not_allowed', 'provider_unusable'],
  example: { answer: '' },
})

export const receiveProviderCallback = operation({
  name: 'app_auth.provider_callback',
  summary: 'Where a provider sends the users of an app back to; goes on to the app, signed in',
  description: 'Takes a single-use state, and only from the browser that started.',
  method: 'GET',
  path: `${AUTH}/{provider}/callback`,
  credential: null,
  limit: perMinute(60, 'address'),
  takes_any_address: true,
  params: Type.Object({ app_id: Type.String(), provider: Type.String() }),
  query: CallbackQuery,
  headers: BrowserHeaders,
  answer: Bytes,
  answer_type: 'text/html',
  example: { answer: '' },
})
