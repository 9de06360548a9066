import { Nullable } from '@atrium/contract'
import { MAX_STEPS, RunStep } from '@atrium/contract/workflow-runs'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import {
  type ArchiveRow,
  collection,
  type ExportScope,
  type ImportContext,
} from '../../platform/archive/collection.ts'
import { byKey } from '../../platform/archive/export-archive.ts'
import {
  archivedColumns,
  archivedRow,
  archiveOf,
  requireReferences,
  storedRow,
} from '../../platform/archive/table-archive.ts'
import { ArchiveTime, readTime } from '../../platform/archive/times.ts'
import type { Db } from '../../platform/database/db.ts'
import { isOfExportedApp } from '../../tenancy/index.ts'
import { type RunRow, type StepRow, workflowRunSteps, workflowRuns } from './tables.ts'

const Message = Type.String({ maxLength: 10_000 })
const Step = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 512 }),
    name: Type.Optional(Type.String()),
    type: Type.Optional(Type.String()),
    status: Type.Optional(RunStep.properties.status),
    attempt: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    input: Type.Optional(Type.Unknown()),
    output: Type.Optional(Type.Unknown()),
    context: Type.Optional(Type.Unknown()),
    error: Type.Optional(
      Nullable(
        Type.Object({
          message: Message,
          code: Type.Optional(Type.String()),
          status: Type.Optional(Nullable(Type.Integer())),
        }),
      ),
    ),
    next: Type.Optional(Nullable(Type.String())),
    started_at: Type.Optional(ArchiveTime),
    completed_at: Type.Optional(Nullable(ArchiveTime)),
  },
  { additionalProperties: false },
)

const ArchivedRun = Type.Object({
  ...archivedRow(workflowRuns).properties,
  error: Type.Optional(
    Nullable(
      Type.Object({
        message: Message,
        code: Type.Optional(Type.String()),
        step_id: Type.Optional(Nullable(Type.String())),
      }),
    ),
  ),
  generated_at: Type.Optional(Nullable(ArchiveTime)),
  steps: Type.Optional(Type.Array(Step, { maxItems: MAX_STEPS })),
})
type Row = Static<typeof ArchivedRun>

/** Where an archive does not say why. */
const UNKNOWN = 'unknown'
const CUT_OFF = { code: 'imported', message: 'The run went on when the archive was made', step_id: null }
/** Of a run's steps in an archive: one run alone could be larger than a file may be. */
const MOST_STEP_BYTES = 8 * 2 ** 20
const STEPS_AT_ONCE = 500
const ENDED: readonly string[] = ['completed', 'failed', 'cancelled']

export const runArchive = collection({
  ...archiveOf(workflowRuns),
  row: ArchivedRun,
  import: importRuns,
  export: exportRuns,
})

async function importRuns(tx: Db, rows: readonly ArchiveRow<Row>[], context: ImportContext): Promise<number> {
  await requireReferences(tx, workflowRuns, rows, context)
  for (const { row, index } of rows) requireUniqueSteps(row, index, context)
  const { rows: owners } = await sql<{ id: string; app_id: string }>`
    select id, app_id from workflows where id = any(${rows.map(({ row }) => row.workflow_id)})`.execute(tx)
  const appOf = new Map(owners.map(({ id, app_id }) => [id, app_id]))
  const keys = await workflowRuns.insertNew(
    tx,
    rows.map(({ row }) => ({ ...runOf(row, context.now), app_id: appOf.get(row.workflow_id) ?? '' })),
  )
  const added = new Set(keys.map(({ id }) => id))
  const open = rows.filter(({ row }) => added.has(row.id) && !ENDED.includes(row.status)).length
  context.lost('workflow_runs', open, 'they had not ended: they came in as cancelled')
  const steps = rows
    .filter(({ row }) => added.has(row.id))
    .flatMap(({ row }) => stepsOf(row, appOf.get(row.workflow_id) ?? '', context.now))
  for (let at = 0; at < steps.length; at += STEPS_AT_ONCE)
    await workflowRunSteps.insertNew(tx, steps.slice(at, at + STEPS_AT_ONCE))
  return keys.length
}

/** What went on when the archive was made goes on nowhere: it is cancelled. */
function runOf({ steps: _, generated_at, error, ...row }: Row, now: Date): Partial<RunRow> {
  const stored = storedRow(workflowRuns, row, now)
  const hasEnded = ENDED.includes(stored.status)
  const given = error && { code: UNKNOWN, step_id: null, ...error }
  return {
    ...stored,
    version: 1,
    status: hasEnded ? stored.status : 'cancelled',
    error: hasEnded ? (given ?? null) : CUT_OFF,
    completed_at: stored.completed_at ?? (hasEnded ? (stored.started_at ?? stored.created_date) : now),
    explained_at: generated_at ? readTime(generated_at, now) : null,
  }
}

function stepsOf({ id: run_id, steps = [], started_at }: Row, app_id: string, now: Date): StepRow[] {
  return steps.map((step, seq) => {
    const { id, name = id, type = UNKNOWN, status = 'completed', attempt = 1, error, next = null } = step
    const { input = null, output = null, context = null, completed_at } = step
    const goesOn = status === 'running' || status === 'waiting'
    return {
      ...{ run_id, id, attempt, seq, app_id, name, type, input, output, context, next },
      status: goesOn ? 'cancelled' : status,
      error: error ? { code: UNKNOWN, status: null, ...error } : null,
      due_at: null,
      listens_to: null,
      started_at: readTime(step.started_at ?? started_at ?? 'now', now),
      completed_at: completed_at ? readTime(completed_at, now) : null,
    }
  })
}

function requireUniqueSteps({ steps = [] }: Row, index: number, context: ImportContext): void {
  const seen = new Set<string>()
  for (const [at, { id, attempt = 1 }] of steps.entries()) {
    const key = `${attempt} ${id}`
    if (seen.has(key))
      context.fail(index, `steps[${at}].id`, 'The same attempt of this step stands here twice')
    seen.add(key)
  }
}

async function* exportRuns(db: Db, scope: ExportScope) {
  const runs = byKey<Row>(async (after, limit) => {
    const { rows } = await sql<Row>`
      select ${archivedColumns(workflowRuns, 'r')}, r.explained_at as generated_at
        from workflow_runs r
       where r.id > ${after?.id ?? ''} and ${isOfExportedApp(scope, 'r.app_id')}
       order by r.id limit ${limit}`.execute(db)
    return rows
  })
  // One by one: a run may have many steps, and those of many runs would not fit into memory.
  for await (const run of runs) yield { ...run, steps: await stepsOfRun(db, run.id) }
}

async function stepsOfRun(db: Db, runId: string): Promise<object[] | null> {
  const { rows } = await sql<object>`
    select id, name, type, status, attempt, input, output, context, error, next, started_at, completed_at
      from (select s.*, sum(coalesce(octet_length(input::text), 0) + coalesce(octet_length(output::text), 0)
                          + coalesce(octet_length(context::text), 0)) over (order by seq) as bytes
              from workflow_run_steps s where run_id = ${runId}) s
     where bytes <= ${MOST_STEP_BYTES} order by seq`.execute(db)
  if (rows.length === 0) return null
  return rows.map((step) => Object.fromEntries(Object.entries(step).filter(([, value]) => value !== null)))
}
