/** The events of one app on their way into the database, column by column: an object for each would cost more than all else. */
export interface EventBatch {
  app_id: string
  /** Milliseconds since 1970. */
  times: number[]
  names: string[]
  /** Empty texts stand for none, here and in the next ones. */
  users: string[]
  sessions: string[]
  pages: string[]
  event_ids: string[]
  properties: object[]
  /** What tells an event from all others of the app: mostly its id. */
  marks: string[]
  /** All of the properties as JSON: one text costs half of what one for each event costs. */
  json: string
}

/** So many events fit into one: the database numbers them by the batch's own number times this, and their place. */
export const MOST_IN_BATCH = 512

export function emptyBatch(app_id: string): EventBatch {
  return {
    app_id,
    times: [],
    names: [],
    users: [],
    sessions: [],
    pages: [],
    event_ids: [],
    properties: [],
    marks: [],
    json: '[]',
  }
}

/** Those of the events whose mark is new to the set, which then has them. */
export function newTo(marks: MarkSet, batch: EventBatch): EventBatch {
  const { app_id, times } = batch
  const known = new Set<number>()
  for (let place = 0; place < times.length; place++) {
    const mark = batch.marks[place] as string
    if (mark !== '' && !marks.add(app_id, mark)) known.add(place)
  }
  if (known.size === 0) return batch
  const chosen = <T>(values: readonly T[]) => values.filter((_, place) => !known.has(place))
  const properties = chosen(batch.properties)
  return {
    app_id,
    times: chosen(times),
    names: chosen(batch.names),
    users: chosen(batch.users),
    sessions: chosen(batch.sessions),
    pages: chosen(batch.pages),
    event_ids: chosen(batch.event_ids),
    properties,
    marks: chosen(batch.marks),
    json: JSON.stringify(properties),
  }
}

export interface MarkSet {
  /** Whether it was not there before. */
  add(app_id: string, mark: string): boolean
}
