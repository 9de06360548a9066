/** Returns how many milliseconds of processor time this thread has used since: a machine that stands still adds none. */
export function cpuTime(): () => number {
  const before = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
}
