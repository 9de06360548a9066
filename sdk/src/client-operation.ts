/** What a client has to know of an operation: its address and what goes where, not its schemas. */
import type { Operation } from '@atrium/contract'

export interface ClientOperation<O extends Operation = Operation> {
  readonly name: O['name']
  readonly method: O['method']
  readonly path: O['path']
  /** The parameter that takes several parts of the path, slashes included. */
  readonly rest_param?: string | undefined
  /** What its input is sent as; none when it is left out. */
  readonly input?: 'body' | 'query' | 'file' | undefined
  /** Its query has a `workspaceId`. */
  readonly takes_workspace?: boolean
  readonly takes_idempotency_key?: boolean
  readonly takes_if_match?: boolean
  /** A credential goes along. */
  readonly takes_credential?: boolean
  /** A credential that may only read is enough: it changes nothing, whatever its method. */
  readonly is_read_only?: boolean
  /** The media type of an answer that is no JSON. */
  readonly answer_type?: string | undefined
  /** An operation of the contract itself is none of these. */
  readonly credential?: never
  /** Never there: it tells the compiler what the operation takes and answers. */
  readonly types?: O
}

/** Whether its path has names. */
export function takesParams({ path }: Pick<ClientOperation, 'path'>): boolean {
  return path.includes('{')
}

/** The names in the path, in their order. */
export function paramsOf({ path }: Pick<ClientOperation, 'path'>): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}
