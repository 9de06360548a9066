/** How many random cases a test tries: a short form in the test run, `FUZZ` times as many in `npm run fuzz`. */
export function randomRuns(short: number): number {
  return short * FUZZ
}

export const FUZZ = Number(process.env.FUZZ ?? 1)
