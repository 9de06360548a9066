import { webhookHistory } from '../../server/processes/webhook-history.ts'

/** Returns what was lost or is broken, as sentences. */
export async function webhookRounds(options: {
  dataDir: string
  rounds: number
  ending: AbortSignal
}): Promise<string[]> {
  const report = await webhookHistory({
    ...options,
    onRound: (round) => process.stdout.isTTY && process.stdout.write(`\r${round} rounds`),
  })
  const kinds = [...report.strikes].map(([strike, count]) => `${strike} ${count}`).join(', ')
  const { counted, stale } = report.attempts
  console.log(`\rrounds           ${report.rounds} (${kinds})`)
  console.log(`replies answered ${report.messages}`)
  console.log(`deliveries       ${report.deliveries}; ${report.turnOffs} times a webhook was turned off`)
  console.log(
    `attempts         ${counted}, and ${stale} of a lost lease; endpoints received ${report.requests}`,
  )
  console.log(`lost or wrong    ${report.wrong.length}`)
  return report.wrong
}
