import { codingHistory } from '../../server/processes/coding-history.ts'

/** Returns what was lost or is broken, as sentences. */
export async function codingRounds(options: {
  dataDir: string
  rounds: number
  ending: AbortSignal
}): Promise<string[]> {
  const began = performance.now()
  const seed = Number(process.env.RANDOM_SEED ?? Date.now() % 1_000_000)
  console.log(`seed           ${seed}`)
  const report = await codingHistory({
    ...options,
    seed,
    onRound: (round) => process.stdout.isTTY && process.stdout.write(`\r${round} rounds`),
  })
  const listed = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')
  console.log(`\rrounds         ${report.rounds} in ${Math.round((performance.now() - began) / 1_000)} s`)
  console.log(`hit            ${listed(report.hit)}`)
  console.log(`sessions       ${listed(report.ended)}`)
  console.log(`commits        ${report.commits}; pull requests ${report.pullRequests}`)
  console.log(`lost or wrong  ${report.wrong.length}`)
  return report.wrong
}
