/** Changes of several fields in several records, as pasting and editing many at once make them, and the way back. */
import { type EntitySchema, type Json, valueAt } from '../../../entity-schema.ts'
import type { EntityRecord } from '../../../queries.ts'
import { type Box, columnsIn, rowsIn } from '../grid/grid-range.ts'
import { valueOfCell } from '../values/cell-text.ts'
import type { RecordColumn } from '../values/record-columns.ts'
import { isSame } from '../values/same-value.ts'
import type { Values } from './save-unless-changed.ts'
import { words } from './words.ts'

export interface RowChange {
  /** As it was when the change was made. */
  row: EntityRecord
  values: Values
}

/** A cell whose text is no value of its field. */
export interface CellFault {
  row: EntityRecord
  field: string
  text: string
  reason: string
}

export interface PastePlan {
  changes: RowChange[]
  faults: CellFault[]
}

/** What pasted texts mean for the cells of a box; what a cell holds already is no change. `rows` are those of the box. */
export function planPaste(
  texts: readonly (readonly string[])[],
  box: Box,
  rows: readonly EntityRecord[],
  columns: readonly RecordColumn[],
  schema: EntitySchema,
): PastePlan {
  const plan: PastePlan = { changes: [], faults: [] }
  for (const [down, row] of rows.slice(0, rowsIn(box)).entries()) {
    const line = texts[down % texts.length] ?? []
    const values: [string, Json][] = []
    for (const [right, column] of columns.slice(box.left, box.left + columnsIn(box)).entries()) {
      // Lines may be of different lengths; what a line does not have stays as it is.
      const width = Math.max(...texts.map(({ length }) => length))
      const text = line[right % width]
      if (text === undefined) continue
      const meant = meantBy(text, column, schema)
      const { name: field } = column
      if ('fault' in meant) plan.faults.push({ row, field, text, reason: meant.fault })
      else if (!isSame(valueAt(row, field), meant.value)) values.push([field, meant.value])
    }
    if (values.length > 0) plan.changes.push({ row, values: Object.fromEntries(values) })
  }
  return plan
}

function meantBy(text: string, { name, property }: RecordColumn, { required }: EntitySchema) {
  if (!property) return { fault: words.everyRecordHasThis }
  return valueOfCell(property, text, required?.includes(name) === true)
}

/** One value for a field of all these records. */
export function planSame(rows: readonly EntityRecord[], field: string, value: Json): RowChange[] {
  return rows
    .filter((row) => !isSame(valueAt(row, field), value))
    .map((row) => ({ row, values: { [field]: value } }))
}

export const countCells = (changes: readonly RowChange[]) =>
  changes.reduce((sum, { values }) => sum + Object.keys(values).length, 0)

/** Writes the former values back; `saved` is the record as the change left it. */
export function undoOfChange({ row, values }: RowChange, saved: EntityRecord): RowChange {
  const former = Object.keys(values).map((field) => [field, (valueAt(row, field) ?? null) as Json])
  return { row: { ...row, ...saved, ...values }, values: Object.fromEntries(former) }
}
