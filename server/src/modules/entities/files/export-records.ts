import type { InputOf, operations } from '@atrium/contract'
import type { AnswerHeaders } from '../../../platform/http/visitor.ts'
import type { Caller } from '../../../tenancy/index.ts'
import { type Condition, isNever, type Json, OWN_FIELDS } from '../conditions/condition.ts'
import type { Deps } from '../deps.ts'
import { accessEntity, type EntityAccess } from '../records/access-entity.ts'
import { presentRecord } from '../records/present-record.ts'
import { keyOf, type ListedRow, type RecordOrder, recordListStore } from '../records/record-list-store.ts'
import { chosen, readFields, readOrder, readQuery } from '../records/record-query.ts'
import { type FileForm, fileForm } from './record-file.ts'

/** Batch by batch, each only when the one before is on its way: whoever reads slowly or leaves costs nothing. */
export async function exportRecords(
  deps: Deps,
  caller: Caller,
  input: InputOf<typeof operations.records.export>,
  headers: AnswerHeaders,
) {
  const { params, query } = input
  const entity = await accessEntity(deps, caller, input)
  const condition = { all: [entity.rules.row('read'), readQuery(entity, query.q)] }
  const order = readOrder(entity, query.sort)
  const fields = readFields(entity, query.fields)
  const form = fileForm(query.format ?? 'csv', fields ? [...new Set(['id', ...fields])] : columnsOf(entity))
  headers.set('Content-Type', form.contentType)
  headers.set('Content-Disposition', `attachment; filename="${params.entity_name}.${form.extension}"`)
  const batches = rowsOf(recordListStore(deps.db, params), condition, order)
  return { bytes: written(batches, form, (row) => chosen(presentRecord(entity, row), fields)) }
}

/** As one would read them: the id, what is declared, what else every record has. */
function columnsOf({ schema, rules, hidesAuthorship }: EntityAccess): string[] {
  const declared = Object.keys(schema.properties ?? {}).filter(
    (name) => !isNever(rules.field([name], 'read')),
  )
  const own = Object.keys(OWN_FIELDS).filter(
    (name) => name !== 'id' && !(name === 'created_by' && hidesAuthorship),
  )
  return ['id', ...declared, ...own]
}

const FIRST_BATCH = 50
const MOST_ROWS = 1_000
const BATCH_BYTES = 1024 * 1024

/** As many rows at once as are about so many bytes. */
async function* rowsOf(
  store: ReturnType<typeof recordListStore>,
  condition: Condition,
  order: RecordOrder,
): AsyncGenerator<ListedRow[], void, number> {
  let limit = FIRST_BATCH
  let from: Parameters<typeof store.list>[3] = { skip: 0 }
  for (;;) {
    const rows = await store.list(condition, order, limit, from)
    const last = rows.at(-1)
    const bytes = yield rows
    if (!last || rows.length < limit) return
    from = { after: { key: keyOf(last.sort_key), id: last.id } }
    limit = Math.max(1, Math.min(MOST_ROWS, Math.floor((BATCH_BYTES * rows.length) / Math.max(1, bytes))))
  }
}

async function* written(
  batches: AsyncGenerator<ListedRow[], void, number>,
  form: FileForm,
  present: (row: ListedRow) => object,
): AsyncGenerator<Buffer> {
  let text = form.head
  let index = 0
  let batch = await batches.next()
  while (!batch.done) {
    for (const row of batch.value) text += form.row(present(row) as Record<string, Json>, index++)
    const bytes = Buffer.from(text)
    text = ''
    if (bytes.length > 0) yield bytes
    batch = await batches.next(bytes.length)
  }
  if (form.tail !== '') yield Buffer.from(form.tail)
}
