/** Sign-in of the people of a workspace by its own OpenID Connect provider. */
import { Type } from 'typebox'
import { Bytes, operation, perMinute, personal } from './operation.ts'
import { PasskeyAnswer } from './passkeys.ts'
import { EXAMPLE_ME, Me } from './session.ts'
import { Email, Id, Nullable, OneOf, Timestamp, WorkspaceQuery } from './shared.ts'

export const MAX_SIGN_IN_DOMAINS = 20

/** An address that a provider is known by. */
export const Issuer = Type.String({ minLength: 8, maxLength: 500, pattern: '^https?://' })
export const ClientId = Type.String({ minLength: 1, maxLength: 300 })
export const ClientSecret = Type.String({ minLength: 1, maxLength: 1_000 })
export const ProviderName = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' })
export const JoinRole = OneOf(['editor', 'viewer', 'guest'])
/** What comes back from a provider, and the cookie of the browser that started. */
export const CallbackQuery = Type.Object(
  {
    state: Type.Optional(Type.String()),
    code: Type.Optional(Type.String()),
    error: Type.Optional(Type.String()),
  },
  { additionalProperties: Type.String() },
)
export const BrowserHeaders = Type.Object({ cookie: Type.Optional(Type.String()) })

const Domain = Type.String({ minLength: 3, maxLength: 253 })

const settings = {
  name: ProviderName,
  issuer: Issuer,
  client_id: ClientId,
  joins_by_sign_in: Type.Boolean({ description: 'People of the domains become members when they sign in' }),
  join_role: JoinRole,
  refuses_passwords: Type.Boolean({
    description: 'Members with these domains cannot sign in with a password; owners can',
  }),
}

export const SignInDomain = Type.Object(
  {
    domain: Type.String(),
    record_name: Type.String({ description: 'Where the TXT record belongs that proves the domain' }),
    record_value: Type.String(),
    verified_date: Nullable(Timestamp),
  },
  { $id: 'SignInDomain' },
)

export const WorkspaceOpenId = Type.Object(
  {
    redirect_uri: Type.String({ description: 'To be entered at the provider' }),
    provider: Type.Union([Type.Object({ ...settings, has_secret: Type.Boolean() }), Type.Null()]),
    domains: Type.Array(SignInDomain),
  },
  { $id: 'WorkspaceOpenId' },
)

const PATH = '/api/workspace/openid'
const START = '/api/auth/openid/{workspace_id}'
const CHANGE = perMinute(30, 'pool', 'workspace_openid.change')

const EXAMPLE_SETTINGS = {
  name: 'Engines',
  issuer: 'https://id.example.com',
  client_id: 'atrium',
  joins_by_sign_in: true,
  join_role: 'viewer',
  refuses_passwords: false,
}
const EXAMPLE = {
  redirect_uri: 'https://atrium.example.com/api/auth/openid/ws_06bc…/callback',
  provider: { ...EXAMPLE_SETTINGS, has_secret: true },
  domains: [
    {
      domain: 'example.com',
      record_name: '_atrium-sign-in.example.com',
      record_value: 'atrium-sign-in=…',
      verified_date: null,
    },
  ],
}

export const readWorkspaceOpenid = operation({
  name: 'workspace_openid.read',
  summary: 'Read how the people of a workspace sign in by OpenID Connect',
  method: 'GET',
  path: PATH,
  credential: personal('read_only'),
  query: WorkspaceQuery,
  answer: WorkspaceOpenId,
  refuses: ['workspace_not_found', 'admin_required', 'token_limited_to_apps'],
  example: { answer: EXAMPLE },
})

export const setWorkspaceOpenid = operation({
  name: 'workspace_openid.set',
  summary: 'Set the provider by which the people of a workspace sign in',
  description:
    'It vouches only for emails of domains that are proved, see workspace_openid.verify_domain. Without ' +
    'client_secret the one before stays, as long as issuer and client_id do; null takes it away.',
  method: 'PUT',
  path: PATH,
  credential: personal('full_access'),
  limit: CHANGE,
  query: WorkspaceQuery,
  body: Type.Object({
    ...settings,
    client_secret: Type.Optional(Nullable(ClientSecret)),
    domains: Type.Array(Domain, { minItems: 1, maxItems: MAX_SIGN_IN_DOMAINS }),
  }),
  answer: WorkspaceOpenId,
  refuses: ['workspace_not_found', 'admin_required', 'token_limited_to_apps', 'provider_unusable'],
  example: { body: { ...EXAMPLE_SETTINGS, domains: ['example.com'] }, answer: EXAMPLE },
})

