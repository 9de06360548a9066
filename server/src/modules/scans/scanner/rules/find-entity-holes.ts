/** All that is wrong with the rules of one entity, one hole for each cause. */
import { type EntityTrial, type ScannedRules, tryEntity } from './entity-trial.ts'
import { exposedFieldsHole, findExposedFields } from './find-exposed-fields.ts'
import { findMovableRows } from './find-movable-rows.ts'
import { findOpenOperations } from './find-open-operations.ts'
import { findTrustingRules } from './find-trusting-rules.ts'
import { findWideWrites } from './find-wide-writes.ts'
import type { Hole } from './hole.ts'
import { OPERATIONS, type Operation } from './rule-engine.ts'

export function findEntityHoles(given: ScannedRules): { trial: EntityTrial; holes: Hole[] } {
  const trial = tryEntity(given)
  if (isUnused(trial)) return { trial, holes: [] }
  const exposed = findExposedFields(trial)
  const open = findOpenOperations(trial, exposed)
  if (open.length === 0 && isClosed(trial)) return { trial, holes: [NO_POLICY] }
  const flagged = new Set<Operation>(open.flatMap(({ operations }) => operations))
  const trusting = findTrustingRules(trial, flagged)
  const alsoTrusting = new Set([...flagged, ...trusting.flatMap(({ operations }) => operations)])
  const isReadMissing = open.some(
    ({ rule_id, operations }) => rule_id === 'rls_missing' && operations.includes('read'),
  )
  const holes = [
    ...open,
    ...trusting,
    ...findMovableRows(trial, flagged),
    ...findWideWrites(trial, alsoTrusting),
    ...(isReadMissing ? [] : exposedFieldsHole(trial, exposed)),
  ]
  return { trial, holes }
}

/** Records named `User` are a set apart from the users of the app: a schema without row rules declares those users' fields. */
function isUnused({ schema, rls }: EntityTrial): boolean {
  return schema.name === 'User' && rls === null
}

const NO_POLICY: Hole = {
  rule_id: 'rls_no_policy',
  severity: 'info',
  confidence: 'high',
  operations: [...OPERATIONS],
  fields: [],
  fixes: [],
}

/** Whether nobody at all can do anything. */
function isClosed({ people, others, share, terms }: EntityTrial): boolean {
  const { fresh, owner, peer, mate, admin, named } = people
  const everybody = [null, fresh, owner, peer, mate, admin, ...named]
  // Only usual times are tried, and no samples.
  const isTried = [...terms.fields.keys()].every((name) => name !== 'is_sample' && !name.endsWith('_date'))
  return (
    isTried &&
    others.isComplete &&
    everybody.every((user) => OPERATIONS.every((operation) => share(user, operation) === 'none'))
  )
}
