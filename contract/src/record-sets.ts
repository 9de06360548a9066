/** Records by the set: sums over them, and files of them in and out. */
import { type Static, Type } from 'typebox'
import { Bytes, operation } from './operation.ts'
import {
  Fields as ChosenFields,
  ENTITIES,
  EntityPath,
  EntityRecord,
  EXAMPLE,
  Filter,
  Headers,
  REACH,
  READ,
  Sort,
  WRITE,
} from './record.ts'
import { Query } from './records.ts'
import { AnyKey, Nullable, OneOf } from './shared.ts'

const FieldName = Type.String({ minLength: 1, maxLength: 600 })
const MAX_FIELDS = 8

/** One field or several. */
function Fields(description: string, most = MAX_FIELDS) {
  return Type.Optional(
    Type.Union([FieldName, Type.Array(FieldName, { minItems: 1, maxItems: most })], { description }),
  )
}

const AggregateBody = Type.Object({
  query: Type.Optional(Query),
  groupBy: Fields('One row for each combination of their values; without it there is one row in all', 4),
  dateBucket: Type.Optional(
    Type.Object(
      { field: FieldName, unit: OneOf(['day', 'week', 'month', 'year']) },
      {
        description:
          'Groups by the day (UTC) that the time in a field falls into, or that its week, month or year begins with',
      },
    ),
  ),
  count: Type.Optional(Type.Boolean({ default: true })),
  sum: Fields('0 where there is no number'),
  avg: Fields('null where there is no number'),
  min: Fields('Of numbers, texts and times; null where there is none'),
  max: Fields('Of numbers, texts and times; null where there is none'),
  countDistinct: Fields('How many different values there are'),
  having: Type.Optional(
    Type.Record(AnyKey, Type.Unknown(), {
      description: 'A filter on the rows of the answer, such as {"count": {"$gte": 2}}',
    }),
  ),
  sort: Fields('Keys of the rows, or -key for the largest first; by the groups when left out', 4),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 1_000 })),
})
export type AggregateBody = Static<typeof AggregateBody>

export const aggregateRecords = operation({
  name: 'records.aggregate',
  summary: 'Count and sum records by groups',
  description:
    'The rules come first: only records that the caller may read count, and fields that the caller may not read ' +
    'everywhere cannot be used. The keys of a row are the fields of its group and `count`, `sum_f`, `avg_f`, `min_f`, ' +
    '`max_f`, `count_distinct_f` for a field `f`. `truncated`: there are more rows than `limit`.',
  method: 'POST',
  path: `${ENTITIES}/aggregate`,
  credential: READ,
  params: EntityPath,
  headers: Headers,
  body: AggregateBody,
  answer: Type.Object({
    rows: Type.Array(Type.Record(AnyKey, Type.Unknown())),
    truncated: Type.Boolean(),
  }),
  refuses: [...REACH, 'query_too_slow', 'answer_too_large'],
  example: {
    body: { query: { done: false }, groupBy: 'status', sum: 'hours', sort: '-count' },
    answer: { rows: [{ status: 'open', count: 12, sum_hours: 30.5 }], truncated: false },
  },
})

const FileFormat = OneOf(['csv', 'json', 'jsonl'])

export const exportRecords = operation({
  name: 'records.export',
  summary: 'Get records as a file',
  description:
    'All that match and may be read, as CSV with a header, as one JSON array, or as JSON lines. In CSV lists and objects ' +
    'are JSON, and texts that a spreadsheet would take for a formula have an apostrophe before them.',
  method: 'GET',
  path: `${ENTITIES}/export`,
  credential: READ,
  params: EntityPath,
  headers: Headers,
  query: Type.Object({
    format: Type.Optional(OneOf(['csv', 'json', 'jsonl'], { default: 'csv' })),
    q: Type.Optional(Filter),
    sort: Type.Optional(Sort),
    fields: Type.Optional(ChosenFields),
  }),
  answer: Bytes,
  answer_type: 'text/csv',
  refuses: [...REACH],
  example: { answer: 'id,title,done\r\nrec_06bcz0k3v4n8q1t5w7x9y2a3b4,Water the plants,false\r\n' },
})

export const MAX_IMPORT_BYTES = 50 * 1024 * 1024
export const MAX_IMPORT_OUTPUT = 1_000
export const MAX_IMPORT_ERRORS = 100

export const importRecords = operation({
  name: 'records.import',
  summary: 'Create records from a file',
  description:
    'CSV with a header (separated by commas, semicolons or tabs), a JSON array or JSON lines, in UTF-8. Rows that do not ' +
    'fit the schema or that the rules refuse are reported in `errors` and left out; all others are stored.',
  method: 'POST',
  path: `${ENTITIES}/import`,
  credential: WRITE,
  params: EntityPath,
  headers: Headers,
  query: Type.Object({
    format: Type.Optional({
      ...FileFormat,
      description: 'By the name of the file or its content when left out',
    }),
  }),
  upload: { max_bytes: MAX_IMPORT_BYTES },
  answer: Type.Object({
    status: OneOf(['success', 'partial', 'error'], {
      description: '`partial`: some rows were stored; `error`: none was',
    }),
    details: Type.String({ description: 'The outcome in a sentence' }),
    output: Nullable(
      Type.Array(EntityRecord, { description: `The first ${MAX_IMPORT_OUTPUT} records that were created` }),
    ),
    created: Type.Integer(),
    failed: Type.Integer(),
    errors: Type.Array(
      Type.Object({
        row: Type.Integer({
          description: 'From 1, without the header of a CSV; 0 stands for the file itself',
        }),
        field: Nullable(Type.String()),
        message: Type.String(),
      }),
      { description: `At most ${MAX_IMPORT_ERRORS}` },
    ),
  }),
  refuses: [...REACH, 'quota_exceeded', 'daily_quota_exceeded'],
  example: {
    answer: {
      status: 'partial',
      details: '1 record was created, 1 row was left out.',
      output: [EXAMPLE],
      created: 1,
      failed: 1,
      errors: [{ row: 2, field: 'done', message: 'Input should be a valid boolean' }],
    },
  },
})
