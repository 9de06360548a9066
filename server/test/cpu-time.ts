/** Returns how many milliseconds of the processor were used since: a machine that stands still adds none. */
export function cpuTime(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
}
