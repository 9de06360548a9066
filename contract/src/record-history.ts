/** What people changed in a record: who, when, and each field from what to what. */
import { Type } from 'typebox'
import { operation, personal } from './operation.ts'
import { ENTITIES, EXAMPLE, Headers, REACH, RecordPath } from './record.ts'
import { Id, OneOf, Page, PageQuery, Timestamp } from './shared.ts'

/** Values that take more than this as JSON are left out of a history. */
export const MAX_HISTORY_VALUE_BYTES = 2_048

export const FieldChange = Type.Object({
  field: Type.String(),
  from: Type.Unknown({ description: 'null where nothing stood' }),
  to: Type.Unknown({ description: 'null where nothing stands any more' }),
  left_out: Type.Array(OneOf(['from', 'to']), {
    description: `Which of the two took more than ${MAX_HISTORY_VALUE_BYTES} bytes and was not kept; it reads as null`,
  }),
})

export const RecordChange = Type.Object(
  {
    id: Id,
    kind: OneOf(['created', 'updated', 'deleted']),
    changed_date: Timestamp,
    changed_by: Type.Optional(Type.String({ description: 'Left out in apps that hide authorship' })),
    changed_by_id: Type.String(),
    changes: Type.Array(FieldChange, { description: 'Empty where the record was created or deleted' }),
  },
  { $id: 'RecordChange' },
)

export const listRecordHistory = operation({
  name: 'records.history',
  summary: 'List what people changed in a record, newest first',
  description:
    'Changes that members of the workspace made signed in, in the console or by `atrium login`; changes by tokens, by ' +
    'functions and by the users of the app are not kept. How long is a setting, 30 days by default; of the newest 1,000 ' +
    'changes. The rules of the entity apply: a change of what you may not read is not there. If you cannot edit the ' +
    'app, fields whose rule looks at values of the record are left out, and an entity whose read rule does so is ' +
    'refused. The history of a deleted record is for those who can edit the app.',
  method: 'GET',
  path: `${ENTITIES}/{entity_id}/history`,
  credential: personal('read_only'),
  params: RecordPath,
  headers: Headers,
  query: PageQuery,
  answer: Page(RecordChange),
  refuses: [...REACH, 'record_not_found'],
  example: {
    answer: {
      items: [
        {
          id: 'rch_06bcz0k3v4n8q1t5w7x9y2a3b4',
          kind: 'updated',
          changed_date: '2026-11-16T08:00:00.000Z',
          changed_by: 'ada@example.com',
          changed_by_id: 'usr_06bcz0k3v4n8q1t5w7x9y2a3b4',
          changes: [{ field: 'done', from: false, to: true, left_out: [] }],
        },
        {
          id: EXAMPLE.id,
          kind: 'created',
          changed_date: EXAMPLE.created_date,
          changed_by: EXAMPLE.created_by,
          changed_by_id: EXAMPLE.created_by_id,
          changes: [],
        },
      ],
      next_cursor: null,
      has_more: false,
    },
  },
})
