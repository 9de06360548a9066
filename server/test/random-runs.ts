/** How many random cases a test tries: a short form in the test run, `FUZZ` times as many in `npm run fuzz`. */
export function randomRuns(short: number): number {
  return short * FUZZ
}

const FUZZ = Number(process.env.FUZZ ?? 1)

/**
 * What all random tests draw from. The test run draws the same every time, so that it fails for what a change broke and
 * not by chance; `npm run fuzz` draws others each time, and `RANDOM_SEED` repeats one.
 */
export const SEED = Number(process.env.RANDOM_SEED ?? (FUZZ > 1 ? Date.now() % 1_000_000 : 1))
