/** A run in the hands of this server: from when it is taken until it has ended or waits. */
import { setTimeout as pause } from 'node:timers/promises'
import { createCache } from '../../../platform/cache.ts'
import type { Db } from '../../../platform/database/db.ts'
import { databaseFailure } from '../../../platform/database/failures.ts'
import type { Log } from '../../../platform/log.ts'
import type { RunRow, StepRow } from '../tables.ts'
import { createBranches } from './branches.ts'
import { carryOut } from './carry-out-run.ts'
import { definitionStore, type RunDefinition } from './definition-store.ts'
import type { HeldRun, StepDeps } from './held-run.ts'
import { createJournal, type Journal } from './journal.ts'
import type { RunOutcome, RunWrite } from './run-store.ts'
import { runList } from './run-tasks.ts'
import { Cancelled, Lost, ServerStops } from './stops.ts'

export interface Holding {
  run: RunRow
  /** Resolves when it is no longer in our hands; never rejects. */
  ended: Promise<void>
  /** When it is due again, once it has ended. */
  wakeAt: Date | null
  /** Breaks off what is under way. */
  stop(reason: Error): void
  /** Something arrived for a step that waits. */
  receive(stepId: string, output: unknown): void
  passTime(now: Date): void
}

export interface RunWriting {
  loadSteps(): Promise<StepRow[]>
  /** Returns what the run is now; undefined when it is no longer ours. */
  write(one: RunWrite): Promise<RunRow['status'] | undefined>
  writeIn(tx: Db, one: RunWrite): Promise<ReadonlyMap<string, unknown>>
}

/** After a failure of the database. */
const RETRY_MS = 1_000

export function createHolding(
  options: StepDeps & { log: Log; definitions: Definitions },
  run: RunRow,
  { loadSteps, write, writeIn }: RunWriting,
): Holding {
  const { clock, log, db } = options
  // The name that it was taken in, whatever this server is called later.
  const of = { id: run.id, worker: run.worker ?? '' }
  const controller = new AbortController()
  const branches = createBranches()
  let journal: Journal | null = null
  const holding: Holding = {
    run,
    ended: hold(),
    wakeAt: null,
    stop: (reason) => controller.abort(reason),
    receive(stepId, output) {
      const row = journal?.latest(stepId)
      if (!row || row.output !== null) return
      row.output = output
      branches.wake(clock.now(), new Set([stepId]))
    },
    passTime: (now) => branches.wake(now),
  }
  return holding

  async function hold(): Promise<void> {
    try {
      const result = await resultOf()
      holding.wakeAt = result.release?.wakeAt ?? null
      await store(result)
    } catch (error) {
      if (!(error instanceof Lost)) log.error({ err: error, run_id: run.id }, 'a workflow run was given up')
    }
  }

  /** A failure of the database is nobody's fault: the run goes on when it is back. */
  async function resultOf(): Promise<RunOutcome> {
    try {
      return await carry()
    } catch (error) {
      if (error instanceof Lost) throw error
      if (databaseFailure(error)) return { release: { wakeAt: new Date(clock.now().getTime() + RETRY_MS) } }
      log.error({ err: error, run_id: run.id }, 'a workflow run failed by a fault of the server')
      const message = 'Something went wrong on the server; its log says more'
      const cause = { message, code: 'internal_error', step_id: null }
      return { end: { status: 'failed', output: null, error: cause, completed_at: clock.now() } }
    }
  }

  async function carry(): Promise<RunOutcome> {
    const [workflow, stored] = await Promise.all([
      options.definitions.of(db, run.workflow_id, run.version),
      loadSteps(),
    ])
    journal = createJournal({
      run,
      stored,
      now: () => clock.now(),
      async write(steps) {
        const status = await write({ ...of, steps })
        if (status === 'cancelling') controller.abort(new Cancelled())
        return status !== undefined
      },
    })
    const held: HeldRun = {
      deps: options,
      runList: (scope, list, input) => runList(held, scope, list, input),
      run,
      workflow,
      journal,
      branches,
      async storeIn(tx: Db, steps: readonly StepRow[]) {
        if (!(await writeIn(tx, { ...of, steps })).has(run.id)) throw new Lost()
      },
    }
    return carryOut(held, controller.signal)
  }

  /** Again and again: nobody else could give the run back. */
  async function store(result: RunOutcome): Promise<void> {
    for (;;) {
      try {
        return await storeOnce(result)
      } catch (error) {
        if (error instanceof Lost || controller.signal.reason instanceof ServerStops) throw error
        log.warn({ err: error, run_id: run.id }, 'what a workflow run did is not stored yet')
        await pause(RETRY_MS)
      }
    }
  }

  async function storeOnce(result: RunOutcome): Promise<void> {
    const all = async (steps: readonly StepRow[]) => {
      if ((await write({ ...of, steps, ...result })) === undefined) throw new Lost()
    }
    return journal ? journal.flushBy(all) : all([])
  }
}

/** What runs do; versions never change, so they are remembered. */
export interface Definitions {
  of(db: Db, workflowId: string, version: number): Promise<RunDefinition>
}

export function createDefinitions(): Definitions {
  // Not for long, because the name of a workflow may change.
  const cache = createCache<RunDefinition>({ most: 200, ms: 60_000 })
  return {
    async of(db, workflowId, version) {
      const key = `${workflowId} ${version}`
      return cache.get(key) ?? cache.load(key, () => definitionStore(db).get(workflowId, version))
    },
  }
}
