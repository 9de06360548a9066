import { Type } from 'typebox'
import { bigint, bits, integer, json, table, text, time, uuid } from '../../platform/database/table.ts'

/** A row for each event of the days that are kept; archives bring them in by the way of new events. */
export const eventRows = table(
  'analytics_event_rows',
  {
    app_id: text(),
    occurred_at: time().notArchived('it is timestamp there'),
    seq: bigint().notArchived('a number of this database'),
    event_name: text(),
    user_id: text().nullable(),
    session_id: text().nullable(),
    page_url: text().nullable(),
    event_id: text().nullable(),
    properties: json(Type.Record(Type.String(), Type.Unknown())),
  },
  { key: ['app_id', 'occurred_at', 'seq'] },
)

/** Events as they come, until they have rows of their own. */
export const eventBatches = table(
  'analytics_event_batches',
  {
    app_id: text(),
    seq: bigint(),
    times: text(),
    names: text(),
    users: text(),
    sessions: text(),
    pages: text(),
    event_ids: text(),
    properties: text(),
  },
  { key: ['app_id', 'seq'], notArchived: 'they go out as the rows that they become' },
)

/** Which events are known, so that none counts twice. */
export const eventMarks = table(
  'analytics_event_ids',
  { id: uuid(), period: integer(), mask: bits(), mask_before: bits(), kept_until: time() },
  { key: ['id'], notArchived: 'events that come in are marked again' },
)
