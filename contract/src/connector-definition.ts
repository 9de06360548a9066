/** What a connector is: how its service is reached, how people let an app in, and how the connection is tried. */
import { type Static, Type } from 'typebox'
import { AnyKey, OneOf } from './shared.ts'

export const CONNECTOR_CATEGORIES = [
  'productivity',
  'communication',
  'files',
  'crm',
  'support',
  'development',
  'design',
  'marketing',
  'commerce',
  'finance',
  'data',
  'people',
  'social',
  'artificial_intelligence',
  'other',
] as const
export const ConnectorCategory = OneOf(CONNECTOR_CATEGORIES)

/** Small letters first, so that it is a part of addresses and file names everywhere. */
export const INTEGRATION_TYPE = '^[a-z][a-z0-9_-]{1,62}$'
export const MAX_FIELDS = 12
export const MAX_PATTERN = 200
export const MAX_FIELD_VALUE = 4_096

/** What a person fills in before a connection is started. */
export const ConnectorField = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z][a-z0-9_]{0,39}$', description: 'Key in connection_config' }),
    display_name: Type.String({ minLength: 1, maxLength: 80, description: 'Label of the field' }),
    description: Type.String({ maxLength: 400, description: 'Text that explains the field' }),
    placeholder: Type.String({ maxLength: 200, description: 'An example that fits the pattern' }),
    required: Type.Boolean({ description: 'Whether a value must be given' }),
    validation_pattern: Type.String({
      maxLength: MAX_PATTERN,
      description: 'Regular expression for the whole value',
    }),
    validation_error: Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'What is said when it does not fit',
    }),
  },
  { $id: 'ConnectorField' },
)
export type ConnectorField = Static<typeof ConnectorField>

/** A field as its connector describes it. */
export const DefinedField = Type.Object({
  ...ConnectorField.properties,
  is_secret: Type.Optional(Type.Boolean({ description: 'Kept encrypted, never comes back' })),
  kind: Type.Optional(
    OneOf(['text', 'label', 'host', 'choice'], {
      description:
        'How what is typed or pasted is normalised before the pattern: `label` is the part of a host name before `suffix`, `host` a whole host name, `choice` is compared in small letters; `text` is only trimmed',
    }),
  ),
  suffix: Type.Optional(
    Type.String({
      pattern: '^(\\.[a-z0-9-]+)+$',
      description: 'What host names of the service end with, such as `.example.com`',
    }),
  ),
})
export type DefinedField = Static<typeof DefinedField>

/**
 * An address or another text with places for values: `{subdomain}`, or `{host|example.com}` with what is taken when
 * there is none. Values of fields, of `derived`, and of what the service answered.
 */
const Template = Type.String({ minLength: 1, maxLength: 500 })
const Templates = Type.Record(AnyKey, Template)
/** A JSON pointer (RFC 6901) into an answer. */
const Pointer = Type.String({ pattern: '^(/[^/]+)*$', maxLength: 200 })

const tokenFields = {
  token_url: Template,
  client_auth: OneOf(['basic', 'body'], { description: 'How client id and secret are sent for a token' }),
  token_format: Type.Optional(OneOf(['form', 'json'], { description: '`form` by default' })),
  token_params: Type.Optional(Templates),
  token_headers: Type.Optional(Templates),
  scope_separator: Type.Optional(OneOf([' ', ','])),
  /** Where the token stands, when it is not `/access_token`; other fields are looked for next to it. */
  access_token_at: Type.Optional(Pointer),
  /** A field that says what went wrong although the status is 200. */
  error_at: Type.Optional(Pointer),
  /** Seconds that a token is good for, where the answer does not say. */
  lifetime_seconds: Type.Optional(Type.Integer({ minimum: 60 })),
  /** Values to keep from the answer with the token, by name. */
  captured: Type.Optional(Type.Record(AnyKey, Pointer)),
}

