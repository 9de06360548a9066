/** Whether rules close what they are to close: the wrong people are refused, and the right ones still come in. */
import type { ScannedSchema } from '../snapshot.ts'
import type { Bounds, EntityTrial } from './entity-trial.ts'
import { findEntityHoles } from './find-entity-holes.ts'
import type { Hole } from './hole.ts'
import type { Operation, RuleEngine, RuleRecord, RuleUser } from './rule-engine.ts'

export interface Proof extends Bounds {
  engine: RuleEngine
  publicSettings: string
  before: readonly ScannedSchema[]
  after: readonly ScannedSchema[]
}

type Closed = Pick<Hole, 'rule_id' | 'operations'>

/** What was found in the entity as it is. */
export type Known = ReturnType<typeof findEntityHoles>

/** Held against the whole entity as it would be, so that several changes at once are proven together. */
export function isProven(
  proof: Proof,
  entityName: string,
  closed: readonly Closed[],
  known: Known | null = holesIn(proof, proof.before, entityName),
): boolean {
  const { engine, before, after } = proof
  const changed = after.filter((schema) => !before.includes(schema))
  if (changed.some((schema) => engine.faultsOf(schema).length > 0)) return false
  const was = known
  const is = holesIn(proof, after, entityName)
  // Where there was no time to look at everything, nothing is proven.
  if (!was || !is || is.trial.isSpent()) return false
  const isClosed = closed.every(
    (one) =>
      !is.holes.some((hole) => hole.rule_id === one.rule_id && overlaps(hole.operations, one.operations)),
  )
  const isNoWorse = is.holes.every(
    (hole) =>
      hole.severity === 'low' ||
      hole.severity === 'info' ||
      was.holes.some((one) => one.rule_id === hole.rule_id || overlaps(one.operations, hole.operations)),
  )
  return (
    isClosed &&
    isNoWorse &&
    closed.every((one) => refusesWrong(is.trial, one) && keepsRight(was.trial, is.trial, one))
  )
}

function holesIn(proof: Proof, schemas: readonly ScannedSchema[], entityName: string) {
  const schema = schemas.find(({ name }) => name === entityName)
  const userSchema = schemas.find(({ name }) => name === 'User') ?? null
  return schema ? findEntityHoles({ ...proof, schema, userSchema }) : null
}

function overlaps(some: readonly Operation[], others: readonly Operation[]): boolean {
  return some.some((operation) => others.includes(operation))
}

const OPEN = new Set(['rls_missing', 'rls_always_true', 'rls_anonymous_write', 'rls_missing_owner_check'])

/** Those who have nothing to do with a record, whatever they say of themselves. */
function refusesWrong(
  { people, selfChanges, others, allows, share }: EntityTrial,
  { rule_id, operations }: Closed,
): boolean {
  if (!OPEN.has(rule_id)) return true
  const wrong = [people.fresh, ...selfChanges.map(({ after }) => after)]
  return operations.every(
    (operation) =>
      share(null, operation) === 'none' &&
      (operation === 'create' ||
        others.records.every((record) => !wrong.some((user) => allows(user, operation, record)))),
  )
}

/** The owner and admins may do what they could before; where changing asked less than reading, what they could see. */
function keepsRight(was: EntityTrial, is: EntityTrial, { rule_id, operations }: Closed): boolean {
  const { owner, admin } = was.people
  const could = (user: RuleUser, operation: Operation, record: RuleRecord) =>
    was.allows(user, operation, record) &&
    (rule_id !== 'rls_write_wider_than_read' || was.allows(user, 'read', record))
  const hidden = (trial: EntityTrial, user: RuleUser, record: RuleRecord) =>
    trial.engine.hiddenFields(trial.schema, user, record).length
  return [owner, admin].every((user) =>
    operations.every((operation) => {
      const { records } = operation === 'create' ? was.madeBy(user) : was.others
      return records.every(
        (record) =>
          (!could(user, operation, record) || is.allows(user, operation, record)) &&
          (operation !== 'read' || hidden(is, user, record) <= hidden(was, user, record)),
      )
    }),
  )
}
