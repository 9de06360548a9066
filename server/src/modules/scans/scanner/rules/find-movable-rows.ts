/** Rows whose owner stands in a field that those who may change the row can change, too. */
import type { EntityTrial } from './entity-trial.ts'
import type { Hole } from './hole.ts'
import type { Json, Operation, RuleRecord, RuleUser } from './rule-engine.ts'
import { fieldRulesWith, OF_ADMINS } from './rule-fixes.ts'
import { type Compared, hasTemplate } from './rule-terms.ts'
import { placeNamed } from './stored-rules.ts'
import { valuesFor, withValue } from './synthetic-records.ts'

/** Each is tried with many values. */
const MOST_TRIED = 200
const REACHES: readonly Operation[] = ['read', 'update', 'delete']

export function findMovableRows(trial: EntityTrial, flagged: ReadonlySet<Operation>): Hole[] {
  if (flagged.has('update')) return []
  const moves = [...trial.terms.fields].flatMap(([name, compared]) => {
    const isOfUsers = [...compared.values, ...compared.elements].some(hasTemplate)
    if (!name.startsWith('data.') || !isOfUsers) return []
    const kind = moveBy(trial, name, compared)
    return kind ? [{ path: name.slice('data.'.length), kind }] : []
  })
  if (moves.length === 0) return []
  const paths = moves.map(({ path }) => path).sort()
  const rulesOf = (path: string) => placeNamed(trial.schema, path)?.rls ?? null
  return [
    {
      rule_id: 'rls_movable_row',
      severity: moves.some(({ kind }) => kind === 'of_owner') ? 'high' : 'medium',
      confidence: 'high',
      operations: ['update'],
      fields: paths,
      fixes: [
        {
          fields: Object.fromEntries(
            paths.map((path) => [path, fieldRulesWith(rulesOf(path), 'update', OF_ADMINS)]),
          ),
        },
      ],
    },
  ]
}

/** `of_owner`: who made the record loses it, or somebody else takes it; `of_holder`: who made it keeps it. */
function moveBy(trial: EntityTrial, name: string, compared: Compared): 'of_owner' | 'of_holder' | null {
  const { engine, schema, people, others, allows, isSpent } = trial
  const { fresh, owner, peer, heir } = people
  const path = name.slice('data.'.length)
  const values = valuesFor(engine, schema, name, compared, [owner, peer, heir])
  const takenBy = valuesFor(engine, schema, name, compared, [fresh])
  let found: 'of_holder' | null = null
  for (const record of others.records.slice(0, MOST_TRIED)) {
    if (isSpent()) break
    for (const mover of [owner, peer]) {
      if (!allows(mover, 'update', record)) continue
      const rest = [owner, peer, heir].filter((user) => user !== mover)
      const isMoved = values.some((value) => {
        const moved = withValue(record, path, value)
        return (
          !allows(mover, 'update', moved) &&
          rest.some((user) => gains(trial, user, record, moved)) &&
          mayChange(mover, record, moved)
        )
      })
      if (isMoved && mover === owner) return 'of_owner'
      if (isMoved) found = 'of_holder'
    }
    if (!allows(fresh, 'update', record)) continue
    const isTaken = takenBy.some((value) => {
      const taken = withValue(record, path, value)
      return gains(trial, fresh, record, taken) && mayChange(fresh, record, taken)
    })
    if (isTaken) return 'of_owner'
  }
  return found

  function mayChange(user: RuleUser, record: RuleRecord, changed: RuleRecord): boolean {
    const top = path.split('.')[0] ?? path
    const value: Json = changed.data[top] ?? null
    return engine.refusedFields(schema, user, record, { [top]: value }).length === 0
  }
}

/** Whether somebody reaches the record after the change as they did not before. */
function gains({ allows }: EntityTrial, user: RuleUser, before: RuleRecord, after: RuleRecord): boolean {
  return REACHES.some((operation) => allows(user, operation, after) && !allows(user, operation, before))
}
