/** Makes garbage for a while, and replies which part of its processor time other threads than its own took. */
process.on('message', () => {
  const before = { all: process.cpuUsage(), own: process.threadCpuUsage() }
  const kept: object[] = []
  for (let n = 0; n < 3_000_000; n++) kept[n % 100_000] = { n, text: `text ${n}`, list: [n] }
  const all = sum(process.cpuUsage(before.all))
  process.send?.({ share_of_others: 1 - sum(process.threadCpuUsage(before.own)) / all })
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

function sum({ user, system }: NodeJS.CpuUsage): number {
  return user + system
}
