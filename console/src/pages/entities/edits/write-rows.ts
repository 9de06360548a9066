/** Writes changes of many records, some at a time, each on its own: one that is refused stops none of the others. */
import { ApiError } from '@atrium/sdk'
import { isMissing } from '../../../explain-error.ts'
import { fill } from '../../../language/fill.ts'
import type { EntityRecord } from '../../../queries.ts'
import type { RowChange } from './row-changes.ts'
import { ChangedSince, saveUnlessChanged, type Values } from './save-unless-changed.ts'
import { words } from './words.ts'

export interface RowWays {
  send(row: EntityRecord, values: Values, version: string | undefined): Promise<EntityRecord>
  read(row: EntityRecord): Promise<EntityRecord>
  explain(error: unknown, field: string): string
}

/** Why a record was not written. */
export interface RowRefusal {
  change: RowChange
  reason: string
}

export interface Written {
  saved: { change: RowChange; answer: EntityRecord }[]
  refused: RowRefusal[]
  /** Left out after it was stopped. */
  unsent: RowChange[]
}

const AT_ONCE = 4

/** `onStep` is called after each record with what was written so far. */
export async function writeRows(
  changes: readonly RowChange[],
  ways: RowWays,
  signal: AbortSignal,
  onStep: (written: Written) => void,
): Promise<Written> {
  const written: Written = { saved: [], refused: [], unsent: [] }
  const left = [...changes]
  const work = async () => {
    for (let change = left.shift(); change; change = left.shift()) {
      if (!signal.aborted) await write(change)
      else {
        written.unsent.push(change)
        onStep(written)
      }
    }
  }
  const write = async (change: RowChange) => {
    const { row, values } = change
    try {
      const answer = await saveUnlessChanged(row, values, {
        send: (sent, version) => ways.send(row, sent, version),
        read: () => ways.read(row),
      })
      written.saved.push({ change, answer })
    } catch (error) {
      written.refused.push({ change, reason: reasonOf(error, values, ways) })
    }
    onStep(written)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return written
}

function reasonOf(error: unknown, values: Values, { explain }: RowWays): string {
  if (error instanceof ChangedSince)
    return fill(words.somebodyChangedFieldsSince, { fields: error.fields.join(', ') })
  if (isMissing(error)) return words.itWasDeletedOr
  const fields = Object.keys(values)
  const named = error instanceof ApiError && error.fields.find(({ loc }) => fields.includes(String(loc[1])))
  const field = named ? String(named.loc[1]) : (fields[0] ?? '')
  const reason = explain(error, field)
  return named && fields.length > 1 ? `${field}: ${reason}` : reason
}
