/** Events on their way into the database, column by column: an object for each would cost more than all else. */
export interface EventBatch {
  app_ids: string[]
  /** Milliseconds since 1970. */
  times: number[]
  names: string[]
  /** Empty texts stand for none, here and in the next ones. */
  users: string[]
  sessions: string[]
  pages: string[]
  event_ids: string[]
  /** 32 hexadecimal digits that tell an event with an id from all others of the installation. */
  marks: string[]
  /** As JSON. */
  properties: string[]
  /** How long the properties are together. */
  length: number
}

export function emptyBatch(): EventBatch {
  return {
    app_ids: [],
    times: [],
    names: [],
    users: [],
    sessions: [],
    pages: [],
    event_ids: [],
    marks: [],
    properties: [],
    length: 0,
  }
}

/** Leaves out events whose mark is known, and adds the marks of the others to the known ones. */
export function withoutKnown(batch: EventBatch, known: Set<string>): EventBatch {
  const isNew: boolean[] = []
  let left = 0
  for (const mark of batch.marks) {
    const isKnown = mark !== '' && known.has(mark)
    if (!isKnown && mark !== '') known.add(mark)
    if (!isKnown) left++
    isNew.push(!isKnown)
  }
  if (left === isNew.length) return batch
  const chosen = <T>(values: readonly T[]) => values.filter((_, index) => isNew[index])
  return {
    app_ids: chosen(batch.app_ids),
    times: chosen(batch.times),
    names: chosen(batch.names),
    users: chosen(batch.users),
    sessions: chosen(batch.sessions),
    pages: chosen(batch.pages),
    event_ids: chosen(batch.event_ids),
    marks: chosen(batch.marks),
    properties: chosen(batch.properties),
    length: batch.length,
  }
}
