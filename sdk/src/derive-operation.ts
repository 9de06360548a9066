/** From an operation of the contract to what a client has to know of it. */
import type { Operation } from '@atrium/contract'
import type { ClientOperation } from './client-operation.ts'

export function deriveOperation<const O extends Operation>(operation: O): ClientOperation<O> {
  const { name, method, path, rest_param, answer_type, credential } = operation
  const input = inputOf(operation)
  return {
    name,
    method,
    path,
    ...(rest_param !== undefined && { rest_param }),
    ...(input && { input }),
    ...(operation.query && 'workspaceId' in operation.query.properties && { takes_workspace: true }),
    ...(operation.idempotency && { takes_idempotency_key: true }),
    ...(takesIfMatch(operation) && { takes_if_match: true }),
    ...(credential && { takes_credential: true }),
    ...(credential?.read_only && { is_read_only: true }),
    ...(answer_type !== undefined && { answer_type }),
  }
}

export function takesIfMatch(operation: Operation): boolean {
  return takesHeader(operation, 'if-match')
}

function takesHeader({ headers }: Operation, wanted: string): boolean {
  return Object.keys(headers?.properties ?? {}).some((name) => name.toLowerCase() === wanted)
}

function inputOf({ upload, body, query }: Operation): ClientOperation['input'] {
  if (upload) return 'file'
  if (body) return 'body'
  return query ? 'query' : undefined
}
