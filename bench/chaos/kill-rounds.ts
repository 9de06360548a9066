import { setTimeout as wait } from 'node:timers/promises'
import { startFolderWriters } from '../../server/processes/folder-writers.ts'
import { clientOf, findPostmaster, type NodeProcess, spawnNode } from '../../server/processes/node-process.ts'
import { until } from '../../server/processes/until.ts'
import { processesIn, sendSignal } from '../../server/src/platform/database/living-process.ts'
import { faultsOf } from './inspect-database.ts'

/** Returns what was lost or is broken, as sentences. */
export async function killRounds(options: {
  dataDir: string
  rounds: number
  ending: AbortSignal
}): Promise<string[]> {
  const { dataDir, rounds, ending } = options
  const settings = { DATA_DIR: dataDir, RATE_LIMITS: 'off' }
  const strikes = new Map<Strike, number>()
  const wrong: string[] = []
  let slowestMs = 0
  let done = 0
  let killsOfPostgres = 0
  let node = spawnNode({ settings })
  await node.waitReady()
  const token = node.token ?? ''
  const writers = startFolderWriters({ client: () => clientOf(node, token), count: WRITERS })

  try {
    while (done < rounds && !ending.aborted && wrong.length === 0) {
      await wait(20 + Math.random() * LONGEST_WORK_MS)
      const strike = chooseStrike(killsOfPostgres)
      const postmaster = findPostmaster(dataDir)
      await carryOut(strike, node, dataDir)
      if (strike === 'PostgreSQL') {
        killsOfPostgres++
        // The server is there and must refuse well, so the writers go on.
        slowestMs = Math.max(slowestMs, await timed(() => untilRepaired(node, dataDir, postmaster)))
        await writers.pause()
      } else {
        killsOfPostgres = 0
        await writers.pause()
        await killWhileStarting(settings)
        node = spawnNode({ settings })
        slowestMs = Math.max(slowestMs, await timed(node.waitReady))
      }
      const { folders } = await until('the folders', clientOf(node, token).folders.tree)
      wrong.push(...writers.compare(folders))
      writers.resume()
      strikes.set(strike, (strikes.get(strike) ?? 0) + 1)
      done++
      if (process.stdout.isTTY) process.stdout.write(`\r${done} rounds`)
    }
    await writers.stop()
    wrong.push(...(await faultsOf(dataDir)))
    const end = await node.stop()
    if (end !== 0) wrong.push(`The last server ended with ${end}`)
  } finally {
    await node.kill('SIGKILL')
    await writers.stop()
  }

  const kinds = [...strikes].map(([strike, count]) => `${strike} ${count}`).join(', ')
  const refusals = [...writers.refusals].map(([kind, count]) => `${kind} ${count}`).join(', ')
  console.log(`\rrounds           ${done} (${kinds})`)
  console.log(`writes answered  ${writers.answered}; others: ${refusals}`)
  console.log(`lost or wrong    ${wrong.length}`)
  console.log(`slowest restart  ${(slowestMs / 1000).toFixed(2)} s`)
  return wrong
}

/** What is killed with -9: one of them, one after the other, or every single process at once. */
type Strike = 'Atrium' | 'PostgreSQL' | 'both' | 'everything'

const WRITERS = 6
const LONGEST_WORK_MS = 1_200

/** An Atrium gives up when its PostgreSQL dies too often within a minute. */
const MOST_KILLS_OF_POSTGRES = 4

function chooseStrike(killsOfPostgres: number): Strike {
  const throwOfDice = Math.random()
  if (throwOfDice < 0.25 && killsOfPostgres < MOST_KILLS_OF_POSTGRES) return 'PostgreSQL'
  if (throwOfDice < 0.45) return 'both'
  return throwOfDice < 0.6 ? 'everything' : 'Atrium'
}

async function carryOut(strike: Strike, node: NodeProcess, dataDir: string): Promise<void> {
  const postmaster = findPostmaster(dataDir)
  if (strike === 'PostgreSQL' || strike === 'both') kill(postmaster)
  if (strike === 'everything') for (const pid of processesIn(`${dataDir}/postgres`)) kill(pid)
  if (strike !== 'PostgreSQL') await node.kill('SIGKILL')
}

function kill(pid: number | null): void {
  if (pid !== null) sendSignal(pid, 'SIGKILL')
}

/** Now and then the new one is killed too, which may be during the repair of the database. */
async function killWhileStarting(settings: Record<string, string>): Promise<void> {
  while (Math.random() < 0.15) {
    const shortLived = spawnNode({ settings })
    await Promise.race([shortLived.ended, wait(Math.random() * 1_500)])
    await shortLived.kill('SIGKILL')
  }
}

async function untilRepaired(node: NodeProcess, dataDir: string, killed: number | null): Promise<void> {
  const isNew = () => ![killed, null].includes(findPostmaster(dataDir))
  await until('another PostgreSQL', async () => isNew() && (await fetch(`${node.address}/readyz`)).ok, 60_000)
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