export const verifySignInDomain = operation({
  name: 'workspace_openid.verify_domain',
  summary: 'Look for the TXT record that proves a domain',
  description: 'A domain belongs to one workspace: to another one as soon as only its record is there.',
  method: 'POST',
  path: `${PATH}/domains/{domain}/verify`,
  idempotency: 'leased',
  credential: personal('full_access'),
  limit: perMinute(10, 'caller'),
  params: Type.Object({ domain: Domain }),
  query: WorkspaceQuery,
  answer: WorkspaceOpenId,
  refuses: [
    'workspace_not_found',
    'admin_required',
    'token_limited_to_apps',
    'sign_in_domain_not_found',
    'sign_in_domain_not_proved',
    'sign_in_domain_taken',
  ],
  example: { answer: EXAMPLE },
})

export const removeWorkspaceOpenid = operation({
  name: 'workspace_openid.remove',
  summary: 'Remove the provider of a workspace; its people sign in with passwords again',
  method: 'DELETE',
  path: PATH,
  credential: personal('full_access'),
  limit: CHANGE,
  query: WorkspaceQuery,
  answer: Type.Object({ success: Type.Literal(true) }),
  refuses: ['workspace_not_found', 'admin_required', 'token_limited_to_apps', 'provider_not_found'],
  example: { answer: { success: true } },
})

export const listSignInOptions = operation({
  name: 'session.sign_in_options',
  summary: 'List the providers by which an email can sign in',
  description: 'The same for every email of a domain, known or not.',
  method: 'POST',
  path: '/api/auth/sign-in-options',
  credential: null,
  limit: perMinute(30, 'address'),
  body: Type.Object({ email: Email }),
  answer: Type.Object({ items: Type.Array(Type.Object({ name: Type.String(), start_url: Type.String() })) }),
  example: {
    body: { email: 'ada@example.com' },
    answer: { items: [{ name: 'Engines', start_url: '/api/auth/openid/ws_06bc…/start' }] },
  },
})

export const startOpenidSession = operation({
  name: 'session.openid_start',
  summary: 'Lead a browser to the provider of a workspace',
  method: 'GET',
  path: `${START}/start`,
  credential: null,
  limit: perMinute(30, 'address'),
  params: Type.Object({ workspace_id: Id }),
  query: Type.Object({
    next: Type.Optional(
      Type.String({ maxLength: 1_000, description: 'The page of the console to go on to' }),
    ),
  }),
  answer: Bytes,
  answer_type: 'text/html',
  refuses: ['provider_not_found', 'provider_unusable'],
  example: { answer: '' },
})

export const receiveOpenidCallback = operation({
  name: 'session.openid_callback',
  summary: 'Where the provider of a workspace sends people back to; starts a session',
  description: 'Takes a single-use state, and only from the browser that started.',
  method: 'GET',
  path: `${START}/callback`,
  credential: null,
  limit: perMinute(60, 'address'),
  takes_any_address: true,
  params: Type.Object({ workspace_id: Type.String() }),
  query: CallbackQuery,
  headers: BrowserHeaders,
  answer: Bytes,
  answer_type: 'text/html',
  example: { answer: '' },
})

export const confirmOpenidSession = operation({
  name: 'session.openid_confirm',
  summary: 'Show the second factor after signing in by a provider',
  description:
    'The callback leads to /sign-in#ticket=… for an account with a second factor; it is good for 5 minutes.',
  method: 'POST',
  path: '/api/auth/openid/confirm',
  credential: null,
  limit: perMinute(30, 'address'),
  body: Type.Object({
    ticket: Type.String({ minLength: 1, maxLength: 500 }),
    code: Type.Optional(Type.String({ maxLength: 40 })),
    passkey: Type.Optional(PasskeyAnswer),
  }),
  answer: Type.Object({ user: Me, token: Type.String() }),
  refuses: [
    'invalid_ticket',
    'second_factor_required',
    'invalid_second_factor',
    'invalid_passkey',
    'second_factor_locked',
  ],
  example: { body: { ticket: 'usr_…', code: '123456' }, answer: { user: EXAMPLE_ME, token: 'ses_…' } },
})
