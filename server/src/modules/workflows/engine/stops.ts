/** Why a run is put down before its end. None of these is a fault: nothing catches them. */

/** Everything in it waits; it goes on at this moment, or when it is woken. */
export class Suspended extends Error {
  readonly wakeAt: Date | null
  constructor(wakeAt: Date | null) {
    super('the run waits')
    this.wakeAt = wakeAt
  }
}

/** Somebody wants it to stop for good. */
export class Cancelled extends Error {}

/** Another server carries it out now: whatever is done here must have no effect. */
export class Lost extends Error {}

/** This server stops; another one, or this one later, goes on with it. */
export class ServerStops extends Error {}

/** A branch that is no longer wanted, because another one decided. */
export class Abandoned extends Error {}

/** The definition says that the run ends here. */
export class Ended extends Error {
  readonly output: unknown
  constructor(output: unknown) {
    super('the run ends')
    this.output = output
  }
}

/** Does work that ends early when the signal says so; then its reason counts, whatever the work made of it. */
export async function brokenOff<T>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  try {
    return await work(signal)
  } finally {
    signal.throwIfAborted()
  }
}
