import type { FunctionFailure } from './port.ts'

/** A failure of a function on its way to the outcome of a call. */
export class FunctionError extends Error {
  readonly failure: FunctionFailure

  constructor(type: FunctionFailure['type'], message: string) {
    super(message)
    this.failure = { type, message }
  }
}
