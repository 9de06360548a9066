import type { AnswerOf, InputOf, Operation } from '@atrium/contract'
import type { Collection } from './archive/collection.ts'
import type { Listener } from './events.ts'
import type { AnswerHeaders, Visitor } from './http/visitor.ts'
import type { Job, Schedule } from './jobs/job.ts'
import type { RoomKind } from './realtime/room-kind.ts'
import type { SealedColumn } from './sealing/sealed-texts.ts'

/** What a part of the product offers, as data; `app.ts` puts the parts together. */
export interface Module<Deps, Outside = unknown> {
  name: string
  handlers: readonly Handler<Deps>[]
  jobs?: readonly Job<Deps>[]
  schedules?: readonly Schedule<Deps>[]
  listeners?: readonly Listener<Deps>[]
  /** What can be listened to. */
  rooms?: readonly RoomKind<Deps>[]
  archive?: readonly Collection[]
  /** What archives hold of that which does not all lie in the tables of the part. */
  archiveWith?: (outside: Outside) => readonly Collection[]
  /**
   * Frees what nodes hold that are gone, so that nobody waits for it. Run before any work of a start, and only where it
   * is certain that no other node lives.
   */
  takeOver?: (deps: Deps) => Promise<void>
  /** Every column it keeps encrypted texts in: they are encrypted again when SECRET_KEY changes. */
  sealed?: readonly SealedColumn[]
}

/** A use case: what it needs, who asks, what they sent; answers in the contract's shape. */
export type UseCase<Deps, Caller, O extends Operation> = (
  deps: Deps,
  caller: Caller,
  input: InputOf<O>,
  headers: AnswerHeaders,
) => Promise<Sendable<AnswerOf<O>>>

export interface Handler<Deps> {
  operation: Operation
  run: UseCase<Deps, Visitor, Operation>
}

/** Ties an operation to the use case that carries it out. */
export function handle<Deps, Caller extends Visitor, O extends Operation>(
  operation: O,
  useCase: UseCase<Deps, Caller, O>,
): Handler<Deps> {
  // The request path hands over exactly what the operation's data promises.
  return { operation, run: useCase as unknown as UseCase<Deps, Visitor, Operation> }
}

export function module<Deps, Outside = unknown>(
  name: string,
  parts: Omit<Module<Deps, Outside>, 'name'>,
): Module<Deps, Outside> {
  return { name, ...parts }
}

/** A wire type as the server may hand it over: times still as `Date`, the serialiser writes them. */
export type Sendable<T> = T extends string
  ? string extends T
    ? T | Date
    : T
  : T extends readonly (infer Item)[]
    ? readonly Sendable<Item>[]
    : T extends object
      ? { [K in keyof T]: Sendable<T[K]> }
      : T
