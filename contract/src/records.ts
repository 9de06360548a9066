import { type Static, Type } from 'typebox'
import { MAX_BULK_VALUES } from './body-bounds.ts'
import { MAX_FIELD_NAME } from './field-names.ts'
import { operation } from './operation.ts'
import {
  ENTITIES,
  EntityPath,
  EntityRecord,
  EXAMPLE,
  Fields,
  Filter,
  Headers,
  REACH,
  READ,
  RecordPath,
  Sort,
  UnchangedHeaders,
  Values,
  WRITE,
} from './record.ts'
import { AnyKey, Id, Page } from './shared.ts'

export const listRecords = operation({
  name: 'records.list',
  summary: 'List records',
  description:
    'Newest first unless `sort` says otherwise. Any query parameter that is not named here is a filter by that field. ' +
    'When there are more than `limit`, or than 32 MiB of records (8 without a credential), by the fields that are answered, the header ' +
    '`X-Truncated: true` says so.',
  method: 'GET',
  path: ENTITIES,
  credential: READ,
  params: EntityPath,
  headers: Headers,
  query: Type.Object(
    {
      q: Type.Optional(Filter),
      sort: Type.Optional(Sort),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 5_000, default: 5_000 })),
      skip: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
      fields: Type.Optional(Fields),
    },
    { additionalProperties: true },
  ),
  answer: Type.Array(EntityRecord),
  refuses: [...REACH, 'query_too_slow'],
  example: { answer: [EXAMPLE] },
})

/** As `EntityRecord`; with `distinct` a bare value. */
const PagedRecord = Type.Unsafe<Static<typeof EntityRecord>>({
  ...Type.Object(Type.Partial(EntityRecord).properties, { additionalProperties: true }),
  type: ['object', 'string', 'number', 'boolean'],
})

export const pageRecords = operation({
  name: 'records.page',
  summary: 'Read records page by page',
  description:
    'The cursor carries filter, sort, fields and `distinct`. With `distinct` the items are the different values of that ' +
    'field, at most 1,000 a page; a list contributes each element, records without a value are passed over. `skip` ' +
    'begins at a position and counts without a cursor and without `distinct` only; the cursor goes on from there.',
  method: 'GET',
  path: `${ENTITIES}/v2/list`,
  credential: READ,
  params: EntityPath,
  headers: Headers,
  query: Type.Object({
    q: Type.Optional(Filter),
    sort: Type.Optional(Sort),
    fields: Type.Optional(Fields),
    distinct: Type.Optional(
      Type.String({ minLength: 1, maxLength: 600, description: 'A field: its values instead of records' }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 5_000, default: 50 })),
    skip: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
    cursor: Type.Optional(Type.String({ maxLength: 40_000 })),
  }),
  answer: Page(PagedRecord),
  refuses: [...REACH, 'query_too_slow', 'answer_too_large'],
  example: { answer: { items: [EXAMPLE], next_cursor: null, has_more: false } },
})

export const countRecords = operation({
  name: 'records.count',
  summary: 'Count records',
  method: 'GET',
  path: `${ENTITIES}/count`,
  credential: READ,
  params: EntityPath,
  headers: Headers,
  query: Type.Object({ q: Type.Optional(Filter) }),
  answer: Type.Object({ count: Type.Integer() }),
  refuses: [...REACH, 'query_too_slow'],
  example: { answer: { count: 12 } },
})

export const getRecord = operation({
  name: 'records.get',
  summary: 'Read a record',
  method: 'GET',
  path: `${ENTITIES}/{entity_id}`,
  credential: READ,
  params: RecordPath,
  headers: Headers,
  answer: EntityRecord,
  refuses: [...REACH, 'record_not_found'],
  example: { answer: EXAMPLE },
})

export const createRecord = operation({
  name: 'records.create',
  summary: 'Create a record',
  method: 'POST',
  path: ENTITIES,
  idempotency: 'atomic',
  credential: WRITE,
  params: EntityPath,
  headers: Headers,
  body: Values,
  answer: EntityRecord,
  refuses: [
    ...REACH,
    'row_rule_refused',
    'field_rule_refused',
    'record_too_large',
    'quota_exceeded',
    'daily_quota_exceeded',
  ],
  example: { body: { title: 'Water the plants' }, answer: EXAMPLE },
})

export const createRecords = operation({
  name: 'records.bulk_create',
  summary: 'Create records, all or none',
  method: 'POST',
  path: `${ENTITIES}/bulk`,
  idempotency: 'atomic',
  credential: WRITE,
  params: EntityPath,
  headers: Headers,
  body_values: MAX_BULK_VALUES,
  body: Type.Array(Values, { minItems: 1, maxItems: 500 }),
  answer: Type.Array(EntityRecord),
  refuses: [
    ...REACH,
    'row_rule_refused',
    'field_rule_refused',
    'record_too_large',
    'quota_exceeded',
    'daily_quota_exceeded',
  ],
  example: { body: [{ title: 'Water the plants' }], answer: [EXAMPLE] },
})

