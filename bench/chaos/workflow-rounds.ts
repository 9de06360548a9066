import { workflowHistory } from '../../server/processes/workflow-history.ts'

/** Returns what was lost or is broken, as sentences. */
export async function workflowRounds(options: {
  dataDir: string
  rounds: number
  ending: AbortSignal
}): Promise<string[]> {
  const report = await workflowHistory({
    ...options,
    onRound: (round) => process.stdout.isTTY && process.stdout.write(`\r${round} rounds`),
  })
  console.log(`\rrounds         ${report.rounds} (kill ${report.kills}, freeze ${report.freezes})`)
  console.log(`runs           ${report.runs} with ${report.steps} steps`)
  console.log(`own effects    ${report.records}; calls received ${report.requests}`)
  console.log(`lost or wrong  ${report.wrong.length}`)
  return report.wrong
}
