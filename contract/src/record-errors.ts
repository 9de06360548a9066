/** What records and questions to them are refused with. */
export const recordErrors = {
  query_too_slow: {
    status: 400,
    message: 'Answering this takes too long; ask for less, or declare an index on the fields in the filter.',
  },
  answer_too_large: {
    status: 400,
    message:
      'The answer would be too large; ask for less at once, by a filter or a smaller limit, or change fewer records.',
  },
  quota_exceeded: {
    status: 402,
    message:
      'This app, or its workspace, has as many records as it may; delete some, or ask who runs this server for more.',
  },
  record_not_found: { status: 404, message: 'There is no such record, or you may not read it.' },
  record_view_not_found: { status: 404, message: 'There is no such view, or it is not shared with you.' },
  record_view_of_other: {
    status: 403,
    message: 'Only the owner of a shared view can make it private again.',
  },
  record_view_limit_reached: {
    status: 409,
    message: 'You have as many views of this entity as you may have; delete one first.',
  },
  row_rule_refused: {
    status: 403,
    message: 'The rules of this entity do not let you do this with this record.',
  },
  field_rule_refused: {
    status: 403,
    message: 'The rules of this entity do not let you set one of these fields; nothing was written.',
  },
  record_changed: {
    status: 412,
    message: 'The record was changed since you read it; read it again, then repeat your change.',
  },
  record_too_large: {
    status: 413,
    message: 'A record has at most 1 MiB; keep files and long lists elsewhere.',
  },
} as const satisfies Record<string, { status: number; message: string }>
