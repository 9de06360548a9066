import type { InputOf, operations } from '@atrium/contract'
import type { AggregateEventsBody } from '@atrium/contract/analytics-queries'
import { invalid } from '../../../platform/errors.ts'
import { isTimeZone } from '../../../platform/time/local-days.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import {
  type Aggregate,
  type AggregateRow,
  aggregateRows,
  type EventField,
  GROUP_COLUMNS,
  isUnknownTimeZone,
} from './event-aggregate-store.ts'
import { readFilter } from './event-filter.ts'

const MOST_ROWS = 5_000

export async function aggregateEvents(
  { clock, access, heavyQueries }: Deps,
  caller: Caller,
  { params, body }: InputOf<typeof operations.events.aggregate>,
) {
  const app = await access.app(caller, params.app_id, 'viewer')
  const aggregate = readAggregate(body)
  const filter = readFilter(app.id, body, clock.now(), 'body')
  const rows = await heavyQueries({ of: app.id, isKnown: true }, (db) =>
    aggregateRows(db, filter, aggregate, MOST_ROWS + 1),
  ).catch((error) => {
    throw isUnknownTimeZone(error) ? unknownTimeZone() : error
  })
  return {
    rows: rows.slice(0, MOST_ROWS).map((row) => present(row, aggregate)),
    truncated: rows.length > MOST_ROWS,
  }
}

function readAggregate(body: AggregateEventsBody): Aggregate {
  const { bucket, time_zone = 'UTC', group_by, top = 10, property = null, percentiles = [50, 95] } = body
  if (!ZONE_NAME.test(time_zone) || !isTimeZone(time_zone)) throw unknownTimeZone()
  return {
    bucket: bucket === undefined ? null : { unit: bucket, time_zone },
    group: group_by === undefined ? null : readGroup(group_by),
    top,
    property,
    percentiles,
  }
}

/** Differences such as +02:00 mean the opposite to the database. */
const ZONE_NAME = /^[A-Za-z][\w+/-]*$/

function unknownTimeZone() {
  return invalid(
    ['body', 'time_zone'],
    'value_error',
    'Input should be the name of a time zone, such as Europe/Paris',
  )
}

function readGroup(name: string): EventField {
  const column = GROUP_COLUMNS.find((one) => one === name)
  if (column) return { column }
  if (name.startsWith(PROPERTY) && name.length > PROPERTY.length)
    return { property: name.slice(PROPERTY.length) }
  const known = [...GROUP_COLUMNS, `${PROPERTY}…`].join(', ')
  throw invalid(['body', 'group_by'], 'enum', `Input should be one of ${known}`)
}

const PROPERTY = 'properties.'

function present({ at, ...row }: AggregateRow, { property, percentiles }: Aggregate) {
  const none = { sum: null, avg: null, min: null, max: null, percentiles: [] }
  const found = percentiles.map((percentile, place) => ({ percentile, value: at?.[place] ?? null }))
  return property === null ? { ...row, ...none } : { ...row, percentiles: found }
}
