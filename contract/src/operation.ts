import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { type ErrorCode, errors } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type CredentialKind = 'session' | 'personal_token' | 'api_key' | 'workspace_key' | 'app_session'

/** Which credentials reach the operation; null stands for "no credential needed". */
export interface CredentialRule {
  read_only: boolean
  workspace_key: boolean
  /** Those without a credential may come too; one that is presented must still be good. */
  optional?: true
  /** One that is not good counts as none; only where none is needed. */
  forgiving?: true
  /** Those who signed in to the app, and not to Atrium, may come too. */
  app_user?: true
  /** Without a credential the app decides: one that is open to everybody lets them in. */
  anonymous?: true
  /** A function of the app may come as the app itself; wherever `app_user` is set it may anyway. */
  service?: true
  /** As password of HTTP's basic scheme too, for programs that know no other. */
  basic?: true
}

/** Whose requests are counted together. `pool`: each session alone, all personal tokens of a workspace together. */
export type Bucket = 'caller' | 'caller+app' | 'app' | 'pool' | 'address'

export interface Limit {
  per_minute: number
  bucket: Bucket
  /** Operations that name the same group share one count. */
  group?: string
}

export interface Upload {
  max_bytes: number
}

/** A file on its way in. */
export interface IncomingFile {
  /** As the sender calls it: any text, never a path to be trusted. */
  name: string
  content_type: string
  /** Can be gone through once. */
  bytes: AsyncIterable<Uint8Array>
}

/** Bytes on their way out. */
export interface OutgoingBytes {
  /** 206 for a part, 303 with a `Location` that goes on elsewhere, 304 when the caller has them; 200 by default. */
  status?: 200 | 206 | 303 | 304
  bytes: AsyncIterable<Uint8Array | string> | null
}

/** The answer of operations that have an `answer_type`. */
export const Bytes = Type.Unsafe<OutgoingBytes>({ type: 'string', format: 'binary' })

/** A request that goes on as it came, without what is meant for the server alone. */
export interface PassedRequest {
  method: string
  /** The path and the query, as they were sent. */
  url: string
  /** Names in lower case. */
  headers: readonly (readonly [name: string, value: string])[]
  /** Null when there is none. Can be gone through once. */
  body: AsyncIterable<Uint8Array> | null
  /** The credential that it came with, which stands in no header any more; to act as the caller within the process. */
  secret: string | null
  /** Aborted when the sender has left. */
  signal: AbortSignal
}

/** An answer that goes out as it is. */
export interface PassedAnswer {
  status: number
  headers: readonly (readonly [name: string, value: string])[]
  body: Uint8Array | AsyncIterable<Uint8Array> | null
}

/** The answer of operations that pass a request through. */
export const Passed = Type.Unsafe<PassedAnswer>({ type: 'string', format: 'binary' })

/** How much a body may hold. */
export interface BodyBounds {
  bytes: number
  /** Keys and values together, undeclared ones included: many small ones cost more than a long text. */
  values: number
}

/**
 * `atomic`: the key and what the request did are stored together, so it is done once through any crash. `leased`: it
 * reaches outside the database; while it runs nobody else does it, and after a crash a repeat does it again. `own`: the
 * operation has a key of its own among its headers, with its own rules.
 */
export type Idempotency = 'atomic' | 'leased' | 'own'

