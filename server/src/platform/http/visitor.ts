import type { Bucket, CredentialKind } from '@atrium/contract'

/** Where a request comes from, known before any credential is looked at. */
export interface Visitor {
  request_id: string
  address: string
  /** What the client says it is; any text. */
  user_agent?: string
  /** The cookie by which a browser is known again, where no credential is needed. */
  device?: string
}

/** What the request path must know of the caller; the product's Caller has more. */
export interface Identity extends Visitor {
  /** `none`: nobody is signed in, and the app is open to everybody. `service`: the app itself, by one of its functions. */
  kind: CredentialKind | 'none' | 'service'
  /** Which credential it was; an id, never a secret. */
  credential_id: string
  permission: 'read_only' | 'full_access'
  /** The name of the bucket in which this caller's requests are counted. */
  bucketFor(bucket: Exclude<Bucket, 'address'>, params: RequestPlace['params']): string
  /** Those of the same space share what they said with an Idempotency-Key: one caller, with the same reach. */
  keySpaceOf(params: RequestPlace['params']): string
  /** Limits that this caller's workspace has instead of the usual ones, by operation. */
  limitFor(operation: string): number | undefined
}

/** A secret as it was presented, and by which way it came. */
export interface Presented {
  secret: string
  via: 'bearer' | 'api_key' | 'cookie'
}

/** What the address of a request names, before anybody has checked it. */
export interface RequestPlace {
  params: Readonly<Record<string, string | undefined>>
  query: Readonly<Record<string, unknown>>
}

/** Returns the one that a presented secret stands for, or refuses with 401. Without a place nothing is counted. */
export type Authenticate = (
  presented: Presented,
  visitor: Visitor,
  place: RequestPlace | undefined,
) => Promise<Identity>

/** Lets in those who have no credential, if what the address names is open to everybody; else a 401. */
export type AuthorizeAnonymous = (visitor: Visitor, params: RequestPlace['params']) => Promise<Identity>

/** Headers a use case may set on its answer. */
export interface AnswerHeaders {
  set(name: string, value: string): void
}
