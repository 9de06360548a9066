import { setTimeout as wait } from 'node:timers/promises'
import { refuse } from '../../platform/errors.ts'
import type { Deps } from './deps.ts'

/** How often others may be faster before it is too much: on one node they wait in turn, so these are other nodes. */
const MOST_TRIES = 30

/** Tries to change the code of an app until nobody else was faster. */
export async function tryInTurn<T>(
  { sourceTurns }: Pick<Deps, 'sourceTurns'>,
  appId: string,
  tryToChange: () => Promise<T | undefined>,
): Promise<T> {
  return sourceTurns(appId, async () => {
    for (let tried = 1; tried <= MOST_TRIES; tried++) {
      const done = await tryToChange()
      if (done) return done
      await wait(Math.random() * 10 * Math.min(tried, 10))
    }
    throw refuse('source_unavailable', { headers: { 'Retry-After': '1' } })
  })
}
