import { setTimeout as wait } from 'node:timers/promises'

/** Asks again and again until the answer is neither false, null nor undefined; throws when that takes too long. */
export async function until<T>(
  what: string,
  check: () => Promise<T | false | null | undefined> | T | false | null | undefined,
  withinMs = 40_000,
): Promise<T> {
  const giveUpAt = performance.now() + withinMs
  let failure: unknown
  do {
    try {
      const found = await check()
      if (found !== false && found !== null && found !== undefined) return found
      failure = undefined
    } catch (error) {
      failure = error
    }
    await wait(15)
  } while (performance.now() < giveUpAt)
  throw new Error(`Not within ${withinMs / 1000} s: ${what}`, { cause: failure })
}
