/** Records that people may change or delete and not read. */
import type { EntityTrial } from './entity-trial.ts'
import type { Hole } from './hole.ts'
import type { Json, Operation } from './rule-engine.ts'
import { both, rulesWith } from './rule-fixes.ts'
import { statedRule } from './stored-rules.ts'

export function findWideWrites(trial: EntityTrial, flagged: ReadonlySet<Operation>): Hole[] {
  const { people, others, allows, rls } = trial
  // Those with a role or a name in a rule were chosen for it.
  const ordinary = [people.fresh, people.peer, people.mate]
  const operations = (['update', 'delete'] as const).filter(
    (operation) =>
      !flagged.has(operation) &&
      others.records.some((record) =>
        ordinary.some((user) => allows(user, operation, record) && !allows(user, 'read', record)),
      ),
  )
  if (operations.length === 0) return []
  const read = statedRule(rls, 'read') ?? true
  const narrowed = operations.map((operation): [Operation, Json] => [
    operation,
    both(statedRule(rls, operation), read),
  ])
  return [
    {
      rule_id: 'rls_write_wider_than_read',
      severity: 'medium',
      confidence: 'high',
      operations,
      fields: [],
      fixes: [{ rls: rulesWith(rls, new Map(narrowed)) }],
    },
  ]
}
