/** Builds the indexes that schemas declare and drops those they do not declare any more, while everything goes on. */
import { Type } from 'typebox'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { LongWork } from '../../../platform/database/long-work.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import { on } from '../../../platform/events.ts'
import { job } from '../../../platform/jobs/job.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Log } from '../../../platform/log.ts'
import { declaredIndexes } from './entity-indexes.ts'
import { type IndexRow, indexStore } from './index-store.ts'

interface Deps {
  db: Db
  clock: Clock
  log: Log
  jobs: Jobs
  longWork: LongWork
}

const TRY_AGAIN_SECONDS = 3_600
const WAIT_FOR_OTHERS_SECONDS = 10
const ADOPT_AT_ONCE = 100

/**
 * Anyone who declares an index notifies it; the clock looks for what nobody reported.
 * One at a time in the whole installation: PostgreSQL would let them wait for each other anyway.
 */
export const buildIndexes = job('entities.build_indexes', {
  payload: Type.Object({ is_told: Type.Optional(Type.Boolean()) }),
  retry: [10, 60, 600],
  timeoutSeconds: 6 * 3_600,
  async run(deps: Deps, { is_told }, { signal }) {
    if (!is_told) await review(deps)
    const isTurn = await deps.longWork(signal, async (db) => {
      if (!(await indexStore(db).lockBuilding())) return false
      await buildAll(deps, db)
      return true
    })
    // Anyone who builds may have looked for the last time already.
    if (!isTurn) await askForBuild(deps, deps.db, WAIT_FOR_OTHERS_SECONDS)
  },
})

/** In the transaction of the change. */
export async function askForBuild({ jobs }: Pick<Deps, 'jobs'>, tx: Db, after = 0): Promise<void> {
  await jobs.send(tx, buildIndexes, { is_told: true }, { key: 'all', after })
}

/** After an archive came in: its schemas may declare indexes that nobody reported. */
export async function reviewIndexes({ jobs }: Pick<Deps, 'jobs'>, db: Db): Promise<void> {
  await jobs.send(db, buildIndexes, {}, { key: 'all' })
}

export const dropIndexes = on('app.deleted', 'drop_indexes', {
  retry: [10, 60, 600],
  async run(deps: Deps, { app_id }) {
    await transaction(deps.db, async (tx) => {
      if (await indexStore(tx).dropAll(app_id, deps.clock.now())) await askForBuild(deps, tx)
    })
  },
})

async function review({ db, clock }: Deps): Promise<void> {
  const now = clock.now()
  await transaction(db, async (tx) => {
    const store = indexStore(tx)
    await store.review(now, new Date(now.getTime() - TRY_AGAIN_SECONDS * 1000))
    for (const { app_id, schema } of await store.undeclared(ADOPT_AT_ONCE))
      await store.declare(app_id, schema.name, declaredIndexes(app_id, schema), now)
  })
}

async function buildAll(deps: Deps, db: Db): Promise<void> {
  const store = indexStore(db)
  let built = 0
  for (;;) {
    const row = await store.nextToDo()
    if (!row) break
    if (row.state === 'dropping') {
      await store.drop(row.name)
      await store.delete(row.name)
    } else if (await build(deps, db, row)) built++
  }
  if (built > 0) await store.refreshStatistics()
}

/** What was left half built by a node that died is dropped first. */
async function build({ clock, log }: Deps, db: Db, row: IndexRow): Promise<boolean> {
  const store = indexStore(db)
  const { name } = row
  try {
    if (!(await store.isValid(name))) {
      await store.drop(name)
      await store.create(row)
    }
    await store.finish(name, 'ready', null, clock.now())
    return true
  } catch (error) {
    if (isInterrupted(error)) throw error
    log.warn({ err: error, app_id: row.app_id, entity_name: row.entity_name, index: name }, 'index not built')
    await store.drop(name)
    await store.finish(name, 'failed', reasonOf(error), clock.now())
    return false
  }
}

const TOO_LONG = '54000'
const FULL = '53100'
/** The connection, or the server, or somebody who wants it to end; it goes on another time. */
const INTERRUPTED = /^(08|57)/

function isInterrupted(error: unknown): boolean {
  const code = codeOf(error)
  return code === null || INTERRUPTED.test(code)
}

function reasonOf(error: unknown): string {
  const code = codeOf(error)
  if (code === TOO_LONG) return 'A value that is stored already is too long to be indexed.'
  return code === FULL ? 'The disk of the database is full.' : 'The database could not build it.'
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}
