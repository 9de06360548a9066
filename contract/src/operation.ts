import type { Static, TObject, TSchema } from 'typebox'
import { type ErrorCode, errors } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type CredentialKind = 'session' | 'personal_token' | 'api_key' | 'workspace_key'

/** Which credentials reach the operation; null stands for "no credential needed". */
export interface CredentialRule {
  read_only: boolean
  workspace_key: boolean
  /** Those without a credential may come too; one that is presented must still be good. */
  optional?: true
}

/** Whose requests are counted together. `pool`: each session alone, all personal tokens of a workspace together. */
export type Bucket = 'caller' | 'caller+app' | 'app' | 'pool' | 'address'

export interface Limit {
  per_minute: number
  bucket: Bucket
  /** Operations that name the same group share one count. */
  group?: string
}

export interface Operation {
  name: `${string}.${string}`
  summary: string
  description?: string
  method: Method
  path: `/${string}`
  /** A second address that existing clients use. */
  also?: `/${string}`
  credential: CredentialRule | null
  limit?: Limit
  params?: TObject
  query?: TObject
  headers?: TObject
  body?: TSchema
  status?: 200 | 201
  answer: TSchema
  /** What the operation itself refuses; what its data implies (401, 422, 429 …) is derived. */
  refuses?: readonly ErrorCode[]
  example?: { body?: unknown; answer: unknown }
}

/** One operation of the API as data. */
export function operation<const O extends Operation>(data: O): O {
  return data
}

/** Sessions, personal tokens of at least this permission and personal keys; workspace keys are refused. */
export function personal(permission: 'read_only' | 'full_access'): CredentialRule {
  return { read_only: permission === 'read_only', workspace_key: false }
}

/** As `personal`, and workspace keys too. */
export function anyone(permission: 'read_only' | 'full_access'): CredentialRule {
  return { read_only: permission === 'read_only', workspace_key: true }
}

/** The rule holds for those who present a credential; nobody has to. */
export function whenPresented(rule: CredentialRule): CredentialRule {
  return { ...rule, optional: true }
}

export function perMinute(count: number, bucket: Bucket, group?: string): Limit {
  return group === undefined ? { per_minute: count, bucket } : { per_minute: count, bucket, group }
}

/** Every code the operation can answer with: its own refusals and those its data implies. */
export function refusalsOf(operation: Operation): ErrorCode[] {
  const implied: ErrorCode[] = []
  const { credential } = operation
  if (credential) {
    if (!credential.optional) implied.push('missing_credentials')
    implied.push('invalid_credentials')
    if (!credential.read_only) implied.push('read_only_credential_route_not_allowed')
    if (!credential.workspace_key) implied.push('workspace_key_not_allowed')
    if (operation.method !== 'GET') implied.push('cross_site_refused')
  }
  if (operation.limit) implied.push('rate_limited')
  if (operation.params || operation.query || operation.headers || operation.body)
    implied.push('validation_error')
  return [...new Set([...implied, ...(operation.refuses ?? [])])].sort(
    (a, b) => errors[a].status - errors[b].status || (a < b ? -1 : 1),
  )
}

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise

/** What a use case receives: already validated, defaults filled in. */
export interface InputOf<O extends Operation> {
  params: StaticOr<O['params'], Record<never, never>>
  query: StaticOr<O['query'], Record<never, never>>
  headers: StaticOr<O['headers'], Record<never, never>>
  body: StaticOr<O['body'], undefined>
}

export type AnswerOf<O extends Operation> = Static<O['answer']>
