import { idempotencyHistory } from '../../server/processes/idempotency-history.ts'

/** Returns what was lost or is broken, as sentences. */
export async function idempotencyRounds(options: {
  dataDir: string
  rounds: number
  ending: AbortSignal
}): Promise<string[]> {
  const began = performance.now()
  const seed = Number(process.env.RANDOM_SEED ?? Date.now() % 1_000_000)
  console.log(`seed           ${seed}`)
  const report = await idempotencyHistory({
    ...options,
    seed,
    onRound: (round) => process.stdout.isTTY && process.stdout.write(`\r${round} rounds`),
  })
  const done = Object.entries(report.done).map(([name, count]) => `${name} ${count}`)
  console.log(
    `\rnodes killed   ${report.rounds}, connections cut ${report.cuts}, in ${Math.round((performance.now() - began) / 1_000)} s`,
  )
  console.log(`keys           ${done.join(', ')}`)
  console.log(
    `requests       ${report.requests}; lost ${report.lost}, too early ${report.inProgress}, repeated ${report.replayed}`,
  )
  console.log(`lost or wrong  ${report.wrong.length}`)
  return report.wrong
}
