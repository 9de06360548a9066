/** One record judged, merged and answered by one statement, which is put together once for a caller's rules. */
import type { Db } from '../../../platform/database/db.ts'
import { preparedByText } from '../../../platform/database/prepared.ts'
import type { Condition, Json } from '../conditions/condition.ts'
import { conditionSql } from '../conditions/condition-store.ts'
import type { BoundRules, Guard } from './record-rules.ts'
import { RECORD_COLUMNS, type RecordRow, type RecordSet } from './record-store.ts'

export interface Update {
  id: string
  values: { [field: string]: Json }
  guards: readonly Guard[]
  now: Date
}

/** `unheard`: only if nobody wants to know of it; decided by the statement itself, so that nobody is overlooked. */
export type Audience = { unheard: (app: string, entity: string) => string } | 'any'

/**
 * Merges the values into the record if the rules let them in, judged on the record as it is when it is written:
 * whoever changes another field at the same moment is neither overwritten nor overlooked.
 */
export async function updateByRules(
  db: Db,
  { app_id, entity_name }: RecordSet,
  rules: BoundRules,
  { id, values, guards, now }: Update,
  audience: Audience,
): Promise<RecordRow | null> {
  const statement = statementFor(db, rules, guards, audience)
  const own = [app_id, entity_name, id, JSON.stringify(values), now]
  const [row] = await statement.send(db, [...own, ...statement.parameters])
  return row ?? null
}

interface Statement {
  send(db: Db, values: readonly unknown[]): Promise<RecordRow[]>
  /** What the caller's rules compare with. */
  parameters: readonly unknown[]
}

const statementsOf = new WeakMap<BoundRules, Map<string, Statement>>()
/** Whoever sends ever different sets of fields does not fill the memory. */
const MOST_STATEMENTS = 50

/** Its text depends on which places are guarded, not on what is to stand there. */
function statementFor(db: Db, rules: BoundRules, guards: readonly Guard[], audience: Audience): Statement {
  const known = statementsOf.get(rules) ?? new Map<string, Statement>()
  statementsOf.set(rules, known)
  const key = [audience === 'any' ? '' : 'unheard', ...guards.map(({ path }) => path.join('.'))].join(' ')
  const found = known.get(key)
  if (found) return found
  if (known.size >= MOST_STATEMENTS) known.clear()
  const made = compile(db, rules, guards, audience)
  known.set(key, made)
  return made
}

const OWN_PARAMETERS = 5

function compile(db: Db, rules: BoundRules, guards: readonly Guard[], audience: Audience): Statement {
  const parameters: unknown[] = []
  const textOf = (condition: Condition): string => {
    const compiled = conditionSql(condition).compile(db)
    const offset = OWN_PARAMETERS + parameters.length
    parameters.push(...compiled.parameters)
    return compiled.sql.replace(/\$(\d+)/g, (_, n) => `$${Number(n) + offset}`)
  }
  const conditions = [
    textOf(rules.row('update')),
    ...guards.map((guard) => `(${textOf(guard.write)} or (${textOf(guard.read)} and ${stays(guard)}))`),
    ...(audience === 'any' ? [] : [audience.unheard('$1', '$2')]),
  ]
  const text = `update records r
      set data = r.data || $4::jsonb,
          updated_date = greatest($5, r.updated_date + interval '1 millisecond')
    where r.app_id = $1 and r.entity_name = $2 and r.id = $3 and ${conditions.join(' and ')}
   returning ${RECORD_COLUMNS}`
  return { send: preparedByText<RecordRow>(text), parameters }
}

/** What is not there counts as null. */
function stays({ path }: Guard): string {
  const names = path.map((name) => `'${name.replaceAll("'", "''")}'`)
  const [own, sent] = ['r.data', '$4::jsonb'].map(
    (root) => `coalesce(${[root, ...names].join(' -> ')}, 'null')`,
  )
  return `${own} = ${sent}`
}