export const updateRecord = operation({
  name: 'records.update',
  summary: 'Update fields of a record',
  description:
    'A field left out keeps its value; `null` clears it; lists and objects are replaced whole. Only fields that the ' +
    'schema declares are stored; a misspelled name is dropped without error. id, created_date, updated_date, ' +
    'created_by and created_by_id are assigned automatically and ignored if sent. Rejected when the row-level update ' +
    'rule does not cover the record; rejected in full when a field-level rule refuses any sent field. Triggers the ' +
    'webhooks of the app and the automations and workflows that listen on the entity. `User` is a separate record ' +
    'set, not the user accounts of the app. With `If-Match` nothing is written if the record changed since.',
  method: 'PUT',
  path: `${ENTITIES}/{entity_id}`,
  credential: WRITE,
  params: RecordPath,
  headers: UnchangedHeaders,
  body: Values,
  answer: EntityRecord,
  refuses: [
    ...REACH,
    'record_not_found',
    'row_rule_refused',
    'field_rule_refused',
    'record_changed',
    'record_too_large',
    'quota_exceeded',
    'daily_quota_exceeded',
  ],
  example: { body: { done: true }, answer: { ...EXAMPLE, done: true } },
})

export const deleteRecord = operation({
  name: 'records.delete',
  summary: 'Delete a record',
  method: 'DELETE',
  path: `${ENTITIES}/{entity_id}`,
  credential: WRITE,
  params: RecordPath,
  headers: Headers,
  answer: Type.Object({ success: Type.Literal(true) }),
  refuses: [...REACH, 'record_not_found', 'row_rule_refused'],
  example: { answer: { success: true } },
})

const BATCH = 500
export const Query = Type.Record(AnyKey, Type.Unknown(), {
  description: 'A filter, such as {"done": true}',
})

export const updateRecords = operation({
  name: 'records.bulk_update',
  summary: 'Update records by id, all or none; triggers nothing',
  method: 'PUT',
  path: `${ENTITIES}/bulk`,
  credential: WRITE,
  params: EntityPath,
  headers: Headers,
  body_values: MAX_BULK_VALUES,
  body: Type.Array(Type.Object({ id: Id }, { additionalProperties: true }), { minItems: 1, maxItems: BATCH }),
  answer: Type.Array(EntityRecord),
  refuses: [
    ...REACH,
    'record_not_found',
    'answer_too_large',
    'row_rule_refused',
    'field_rule_refused',
    'record_too_large',
    'quota_exceeded',
    'daily_quota_exceeded',
  ],
  example: { body: [{ id: EXAMPLE.id, done: true }], answer: [{ ...EXAMPLE, done: true }] },
})

export const updateManyRecords = operation({
  name: 'records.update_many',
  summary: 'Change all records that match, up to 500 at a time',
  description:
    'Operators: $set $unset $rename $inc $mul $min $max $currentDate $addToSet $push $pull. Records that the update ' +
    'rule does not cover are passed over. While `has_more` is true, send it again.',
  method: 'PATCH',
  path: `${ENTITIES}/update-many`,
  credential: WRITE,
  params: EntityPath,
  headers: Headers,
  body: Type.Object({
    query: Query,
    data: Type.Record(AnyKey, Type.Record(AnyKey, Type.Unknown())),
  }),
  answer: Type.Object({ success: Type.Literal(true), updated: Type.Integer(), has_more: Type.Boolean() }),
  refuses: [
    ...REACH,
    'query_too_slow',
    'field_rule_refused',
    'record_too_large',
    'quota_exceeded',
    'daily_quota_exceeded',
  ],
  example: {
    body: { query: { done: false }, data: { $set: { done: true } } },
    answer: { success: true, updated: 3, has_more: false },
  },
})

const FieldName = Type.String({ minLength: 1, maxLength: MAX_FIELD_NAME })

export const upsertRecords = operation({
  name: 'records.upsert',
  summary: 'Update the records that have the same value in a field, create the others; all or none',
  description:
    '`key` is a field, or a list of up to four, that the caller may read. Records that the caller may not read do not ' +
    'count as found.',
  method: 'POST',
  path: `${ENTITIES}/upsert`,
  idempotency: 'atomic',
  credential: WRITE,
  params: EntityPath,
  headers: Headers,
  body_values: MAX_BULK_VALUES,
  body: Type.Object({
    records: Type.Array(Values, { minItems: 1, maxItems: BATCH }),
    key: Type.Union([FieldName, Type.Array(FieldName, { minItems: 1, maxItems: 4 })]),
  }),
  answer: Type.Object({
    created: Type.Integer(),
    updated: Type.Integer(),
    records: Type.Array(EntityRecord),
  }),
  refuses: [
    ...REACH,
    'query_too_slow',
    'answer_too_large',
    'row_rule_refused',
    'field_rule_refused',
    'record_too_large',
    'quota_exceeded',
    'daily_quota_exceeded',
  ],
  example: {
    body: { records: [{ title: 'Water the plants', done: true }], key: 'title' },
    answer: { created: 0, updated: 1, records: [{ ...EXAMPLE, done: true }] },
  },
})

export const deleteManyRecords = operation({
  name: 'records.delete_many',
  summary: 'Delete all records that match',
  description: 'Records that the delete rule does not cover are passed over. An empty query matches all.',
  method: 'DELETE',
  path: ENTITIES,
  credential: WRITE,
  params: EntityPath,
  headers: Headers,
  body: Query,
  answer: Type.Object({ success: Type.Literal(true), deleted: Type.Integer() }),
  refuses: [...REACH, 'query_too_slow'],
  example: { body: { done: true }, answer: { success: true, deleted: 3 } },
})
