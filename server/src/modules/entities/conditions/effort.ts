/** Steps for a whole filter: some milliseconds on the thread that answers everybody. */
export const MAX_EFFORT = 200_000
/** G780: anonymous callers can send as many filters as they like. */
export const MAX_ANONYMOUS_EFFORT = 40_000

/** The filter is refused as a whole. */
export class TooMuchEffort extends Error {
  constructor() {
    super('The filter takes too long to read; ask for fewer values and patterns, or for shorter ones')
  }
}

/** Counts the work of reading all filters of a request. */
export class Effort {
  spent = 0
  private readonly most: number

  constructor(most = MAX_EFFORT) {
    this.most = most
  }

  spend(steps: number): void {
    this.spent += steps
    if (this.spent > this.most) throw new TooMuchEffort()
  }
}
