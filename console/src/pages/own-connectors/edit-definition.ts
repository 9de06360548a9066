/** A definition while it is edited. */
import { ApiError, type CustomDefinition } from '@atrium/sdk'
import { isObject } from '../../entity-schema.ts'
import type { JsonFault } from '../../ui/json-fault.ts'
import type { Auth, AuthMode } from './definition-words.ts'
import { words } from './words.ts'

export type DefinedField = CustomDefinition['fields'][number]
export type DefinedScope = CustomDefinition['scopes'][number]

/** What the parts of the form get. */
export interface PartProps {
  definition: CustomDefinition
  change: (part: Partial<CustomDefinition>) => void
}

export interface Draft {
  definition: CustomDefinition
  /** What to check, from the reading of an OpenAPI description; null when it is filled in by hand. */
  notes: readonly string[] | null
}

export const NEW_FIELD: DefinedField = {
  name: '',
  display_name: '',
  description: '',
  placeholder: '',
  required: true,
  validation_pattern: '',
  validation_error: '',
}

const KEY_FIELD: DefinedField = {
  ...NEW_FIELD,
  name: 'api_key',
  display_name: 'API key',
  description: words.fromTheSettingsOf,
  placeholder: 'abcdef1234567890',
  validation_pattern: '^[A-Za-z0-9_.-]{8,200}$',
  validation_error: words.pasteTheWholeKey,
  is_secret: true,
}

export const BLANK: CustomDefinition = {
  integration_type: '',
  display_name: '',
  description: '',
  category: 'other',
  icon: { letters: '', color: '#334155' },
  documentation_url: '',
  fields: [KEY_FIELD],
  auth: { mode: 'api_key', headers: { Authorization: words.bearerApiKey } },
  scopes: [],
  api: { base_url: '' },
  test: { method: 'GET', path: '/' },
}

const STARTERS: Record<AuthMode, Auth> = {
  api_key: { mode: 'api_key', headers: { Authorization: words.bearerApiKey } },
  oauth2: {
    mode: 'oauth2',
    authorization_url: '',
    token_url: '',
    client_auth: 'basic',
    pkce: true,
    refresh: 'stable',
  },
  client_credentials: {
    mode: 'client_credentials',
    token_url: '',
    client_auth: 'basic',
    client_id_field: 'client_id',
    client_secret_field: 'client_secret',
  },
}

/** With another way to sign in, and the fields that it needs. */
export function withMode(definition: CustomDefinition, mode: AuthMode): CustomDefinition {
  const isSame = definition.auth.mode === mode
  if (isSame) return definition
  const others = definition.fields.filter(({ is_secret, name }) => !is_secret && name !== 'client_id')
  const fields = { api_key: [KEY_FIELD], oauth2: [], client_credentials: CREDENTIAL_FIELDS }[mode]
  return { ...definition, auth: STARTERS[mode], fields: [...others, ...fields] }
}

const CREDENTIAL_FIELDS: DefinedField[] = [
  { ...KEY_FIELD, name: 'client_id', display_name: words.clientId, is_secret: false },
  { ...KEY_FIELD, name: 'client_secret', display_name: words.clientSecret },
]

/** `Acme ERP 2` → `acme-erp-2`; empty when nothing of it can be used. */
export function typeFor(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+/, '')
    .slice(0, 63)
    .replace(/-+$/, '')
}

export const lettersFor = (name: string) => [...name.trim()].slice(0, 1).join('').toUpperCase()

/** The list with another at this place; `null` takes it away. */
export function withItem<Item>(items: readonly Item[], index: number, item: Item | null): Item[] {
  return item === null ? items.filter((_, at) => at !== index) : items.with(index, item)
}

/** Without the property where nothing was entered. */
export function withOptional<Owner extends object>(owner: Owner, name: keyof Owner, value: string): Owner {
  const { [name]: _before, ...rest } = owner
  return (value === '' ? rest : { ...owner, [name]: value }) as Owner
}

/** Anything that was read, as something the form can show; what is wrong with it the server says. */
export function asDefinition(value: unknown): CustomDefinition | null {
  if (!isRecord(value)) return null
  const auth = isRecord(value.auth) && String(value.auth.mode) in STARTERS ? value.auth : BLANK.auth
  const definition = {
    ...BLANK,
    ...value,
    icon: { ...BLANK.icon, ...(isRecord(value.icon) ? value.icon : {}) },
    api: { ...BLANK.api, ...(isRecord(value.api) ? value.api : {}) },
    test: { ...BLANK.test, ...(isRecord(value.test) ? value.test : {}) },
    fields: listIn(value.fields).map((field) => ({ ...NEW_FIELD, ...field })),
    scopes: listIn(value.scopes).map((scope) => ({ name: '', description: '', ...scope })),
    auth,
  }
  // Of the right shape where the form looks; the rest is for the server to check.
  return definition as unknown as CustomDefinition
}

const isRecord = (value: unknown): value is Record<string, unknown> => isObject(value as never)
const listIn = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : [])

/** What was refused, at its places in the definition. */
export function faultsOf(error: unknown): JsonFault[] {
  if (!(error instanceof ApiError)) return []
  return error.fields.map(({ loc, msg }) => ({ place: loc.slice(1), message: msg }))
}

/** What is wrong with a field as it stands, by what the server will check too. */
export function patternFault({ validation_pattern: pattern, placeholder }: DefinedField): string | null {
  if (pattern === '') return null
  if (!pattern.startsWith('^') || !pattern.endsWith('$')) return words.beginItWithAnd
  try {
    if (placeholder !== '' && !new RegExp(pattern, 'u').test(placeholder)) return words.theExampleDoesNot
  } catch {
    return words.thisIsNoRegular
  }
  return null
}
