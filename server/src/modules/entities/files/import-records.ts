import type { InputOf, operations } from '@atrium/contract'
import { MAX_IMPORT_ERRORS, MAX_IMPORT_OUTPUT } from '@atrium/contract/record-sets'
import { ApiError } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { accessToWrite, type EntityAccess } from '../records/access-entity.ts'
import { takeShare } from '../records/anonymous-writes.ts'
import { buildRecords } from '../records/build-records.ts'
import { changeRecords } from '../records/change-records.ts'
import { presentWritten } from '../records/present-record.ts'
import { type RecordRow, recordStore } from '../records/record-store.ts'
import { readValues } from '../values/read-values.ts'
import { FileFault, faultsOf, type ImportRow, importRows, type RowFault } from './import-rows.ts'
import { PieceFault } from './json-pieces.ts'

type Input = InputOf<typeof operations.records.import>
type Output = ReturnType<typeof presentWritten>

const BATCH_ROWS = 500
const BATCH_BYTES = 1024 * 1024

/** Rows that do not fit are reported and left out. The others are stored batch by batch, each with all that it triggers. */
export async function importRecords(deps: Deps, caller: Caller, { params, headers, query, file }: Input) {
  const entity = await accessToWrite(deps, caller, { params, headers }, 'new')
  const report = new Report()
  let batch: RecordRow[] = []
  let bytes = 0
  const store = async () => {
    const rows = batch
    batch = []
    bytes = 0
    if (rows.length === 0) return
    await takeShare(
      deps,
      caller,
      entity,
      rows.map(({ data }) => data),
      { records: rows.length },
    )
    await changeRecords(deps, caller, entity, 'records.import', async (tx) => {
      await recordStore(tx, params).insert(rows)
      return { created: rows }
    })
    report.stored(rows, (row) => presentWritten(entity, row))
  }
  try {
    for await (const one of importRows(file, entity.schema, query.format)) {
      const made = recordOf(deps, caller, entity, one)
      if ('faults' in made) {
        report.refused(one.row, made.faults)
        continue
      }
      batch.push(made)
      bytes += JSON.stringify(made.data).length
      if (batch.length >= BATCH_ROWS || bytes >= BATCH_BYTES) await store()
    }
    await store()
  } catch (error) {
    const isOfFile = error instanceof FileFault || error instanceof PieceFault
    // As long as nothing is stored, a file that is too large or broken off is a refusal like any other.
    if (!isOfFile && !(error instanceof ApiError && report.created + batch.length > 0)) throw error
    report.broken(error.message)
  }
  await store()
  return report.answer()
}

function recordOf(
  deps: Deps,
  caller: Caller,
  entity: EntityAccess,
  one: ImportRow,
): RecordRow | { faults: readonly RowFault[] } {
  if ('faults' in one) return one
  try {
    const [row] = buildRecords(deps, caller, entity, [readValues(entity.schema, one.values, 'create', [])])
    if (!row) throw new Error('one record was to be made')
    return row
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { faults: faultsOf(error) }
  }
}

/** What became of the rows. */
class Report {
  created = 0
  private failed = 0
  private isBroken = false
  private readonly output: Output[] = []
  private readonly errors: { row: number; field: string | null; message: string }[] = []

  stored(rows: readonly RecordRow[], present: (row: RecordRow) => Output): void {
    this.created += rows.length
    this.output.push(...rows.slice(0, MAX_IMPORT_OUTPUT - this.output.length).map(present))
  }

  /** Row 0 is the header: what is passed over there makes no row fail. */
  refused(row: number, faults: readonly RowFault[]): void {
    if (row > 0) this.failed++
    const room = MAX_IMPORT_ERRORS - this.errors.length
    this.errors.push(...faults.slice(0, room).map((fault) => ({ row, ...fault })))
  }

  broken(message: string): void {
    this.isBroken = true
    this.errors.unshift({ row: 0, field: null, message })
    this.errors.splice(MAX_IMPORT_ERRORS)
  }

  answer() {
    const { created, failed, output, errors } = this
    const isWhole = failed === 0 && !this.isBroken
    const status = created === 0 ? 'error' : isWhole ? 'success' : 'partial'
    const parts = [`${created} ${created === 1 ? 'record was' : 'records were'} created`]
    if (failed > 0) parts.push(`${failed} ${failed === 1 ? 'row was' : 'rows were'} left out`)
    if (this.isBroken) parts.push('the file could not be read to its end')
    if (created === 0 && isWhole) parts.push('the file has no rows')
    const details = `${parts.join(', ')}.`
    return { status, details, output: created > 0 ? output : null, created, failed, errors } as const
  }
}
