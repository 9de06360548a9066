/** One record judged, merged and answered by one statement, which is put together once for a caller's rules. */

import { batched } from '../../../platform/batch.ts'
import type { Db } from '../../../platform/database/db.ts'
import { isUndone } from '../../../platform/database/failures.ts'
import { preparedByText } from '../../../platform/database/prepared.ts'
import type { Condition, Json } from '../conditions/condition.ts'
import { conditionSql } from '../conditions/condition-store.ts'
import type { BoundRules, Guard } from './record-rules.ts'
import { byId, RECORD_COLUMNS, type RecordRow, type RecordSet } from './record-store.ts'

export interface Update {
  id: string
  values: { [field: string]: Json }
  guards: readonly Guard[]
  /** What `updated_date` must still be, as it is written in answers; null: whatever it is. */
  version: string | null
  now: Date
  /** Bytes of the whole record after which it is not written by this statement, but judged by what the caller may read. */
  mostBytes: number
}

/** The condition under which no webhook wants to know of a change; a part of the statement, so that none is overlooked. */
export interface SubscriberCheck {
  hasNoSubscribers(app: string, entity: string): string
}

/**
 * Merges the values into the record if the rules let them in, judged on the record as it is when it is written:
 * anyone who changes another field at the same moment is neither overwritten nor overlooked.
 */
export function updateByRules(
  db: Db,
  set: RecordSet,
  rules: BoundRules,
  update: Update,
): Promise<RecordRow | null> {
  return statementFor(db, set, rules, update, null).alone(db, update)
}

/**
 * The same, but only if nobody wants to know of it. Updates of one caller that come while one is under way go in one
 * statement, each judged on its own.
 */
export function updateWithoutSubscribers(
  db: Db,
  set: RecordSet,
  rules: BoundRules,
  update: Update,
  { hasNoSubscribers }: SubscriberCheck,
): Promise<RecordRow | null> {
  const statement = statementFor(db, set, rules, update, hasNoSubscribers)
  return update.version === null ? statement.together(update) : statement.alone(db, update)
}

interface Statement {
  alone(db: Db, update: Update): Promise<RecordRow | null>
  together(update: Update): Promise<RecordRow | null>
}

const statementsOf = new WeakMap<BoundRules, Map<string, Statement>>()
/** Anyone who sends ever different sets of fields does not fill the memory. */
const MOST_STATEMENTS = 50

/** Its text depends on which places are guarded, not on what is to stand there. Rules are those of one set. */
function statementFor(
  db: Db,
  set: RecordSet,
  rules: BoundRules,
  { guards, version }: Update,
  hasNoSubscribers: SubscriberCheck['hasNoSubscribers'] | null,
): Statement {
  const known = statementsOf.get(rules) ?? new Map<string, Statement>()
  statementsOf.set(rules, known)
  const isBound = version !== null
  // In a form in which no two sets of names read the same: a name may hold any sign.
  const key = JSON.stringify([hasNoSubscribers !== null, isBound, guards.map(({ path }) => path)])
  const found = known.get(key)
  if (found) return found
  if (known.size >= MOST_STATEMENTS) known.clear()
  const made = compile(db, set, rules, guards, { hasNoSubscribers, isBound })
  known.set(key, made)
  return made
}

const OWN_PARAMETERS = 6
/** As answers write it, so that whatever is sent can be compared with it. */
const UPDATED_DATE = `to_char(r.updated_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const MOST_TOGETHER = 32

function compile(
  db: Db,
  { app_id, entity_name }: RecordSet,
  rules: BoundRules,
  guards: readonly Guard[],
  {
    hasNoSubscribers,
    isBound,
  }: { hasNoSubscribers: SubscriberCheck['hasNoSubscribers'] | null; isBound: boolean },
): Statement {
  const ownParameters = isBound ? OWN_PARAMETERS + 1 : OWN_PARAMETERS
  const parameters: unknown[] = []
  const textOf = (condition: Condition): string => {
    const compiled = conditionSql(condition).compile(db)
    const offset = ownParameters + parameters.length
    parameters.push(...compiled.parameters)
    return compiled.sql.replace(/\$(\d+)/g, (_, n) => `$${Number(n) + offset}`)
  }
  const row = textOf(rules.row('update'))
  const judged = guards.map((guard) => ({ guard, write: textOf(guard.write), read: textOf(guard.read) }))
  // Of a record that the caller may not read, no answer depends on when it was changed.
  const bound = isBound ? [textOf(rules.row('read')), `${UPDATED_DATE} = $7`] : []
  const quiet = hasNoSubscribers ? [hasNoSubscribers('$1', '$2')] : []
  const textFor = (from: string, id: string, values: string) => `update records r
      set data = r.data || ${values},
          updated_date = greatest($5, r.updated_date + interval '1 millisecond')
     ${from}
    where r.app_id = $1 and r.entity_name = $2 and r.id = ${id} and ${[
      row,
      `r.bytes + octet_length(${values}::text) <= $6`,
      ...judged.map(({ guard, write, read }) => `(${write} or (${read} and ${stays(guard, values)}))`),
      ...bound,
      ...quiet,
    ].join(' and ')}
   returning ${RECORD_COLUMNS}`
  const sendOne = preparedByText<RecordRow>(textFor('', '$3', '$4::jsonb'))
  const sendMany = preparedByText<RecordRow>(
    textFor('from unnest($3::text[], $4::jsonb[]) as sent(id, fields)', 'sent.id', 'sent.fields'),
  )
  const own = [app_id, entity_name]

  async function alone(at: Db, { id, values, now, version, mostBytes }: Update): Promise<RecordRow | null> {
    const sent = [...own, id, JSON.stringify(values), now, mostBytes, ...(isBound ? [version] : [])]
    const [row] = await sendOne(at, [...sent, ...parameters])
    return row ?? null
  }
  const together = batched<Update, RecordRow | null>({
    most: MOST_TOGETHER,
    keyOf: ({ id }) => id,
    async send(updates) {
      const [first] = updates
      if (first && updates.length === 1) return [await alone(db, first)]
      // As everywhere else that locks several: in one order, so that no two wait for each other.
      const sorted = updates.toSorted((one, other) => (one.id < other.id ? -1 : 1))
      const ids = sorted.map(({ id }) => id)
      const fields = sorted.map(({ values }) => JSON.stringify(values))
      const rows = byId(
        await sendMany(db, [...own, ids, fields, first?.now, first?.mostBytes, ...parameters]),
      )
      return updates.map(({ id }) => rows.get(id) ?? null)
    },
  })
  return {
    alone,
    together: (update) =>
      together(update).catch((error) => {
        // What one of them did wrong is not the others' fault.
        if (isUndone(error)) return alone(db, update)
        throw error
      }),
  }
}

/** What is not there counts as null. */
function stays({ path }: Guard, values: string): string {
  const names = path.map((name) => `'${name.replaceAll("'", "''")}'`)
  const [own, sent] = ['r.data', values].map((root) => `coalesce(${[root, ...names].join(' -> ')}, 'null')`)
  return `${own} = ${sent}`
}
