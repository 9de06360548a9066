/**
 * Carries out runs. Each is held by one server at a time, in memory only while it does something. What it did is stored
 * before anything depends on it, and the statements that store it are fenced by who holds the run.
 */

import { batched } from '../../../platform/batch.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/db.ts'
import { inSpiteOfRivals } from '../../../platform/database/transaction.ts'
import { makeId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import type { RunRow } from '../tables.ts'
import type { StepDeps } from './held-run.ts'
import { createDefinitions, createHolding, type Holding } from './holding.ts'
import { listenerStore } from './listener-store.ts'
import { type RunWrite, runStore } from './run-store.ts'
import { Cancelled, Lost, ServerStops } from './stops.ts'
import { workerStore } from './worker-store.ts'

/** What a run starts with. */
export interface NewRun {
  app_id: string
  workflow_id: string
  version: number
  trigger_type: RunRow['trigger_type']
  input: unknown
  is_test_run?: boolean
  /** How many runs and calls led to it. */
  depth: number
  replay_of_run_id?: string
}

export interface Engine {
  /** Stores runs in the transaction of what they run for, and returns their ids; they begin once it commits. */
  enqueue(tx: Db, runs: readonly NewRun[]): Promise<string[]>
  /** Stores one run and begins it; many that come together are stored together. */
  start(run: NewRun): Promise<string>
  /** After a commit that made runs due: somebody looks for them at once. */
  wake(): void
  /** From now on this server carries out runs. */
  work(): Promise<void>
  stop(): Promise<void>
}

export interface EngineOptions extends StepDeps {
  db: Db
  clock: Clock
  log: Log
  /** How often it looks for what is due when nobody wakes it. */
  lookEveryMs?: number
  /** After the commit of what it wrote. */
  onProgress(write: RunWrite): void
}

/** Of one server, of one app and of one workflow: so many at a time. */
const MOST_HELD = 400
const MOST_OF_APP = 200
const MOST_OF_WORKFLOW = 100
const BEAT_MS = 2_000
/** Longer than a transaction that stores runs takes as a rule. */
const SOON_MS = 10
/** While more is due than can be taken: long enough for many to end, so that as many are taken by one statement. */
const CATCH_UP_MS = 50

export function createEngine(options: EngineOptions): Engine {
  const { db, clock, log, lookEveryMs = 500 } = options
  const forRuns = { ...options, definitions: createDefinitions() }
  const holdings = new Map<string, Holding>()
  let worker = makeId('wrk')
  let isWorking = false
  let beatAt = 0
  let timer: NodeJS.Timeout | undefined
  let lookAt = Infinity
  let looking: Promise<void> | null = null
  let isWanted = false
  /** More may be due than this server could take. */
  let isBehind = false

  const write = batched<RunWrite, RunRow['status'] | undefined>({
    most: 100,
    async send(writes) {
      const written = await inSpiteOfRivals(() => runStore(db).write(writes))
      for (const one of writes) if (written.has(one.id)) options.onProgress(one)
      return writes.map(({ id }) => written.get(id))
    },
  })

  const loadSteps = batched<string, Awaited<ReturnType<ReturnType<typeof runStore>['stepsOf']>>>({
    most: 20,
    async send(ids) {
      const rows = await runStore(db).stepsOf(ids)
      const byRun = Map.groupBy(rows, ({ run_id }) => run_id)
      return ids.map((id) => byRun.get(id) ?? [])
    },
  })

  function take(run: RunRow, isNew: boolean): void {
    const holding = createHolding(forRuns, run, {
      loadSteps: async () => (isNew ? [] : loadSteps(run.id)),
      write,
      writeIn: (tx, one) => runStore(tx).write([one]),
    })
    holdings.set(run.id, holding)
    void holding.ended.then(() => {
      // Unless it was taken again under another name in the meantime.
      if (holdings.get(run.id) === holding) holdings.delete(run.id)
      const due = holding.wakeAt
      // Sooner than at the next look.
      if (due) lookIn(Math.max(0, due.getTime() - clock.now().getTime()))
      else if (isBehind) lookIn(CATCH_UP_MS)
    })
  }

  /** Unless it looks sooner anyway. */
  function lookIn(ms: number): void {
    const at = performance.now() + ms
    if (!isWorking || at >= lookAt) return
    clearTimeout(timer)
    lookAt = at
    timer = setTimeout(() => {
      lookAt = Infinity
      look()
    }, ms)
  }

  function look(): void {
    isWanted = true
    looking ??= lookAround().finally(() => {
      looking = null
      if (isWanted && isWorking) return look()
      lookIn(lookEveryMs)
    })
  }

  function wake(): void {
    if (isWorking) look()
  }

  async function lookAround(): Promise<void> {
    isWanted = false
    try {
      await beat()
      await attend()
      const room = MOST_HELD - holdings.size
      if (room <= 0 || !isWorking) {
        isBehind = true
        return
      }
      const limits = { room, ofApp: MOST_OF_APP, ofWorkflow: MOST_OF_WORKFLOW }
      const claimed = await runStore(db).claim(worker, clock.now(), limits)
      // What one workflow may have at a time may have kept others back.
      isBehind = claimed.length > 0 || holdings.size >= MOST_OF_WORKFLOW
      for (const { is_new, ...run } of claimed) take(run, is_new)
    } catch (error) {
      log.warn({ err: error }, 'workflows: the database did not say which runs are due')
    }
  }

  /** Says that this server lives, and frees what those hold that do not. */
  async function beat(): Promise<void> {
    if (performance.now() - beatAt < BEAT_MS) return
    const workers = workerStore(db)
    if (!(await workers.see(worker))) {
      log.warn({}, 'workflows: this server was taken for dead; others carry out its runs')
      for (const holding of holdings.values()) holding.stop(new Lost())
      worker = makeId('wrk')
      await workers.add(worker)
    }
    beatAt = performance.now()
    await workers.freeRunsOfDead(clock.now())
  }

  /** Lets held runs know what happened outside: time that passed, events that arrived, somebody who wants them to stop. */
  async function attend(): Promise<void> {
    if (holdings.size === 0) return
    const called = await runStore(db).called(worker)
    for (const { id, status } of called) {
      if (status === 'cancelling') holdings.get(id)?.stop(new Cancelled())
    }
    const arrived = called.length > 0 ? await listenerStore(db).arrived(called.map(({ id }) => id)) : []
    for (const { run_id, id, output } of arrived) holdings.get(run_id)?.receive(id, output)
    for (const holding of holdings.values()) holding.passTime(clock.now())
  }

  const start = batched<NewRun, string>({
    most: 100,
    async send(runs) {
      const now = clock.now()
      const held = [...holdings.values()].map(({ run }) => run)
      const rows = runs.map((run) => {
        const row = rowOf(run, now)
        if (!isWorking || !hasRoom(held, row)) return row
        held.push(row)
        return { ...row, ...heldBy(worker, now) }
      })
      await runStore(db).insert(rows)
      for (const row of rows) if (row.worker !== null) take(row, true)
      if (rows.some((row) => row.worker === null)) lookIn(isBehind ? CATCH_UP_MS : 0)
      return rows.map(({ id }) => id)
    },
  })

  return {
    start,
    async enqueue(tx, runs) {
      const now = clock.now()
      const rows = runs.map((run) => rowOf(run, now))
      await runStore(tx).insert(rows)
      lookIn(SOON_MS)
      return rows.map(({ id }) => id)
    },
    wake,
    async work() {
      await workerStore(db).add(worker)
      isWorking = true
      look()
    },
    async stop() {
      if (!isWorking) return
      isWorking = false
      clearTimeout(timer)
      await looking
      for (const holding of holdings.values()) holding.stop(new ServerStops())
      await Promise.all([...holdings.values()].map(({ ended }) => ended))
      await tolerate(log, 'a worker that is gone', workerStore(db).remove(worker), undefined)
    },
  }
}

/** By the limits by which due ones are taken. */
function hasRoom(held: readonly RunRow[], { app_id, workflow_id }: RunRow): boolean {
  const ofApp = held.filter((run) => run.app_id === app_id)
  const ofWorkflow = ofApp.filter((run) => run.workflow_id === workflow_id)
  return held.length < MOST_HELD && ofApp.length < MOST_OF_APP && ofWorkflow.length < MOST_OF_WORKFLOW
}

function rowOf(run: NewRun, now: Date): RunRow {
  return {
    id: makeId('run', now),
    app_id: run.app_id,
    workflow_id: run.workflow_id,
    version: run.version,
    status: 'queued',
    trigger_type: run.trigger_type,
    input: run.input ?? null,
    output: null,
    error: null,
    is_test_run: run.is_test_run ?? false,
    depth: run.depth,
    replay_of_run_id: run.replay_of_run_id ?? null,
    worker: null,
    wake_at: now,
    explanation: null,
    explained_at: null,
    created_date: now,
    started_at: null,
    completed_at: null,
  }
}

function heldBy(worker: string, now: Date): Pick<RunRow, 'worker' | 'status' | 'wake_at' | 'started_at'> {
  return { worker, status: 'running', wake_at: null, started_at: now }
}
