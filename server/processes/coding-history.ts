/**
 * Two nodes on one database carry out coding sessions while nodes are killed in every state of a session and leases lapse;
 * then what is there is held against the promises: every session comes to its end, one pull request for a branch, no
 * pushed commit lost, no gap between events.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createLog } from '../src/platform/log.ts'
import { commandLineGit } from '../src/ports/git/command-line.ts'
import { createOutboundHttp } from '../src/ports/outbound-http/guarded.ts'
import { chanceBy } from '../test/chance.ts'
import { startCodingDriver } from './coding-driver.ts'
import { findCodingFaults } from './coding-faults.ts'
import { startHistoryDatabase } from './history-database.ts'
import { type NodeProcess, startNode } from './node-process.ts'
import { until } from './until.ts'

const DRAIN_MS = 240_000
const HUNT_MS = 1_500
const STATES = [
  'queued',
  'running',
  'opening_pull_request',
  'needs_input',
  'cancelling',
  'completed',
] as const

export interface CodingHistoryReport {
  wrong: string[]
  rounds: number
  /** How many sessions were in each state when a node was killed. */
  hit: Record<string, number>
  /** How many sessions ended how. */
  ended: Record<string, number>
  commits: number
  pullRequests: number
}

export async function codingHistory(options: {
  dataDir: string
  rounds: number
  /** Of what is drawn: which node is asked, which is killed and when, and what becomes of a session. */
  seed: number
  /** No further round begins after it. */
  ending?: AbortSignal
  onRound?: (round: number) => void
}): Promise<CodingHistoryReport> {
  const { dataDir, rounds, seed, ending, onRound } = options
  const [asked, killed] = [chanceBy(seed + 2), chanceBy(seed + 3)]
  const { url, stop, ...database } = await startHistoryDatabase(dataDir)
  const files = join(dataDir, 'files')
  const settings = { ...database.settings, DATA_DIR: files }
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  pool.on('error', () => {}) // at the end the database goes first
  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query(text, values)).rows
  const sockets = createOutboundHttp({ allow: [], caFile: null })
  const git = commandLineGit({ log: createLog('silent'), sockets })
  const nodes: NodeProcess[] = []
  let driver: Awaited<ReturnType<typeof startCodingDriver>> | null = null
  try {
    const first = await startNode(settings)
    nodes.push(first, await startNode(settings))
    driver = await startCodingDriver({
      ...{ git, query, token: first.token ?? '', repositories: join(files, 'repositories') },
      node: () => asked.one(nodes),
      seed,
    })
    const hit: Record<string, number> = {}
    let done = 0
    for (; done < rounds && !ending?.aborted; done++) {
      await untilSome(STATES[done % STATES.length] ?? 'running')
      const at = killed.below(nodes.length)
      await nodes[at]?.kill('SIGKILL')
      for (const { state } of await query<{ state: string }>(
        `select state from coding_sessions where worker is not null or state = 'needs_input'`,
      ))
        hit[state] = (hit[state] ?? 0) + 1
      // What time would do. It also happens to sessions of the node that lives, as after a long freeze.
      await query(
        `update coding_sessions set leased_until = now() - interval '1 second' where worker is not null`,
      )
      nodes[at] = await startNode(settings)
      await query(`select pg_notify('coding_sessions', 'waiting')`)
      onRound?.(done + 1)
    }
    await driver.stop()
    const wrong: string[] = []
    await until('all sessions have ended', allEnded, DRAIN_MS).catch(async () => {
      const left = await query(
        `select id, state, tries, worker, leased_until from coding_sessions where completed_at is null`,
      )
      wrong.push(`Sessions have not ended ${DRAIN_MS / 1000} s after the last fault: ${JSON.stringify(left)}`)
    })
    wrong.push(...(await findCodingFaults({ git, query, driver })))
    await driver.finish()
    await until('the removal of work folders', async () => (await leftFolders(files)).length === 0).catch(
      async () => wrong.push(`Work folders are left: ${(await leftFolders(files)).join(', ')}`),
    )
    const rows = await query<{ ended: string; count: number }>(
      `select concat_ws(' ', state, error_code, outcome) as ended, count(*)::int from coding_sessions group by 1 order by 1`,
    )
    const [counts] = await query<{ commits: number; pull_requests: number }>(
      `select (select count(*)::int from coding_session_events where type = 'commit') as commits,
              (select count(*)::int from local_pull_requests) as pull_requests`,
    )
    return {
      ...{
        wrong,
        rounds: done,
        hit,
        ended: Object.fromEntries(rows.map(({ ended, count }) => [ended, count])),
      },
      ...{ commits: counts?.commits ?? 0, pullRequests: counts?.pull_requests ?? 0 },
    }
  } finally {
    await driver?.stop()
    for (const node of nodes) await node.kill('SIGKILL')
    await pool.end()
    await sockets.close()
    await stop()
  }

  /** A moment at which a session is in the state, if one comes soon. */
  async function untilSome(state: string): Promise<void> {
    await wait(killed.below(400))
    const over = performance.now() + HUNT_MS
    // It lasts only until the work is saved: too short to come upon.
    if (state === 'cancelling') void driver?.cancel()
    while (performance.now() < over) {
      const [found] = await query(`select 1 from coding_sessions where state = $1 limit 1`, [state])
      if (found) return
      await wait(2)
    }
  }

  async function allEnded(): Promise<boolean> {
    await query(`select pg_notify('coding_sessions', 'waiting')`)
    await driver?.answer()
    await wait(200)
    return (await query(`select 1 from coding_sessions where completed_at is null limit 1`)).length === 0
  }
}

async function leftFolders(files: string): Promise<string[]> {
  const names = await readdir(join(files, 'work')).catch(() => [])
  return names.filter((name) => name.startsWith('cod_'))
}