export interface Operation {
  name: `${string}.${string}`
  summary: string
  description?: string
  method: Method
  path: `/${string}`
  /** This parameter takes several parts of the path, slashes included: all that is left, or all before the last part. */
  rest_param?: string
  /** A second address that existing clients use. */
  also?: `/${string}`
  credential: CredentialRule | null
  limit?: Limit
  params?: TObject
  query?: TObject
  headers?: TObject
  body?: TSchema
  /**
   * Nothing in its address is refused by its form: what cannot be an id reads as one that nothing has. For operations
   * that promise never to answer 422; their path and query hold texts only, and they have no headers or body.
   */
  takes_any_address?: true
  /** Fields of the body that are compared and never kept: a text that no database can hold is no fault there. */
  unkept?: readonly string[]
  /** How a repeat is known by its Idempotency-Key, on every POST that creates or acts. */
  idempotency?: Idempotency
  /** How long the body may be; 1 MiB by default. */
  body_bytes?: number
  /** How many keys and values the body may hold; 10,000 by default. */
  body_values?: number
  /** Bounds for callers without a credential, where the usual ones are too small. */
  anonymous_body?: BodyBounds
  /** The body is multipart/form-data with one part `file` of at most so many bytes, handed over as it arrives. */
  upload?: Upload
  /**
   * Takes every method, not only the one that is named here, and hands the request on as it comes; the answer is `Passed`.
   * A credential that is none of ours passes on too and counts as none.
   */
  passes_through?: true
  status?: 200 | 201 | 202
  answer: TSchema
  /** The answer is `Bytes` of this media type, handed over as a stream. */
  answer_type?: string
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

/** As `whenPresented`, where a credential that has ended is as good as none. */
export function whenGood(rule: CredentialRule): CredentialRule {
  return { ...rule, optional: true, forgiving: true }
}

/** Those who signed in to the app may come too. */
export function orAppUser(rule: CredentialRule): CredentialRule {
  return { ...rule, app_user: true }
}

/** Those who signed in to the app may come too, and where the app is open also those who did not. */
export function orVisitor(rule: CredentialRule): CredentialRule {
  return { ...rule, app_user: true, anonymous: true }
}

export function perMinute(count: number, bucket: Bucket, group?: string): Limit {
  return group === undefined ? { per_minute: count, bucket } : { per_minute: count, bucket, group }
}

const ANONYMOUS_READS = perMinute(1_200, 'caller+app', 'anonymous.reads')
const ANONYMOUS_WRITES = perMinute(120, 'caller+app', 'anonymous.writes')

/** The limit of callers without a credential; that of the operation where it has one. G811 */
export function anonymousLimitOf({
  limit,
  credential,
}: Pick<Operation, 'limit' | 'credential'>): Limit | undefined {
  if (limit || !credential?.anonymous) return limit
  return credential.read_only ? ANONYMOUS_READS : ANONYMOUS_WRITES
}

/** Whether the request path itself answers repeats, by an optional Idempotency-Key. */
export function takesStoredKey({ idempotency }: Pick<Operation, 'idempotency'>): boolean {
  return idempotency === 'atomic' || idempotency === 'leased'
}

/** Every code the operation can answer with: its own refusals and those its data implies. */
export function refusalsOf(operation: Operation): ErrorCode[] {
  const implied: ErrorCode[] = []
  const { credential } = operation
  if (credential) {
    if (!credential.optional) implied.push('missing_credentials')
    if (!credential.forgiving) implied.push('invalid_credentials')
    if (!credential.read_only) implied.push('read_only_credential_route_not_allowed')
    if (!credential.workspace_key) implied.push('workspace_key_not_allowed')
    if (!credential.app_user) implied.push('app_session_not_allowed')
    if (operation.method !== 'GET' && !credential.basic) implied.push('cross_site_refused')
  }
  if (anonymousLimitOf(operation)) implied.push('rate_limited')
  if (takesStoredKey(operation)) implied.push('idempotency_conflict', 'idempotency_in_progress')
  const { params, query, headers, body, takes_any_address } = operation
  // Where something may be sent along, it may be no JSON.
  const takesInput =
    params || query || headers || body || operation.method !== 'GET' || takesOnlyNamedQuery(operation)
  if (!takes_any_address && takesInput) implied.push('validation_error')
  return [...new Set([...implied, ...(operation.refuses ?? [])])].sort(
    (a, b) => errors[a].status - errors[b].status || (a < b ? -1 : 1),
  )
}

/**
 * True for lists, whose query may only have the parameters that it names: one that is passed over would leave out a
 * filter. Not for reads of one thing, those that never answer 422, and those where any name is a filter. G834
 */
export function takesOnlyNamedQuery(operation: Operation): boolean {
  const { name, method, credential, query, answer, takes_any_address, passes_through } = operation
  const { properties = {}, additionalProperties } = (query ?? {}) as Partial<TObject> & {
    additionalProperties?: unknown
  }
  if (takes_any_address || passes_through || additionalProperties !== undefined) return false
  const reads = method === 'GET' || credential?.read_only === true
  const isOfOne = /\.read(_|$)/.test(name)
  return reads && ('q' in properties || 'limit' in properties || (!isOfOne && rowFieldsOf(answer) !== null))
}

/** The names of the fields of the rows of a list; null for an answer that holds none. */
export function rowFieldsOf(answer: TSchema): string[] | null {
  const { properties = {} } = answer as Partial<TObject>
  const rows = [answer, ...Object.values(properties)].flatMap((schema) => {
    const { type, items } = schema as { type?: unknown; items?: Partial<TObject> }
    return type === 'array' && items?.properties ? [Object.keys(items.properties)] : []
  })
  return rows.length === 0 ? null : rows.flat()
}

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise

/** What a use case receives: already validated, defaults filled in. */
export type InputOf<O extends Operation> = InputParts<O> &
  (O extends { upload: Upload } ? { file: IncomingFile } : unknown) &
  (O extends { passes_through: true } ? { request: PassedRequest } : unknown)

interface InputParts<O extends Operation> {
  params: StaticOr<O['params'], Record<never, never>>
  query: StaticOr<O['query'], Record<never, never>>
  headers: StaticOr<O['headers'], Record<never, never>>
  body: StaticOr<O['body'], undefined>
}

export type AnswerOf<O extends Operation> = Static<O['answer']>
