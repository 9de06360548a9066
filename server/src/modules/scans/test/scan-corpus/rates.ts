/** How well rules do on a corpus: what they miss, and what they flag wrongly. */
export interface Outcome {
  name: string
  isPlanted: boolean
  isRight: boolean
}

export function ratesOf(outcomes: readonly Outcome[]) {
  const wrong = (isPlanted: boolean) =>
    outcomes.filter((one) => one.isPlanted === isPlanted && !one.isRight).map(({ name }) => name)
  const count = (isPlanted: boolean) => outcomes.filter((one) => one.isPlanted === isPlanted).length
  return {
    planted: count(true),
    clean: count(false),
    missed: wrong(true),
    falseAlarms: wrong(false),
    foundShare: 1 - wrong(true).length / count(true),
    falseShare: wrong(false).length / count(false),
  }
}
