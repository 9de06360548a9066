/** The methods of a client by area. The package has them written out, each with what the contract says of it. */
import type { Operation, Operations } from '@atrium/contract'
import type { Call } from './call.ts'

export type ClientAreas = {
  readonly [Area in keyof Operations]: {
    readonly [Verb in keyof Operations[Area]]: Operations[Area][Verb] extends infer O extends Operation
      ? Call<O>
      : never
  }
}
