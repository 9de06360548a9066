/** Calls for the same thing that come while one is under way share its outcome. */
export type SingleFlight<T> = (key: string, work: () => Promise<T>) => Promise<T>

export function createSingleFlight<T>(): SingleFlight<T> {
  const underWay = new Map<string, Promise<T>>()
  return (key, work) => {
    const before = underWay.get(key)
    if (before) return before
    const flight = work().finally(() => underWay.delete(key))
    underWay.set(key, flight)
    return flight
  }
}
