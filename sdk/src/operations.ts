/** The table that a client works from. The package has one in its place that was derived when it was built. */
import { operations as contract, type Operation, type Operations } from '@atrium/contract'
import type { ClientOperation } from './client-operation.ts'
import { deriveOperation } from './derive-operation.ts'

/** Area, verb, operation. */
export type ClientOperations = {
  readonly [Area in keyof Operations]: {
    readonly [Verb in keyof Operations[Area]]: Operations[Area][Verb] extends infer O extends Operation
      ? ClientOperation<O>
      : never
  }
}

// The loop keeps every name; only the mapped type can say which operation stands behind it.
export const operations = Object.fromEntries(
  Object.entries(contract).map(([area, verbs]) => [
    area,
    Object.fromEntries(
      Object.entries(verbs as Record<string, Operation>).map(([verb, operation]) => [
        verb,
        deriveOperation(operation),
      ]),
    ),
  ]),
) as ClientOperations