export const ConnectorAuth = Type.Union([
  Type.Object({
    mode: Type.Literal('oauth2'),
    authorization_url: Template,
    ...tokenFields,
    refresh_url: Type.Optional(Template),
    revocation_url: Type.Optional(Template),
    pkce: Type.Boolean(),
    authorization_params: Type.Optional(Templates),
    /** What the service calls client id and scope where it has words of its own. */
    client_id_param: Type.Optional(Type.String()),
    scope_param: Type.Optional(Type.String()),
    /** `rotating`: each refresh token is good once. `none`: there are none, the token lasts. */
    refresh: OneOf(['rotating', 'stable', 'none']),
    /**
     * For services that say only on request what the token is for, such as which site: asked with GET once, when a
     * person has approved. What is captured joins what came with the token and stays until somebody approves again.
     */
    lookup: Type.Optional(
      Type.Object({
        url: Template,
        authorization: Type.Optional(Template),
        captured: Type.Record(AnyKey, Pointer),
      }),
    ),
    /** Values to keep from the address that the service sends people back to: name → name of its parameter. */
    callback_captured: Type.Optional(Type.Record(AnyKey, Type.String())),
  }),
  Type.Object({
    mode: Type.Literal('client_credentials'),
    ...tokenFields,
    client_id_field: Type.String(),
    client_secret_field: Type.String(),
  }),
  Type.Object({
    mode: Type.Literal('api_key'),
    /** With places for secret fields; at least one of these three. */
    headers: Type.Optional(Templates),
    query: Type.Optional(Templates),
    basic: Type.Optional(Type.Object({ username: Type.String(), password: Type.String() })),
  }),
])
export type ConnectorAuth = Static<typeof ConnectorAuth>
export type OAuth2 = Extract<ConnectorAuth, { mode: 'oauth2' }>
export type ClientCredentials = Extract<ConnectorAuth, { mode: 'client_credentials' }>

export const ConnectorScope = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' }),
  description: Type.String({ minLength: 1, maxLength: 200, description: 'What the app may do with it' }),
  is_default: Type.Optional(Type.Boolean()),
})
export type ConnectorScope = Static<typeof ConnectorScope>

/** How the service splits long lists. */
export const Paging = Type.Union([
  /** A `Link` header with `rel="next"`. */
  Type.Object({ kind: Type.Literal('link'), items_at: Pointer }),
  /** The answer names a cursor, which the next request sends as a parameter of its query or, for POST, of its body. */
  Type.Object({ kind: Type.Literal('cursor'), items_at: Pointer, next_at: Pointer, param: Type.String() }),
  /** The answer holds the whole address of the next page. */
  Type.Object({ kind: Type.Literal('next_url'), items_at: Pointer, next_at: Pointer }),
  /** The request counts items, or pages from `first` on, until a page is not full. */
  Type.Object({
    kind: Type.Literal('offset'),
    items_at: Pointer,
    param: Type.String(),
    counts: OneOf(['items', 'pages']),
    first: Type.Integer({ minimum: 0 }),
    size_param: Type.String(),
    size: Type.Integer({ minimum: 1 }),
  }),
])
export type Paging = Static<typeof Paging>

export const ConnectorDefinition = Type.Object(
  {
    integration_type: Type.String({ pattern: INTEGRATION_TYPE }),
    display_name: Type.String({ minLength: 1, maxLength: 80 }),
    description: Type.String({ minLength: 1, maxLength: 300 }),
    category: ConnectorCategory,
    icon: Type.Object({
      letters: Type.String({ minLength: 1, maxLength: 2 }),
      color: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
    }),
    documentation_url: Type.String({ pattern: '^https://', maxLength: 300 }),
    /** The day as of which the facts are known. */
    verified_on: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }),
    fields: Type.Array(DefinedField, { maxItems: MAX_FIELDS }),
    /** Values that follow from a field: `{from: "region", values: {eu: "api.eu.example.com"}, otherwise: "api.example.com"}`. */
    derived: Type.Optional(
      Type.Record(
        AnyKey,
        Type.Object({
          from: Type.String(),
          values: Type.Record(AnyKey, Type.String()),
          otherwise: Type.String(),
        }),
      ),
    ),
    auth: ConnectorAuth,
    scopes: Type.Array(ConnectorScope, { maxItems: 60 }),
    api: Type.Object({
      base_url: Template,
      headers: Type.Optional(Templates),
      /** Where the token goes; `Authorization: Bearer {access_token}` by default. Not for API keys, which say it themselves. */
      token_header: Type.Optional(Type.Object({ name: Type.String(), value: Template })),
      /** At most so many requests a second with one connection. */
      per_second: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
      paging: Type.Optional(Paging),
      /** A field of a 200 that is false when the request failed. */
      ok_at: Type.Optional(Pointer),
    }),
    /** A request that changes nothing and shows that the connection works. */
    test: Type.Object({
      method: OneOf(['GET', 'POST']),
      /** Where only another address of the service says whose account it is; that of the API by default. */
      base_url: Type.Optional(Template),
      path: Type.String({ pattern: '^/', maxLength: 300 }),
      body: Type.Optional(Type.Record(AnyKey, Type.Unknown())),
      /** Where the answer says whose account it is. */
      account_name_at: Type.Optional(Pointer),
      account_email_at: Type.Optional(Pointer),
    }),
    /** Where people register an app with the service and get the client id. */
    registration_url: Type.Optional(Type.String({ pattern: '^https://', maxLength: 300 })),
    quirks: Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 10 })),
  },
  { $id: 'ConnectorDefinition' },
)
export type ConnectorDefinition = Static<typeof ConnectorDefinition>
