import type { InputOf, operations } from '@atrium/contract'
import type { AnswerHeaders } from '../../../platform/http/visitor.ts'
import type { Caller } from '../../../tenancy/index.ts'
import { isNever, type Json, OWN_FIELDS } from '../conditions/condition.ts'
import type { Deps } from '../deps.ts'
import { accessEntity, type EntityAccess } from '../records/access-entity.ts'
import { presentVisible } from '../records/present-record.ts'
import {
  bytesOf,
  keyOf,
  type ListedRow,
  type ListFrom,
  type ListQuery,
  recordListStore,
} from '../records/record-list-store.ts'
import { chosen, readFields, readOrder, readQuery } from '../records/record-query.ts'
import { visibleData } from '../records/visible-data-store.ts'
import { type FileForm, fileForm } from './record-file.ts'

/** Batch by batch, each only when the one before is on its way: anyone who reads slowly or leaves costs nothing. */
export async function exportRecords(
  deps: Deps,
  caller: Caller,
  input: InputOf<typeof operations.records.export>,
  headers: AnswerHeaders,
) {
  const { params, query } = input
  const entity = await accessEntity(deps, caller, input)
  const order = readOrder(entity, query.sort)
  const fields = readFields(entity, query.fields)
  const form = fileForm(query.format ?? 'csv', fields ? [...new Set(['id', ...fields])] : columnsOf(entity))
  headers.set('Content-Type', form.contentType)
  headers.set('Content-Disposition', `attachment; filename="${params.entity_name}.${form.extension}"`)
  let list: ListQuery | null = null
  const readList = () => {
    list ??= {
      condition: { all: [entity.rules.row('read'), readQuery(entity, query.q)] },
      order,
      visible: visibleData(entity, fields),
    }
    return list
  }
  const { asker } = entity
  const batches = batchesOf((from) =>
    deps.heavyQueries(
      asker,
      async (db) => recordListStore(db, params).list(readList(), BATCH, from),
      bytesOf,
    ),
  )
  return { bytes: written(batches, form, (row) => chosen(presentVisible(entity, row), fields)) }
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

const BATCH = { rows: 1_000, bytes: 1024 * 1024 }

async function* batchesOf(read: (from: ListFrom) => Promise<ListedRow[]>): AsyncGenerator<ListedRow[]> {
  let from: ListFrom = { skip: 0 }
  for (;;) {
    const rows = await read(from)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    from = { after: { key: keyOf(last.sort_key), id: last.id } }
  }
}

/** Characters of the file that are sent at once: were they those of a batch, they would tell how large its records are. */
const PIECE = 64 * 1024

async function* written(
  batches: AsyncGenerator<ListedRow[]>,
  form: FileForm,
  present: (row: ListedRow) => object,
): AsyncGenerator<Buffer> {
  let text = form.head
  let index = 0
  for await (const rows of batches) {
    for (const row of rows) {
      text += form.row(present(row) as Record<string, Json>, index++)
      if (text.length < PIECE) continue
      yield Buffer.from(text)
      text = ''
    }
  }
  if (text + form.tail !== '') yield Buffer.from(text + form.tail)
}
