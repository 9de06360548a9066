import { MAX_REPOSITORY_BYTES, MAX_REPOSITORY_FILES } from '@atrium/contract/repositories'

/** Somebody waits for the end of the exchange. */
const EXCHANGE_MS = 5 * 60_000

export const copyLimits = (ms = EXCHANGE_MS) => ({
  maxBytes: MAX_REPOSITORY_BYTES,
  maxFiles: MAX_REPOSITORY_FILES,
  signal: AbortSignal.timeout(ms),
})

/** Of what could not be brought over. */
export const MOST_SKIPPED_SHOWN = 100

/** How often the code may change while it is exchanged. */
export const MOST_TRIES = 5
