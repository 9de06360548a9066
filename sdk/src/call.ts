/** The types of a client's methods, all derived from the operation they call. */
import type { AnswerOf, InputOf, Operation } from '@atrium/contract'
import type { ClientOperation } from './client-operation.ts'
import type { Uploadable } from './upload.ts'

/**
 * The method of one operation: `(params?, input?, options?)`. `params` is there when the path has some; `input` is
 * the body, or the query of an operation without body; it may be left out when none of its fields is required.
 */
export interface Call<O extends Operation = Operation> {
  (...args: CallArguments<O>): Promise<Answer<O>>
  readonly operation: ClientOperation<O>
}

/** What is no JSON comes as the `Response` itself, its body unread. */
export type Answer<O extends Operation> = O extends { answer_type: string } ? Response : AnswerOf<O>

export type CallArguments<O extends Operation> = [
  ...ParamsArgument<O>,
  ...InputArgument<O>,
  options?: CallOptions<O>,
]

export interface CallOptions<O extends Operation = Operation> {
  /** Query fields next to a body; of an operation without body, added to its input. */
  query?: QueryOf<O> | undefined
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
  /** Only where the operation takes one; made for you when left out. */
  idempotency_key?: string | undefined
  /** Only where the operation takes one: done only if what was read is still so, by its `updated_date` or ETag. */
  if_match?: string | undefined
  /** At most this long in all, retries included; 60 s when left out. */
  timeoutMs?: number | undefined
}

/** The parts of a request by name, for `client.request`. */
export interface RequestParts<O extends Operation = Operation> extends CallOptions<O> {
  params?: (O extends { params: object } ? InputOf<O>['params'] : Record<string, string>) | undefined
  body?: (O extends { body: object } ? Sendable<InputOf<O>['body']> : unknown) | undefined
  /** Of operations that take a file. */
  file?: Uploadable | undefined
  file_name?: string | undefined
}

type ParamsArgument<O extends Operation> = O extends { params: object } ? [params: InputOf<O>['params']] : []

type InputArgument<O extends Operation> = O extends { upload: object }
  ? [input: FileInput & (O extends { query: object } ? Sendable<InputOf<O>['query']> : unknown)]
  : O extends { body: object }
    ? Input<Sendable<InputOf<O>['body']>>
    : O extends { query: object }
      ? Input<Sendable<InputOf<O>['query']>>
      : []

/** The file, and its name where it has none of its own. */
export interface FileInput {
  file: Uploadable
  file_name?: string | undefined
}

type Input<T> = Record<never, never> extends T ? [input?: T] : [input: T]

type QueryOf<O extends Operation> = O extends { query: object }
  ? Partial<Sendable<InputOf<O>['query']>>
  : Record<string, unknown>

/** A field that may be left out may also be undefined: it is left out of the request. */
type Sendable<T> = { [K in keyof T]: Record<never, never> extends Pick<T, K> ? T[K] | undefined : T[K] }
