import type { SessionFault } from '@atrium/contract/coding-sessions'

/** A session or a turn cannot go on. The message is for people. */
export class SessionFailed extends Error {
  override readonly name = 'SessionFailed'
  readonly code: SessionFault

  constructor(code: SessionFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
