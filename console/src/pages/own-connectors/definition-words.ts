/** What the parts of a connector's definition are called on the screen. */
import type { CustomDefinition } from '@atrium/sdk'

export type Auth = CustomDefinition['auth']
export type AuthMode = Auth['mode']
export type AuthOf<Mode extends AuthMode> = Extract<Auth, { mode: Mode }>

export const MODE_WORDS: Record<AuthMode, string> = {
  oauth2: 'OAuth 2',
  client_credentials: 'Client credentials',
  api_key: 'API key',
}

export const MODE_OPTIONS = [
  { id: 'api_key', label: 'API key', description: 'A person pastes a key; it goes along with every call.' },
  { id: 'oauth2', label: 'OAuth 2', description: 'A person approves it on a page of the service.' },
  {
    id: 'client_credentials',
    label: 'Client credentials',
    description: 'An id and a secret are exchanged for a token, without anybody approving.',
  },
]

export const CLIENT_AUTH_OPTIONS = [
  { id: 'basic', label: 'In the Authorization header' },
  { id: 'body', label: 'In the body of the request' },
]

export const REFRESH_OPTIONS = [
  { id: 'rotating', label: 'Each refresh token is good once' },
  { id: 'stable', label: 'The refresh token stays the same' },
  { id: 'none', label: 'There is none, the token lasts' },
]

export const KIND_OPTIONS = [
  { id: 'text', label: 'Text' },
  { id: 'label', label: 'Part of a host name' },
  { id: 'host', label: 'Host name' },
  { id: 'choice', label: 'One of few words' },
]

export const COLORS = [
  { name: 'Slate', value: '#334155' },
  { name: 'Teal', value: '#0f766e' },
  { name: 'Blue', value: '#1d4ed8' },
  { name: 'Violet', value: '#6d28d9' },
  { name: 'Red', value: '#b91c1c' },
  { name: 'Orange', value: '#c2410c' },
  { name: 'Green', value: '#15803d' },
]
