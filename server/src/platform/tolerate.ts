import type { Log } from './log.ts'

/** A failure the product allows: it is named, logged, and answered with the stand-in value. */
export async function tolerate<T>(log: Log, what: string, work: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work
  } catch (cause) {
    log.warn({ err: cause }, `tolerated: ${what}`)
    return otherwise
  }
}
