/** Operations that the row rules leave open to people who have nothing to do with a record. */
import type { Severity } from '@atrium/contract/scan-findings'
import type { EntityTrial } from './entity-trial.ts'
import type { Hole, RuleId } from './hole.ts'
import { type Json, OPERATIONS, type Operation } from './rule-engine.ts'
import { both, OF_OWNERS, rulesWith } from './rule-fixes.ts'
import { statedRule } from './stored-rules.ts'

type Cause = Extract<
  RuleId,
  'rls_missing' | 'rls_always_true' | 'rls_anonymous_write' | 'rls_missing_owner_check'
>

/** One for each cause; `sensitive` are the fields that readers would see. */
export function findOpenOperations(trial: EntityTrial, sensitive: readonly string[]): Hole[] {
  const byCause = new Map<string, { cause: Cause; operations: Operation[] }>()
  for (const operation of OPERATIONS) {
    const cause = causeOf(trial, operation)
    if (!cause) continue
    // That all may read is often meant, that all may write hardly ever: they are decided apart.
    const key = cause === 'rls_always_true' && operation === 'read' ? 'read' : cause
    const operations = byCause.get(key)?.operations ?? []
    byCause.set(key, { cause, operations: [...operations, operation] })
  }
  return [...byCause.values()].flatMap(({ cause, operations }) => {
    const severity = severityOf(trial, cause, operations, sensitive)
    if (!severity) return []
    return [
      {
        rule_id: cause,
        severity,
        confidence: 'high' as const,
        operations,
        fields: operations.includes('read') && cause === 'rls_missing' ? [...sensitive] : [],
        fixes: fixesFor(trial, cause, operations),
      },
    ]
  })
}

function causeOf(trial: EntityTrial, operation: Operation): Cause | null {
  const isOpenToAll = trial.share(null, operation) === 'all'
  if (isOpenToAll && statedRule(trial.rls, operation) === undefined) return 'rls_missing'
  if (isOpenToAll && trial.anonymousComes && operation !== 'read') return 'rls_anonymous_write'
  if (isOpenToAll || isOpenToUsers(trial, operation)) return 'rls_always_true'
  if (operation === 'create' || operation === 'read') return null
  return isBlindToOwners(trial, operation) ? 'rls_missing_owner_check' : null
}

/** Whether all who are signed in may do it with all records, whatever the rule seems to ask for. */
function isOpenToUsers(trial: EntityTrial, operation: Operation): boolean {
  if (operation === 'create') return false // that is what users are for
  const { fresh, owner, peer, admin, named } = trial.people
  const everybody = [fresh, owner, peer, admin, ...named]
  return trial.others.isComplete && everybody.every((user) => trial.share(user, operation) === 'all')
}

/** Whether somebody fresh may do it with another's record, and nobody has more right to it for being the owner. */
function isBlindToOwners(trial: EntityTrial, operation: Operation): boolean {
  const { fresh, owner, peer } = trial.people
  if (trial.share(fresh, operation) === 'none') return false
  return trial.others.records.every((record) => {
    const isAllowed = trial.allows(fresh, operation, record)
    return isAllowed || (!trial.allows(owner, operation, record) && !trial.allows(peer, operation, record))
  })
}

function severityOf(
  trial: EntityTrial,
  cause: Cause,
  operations: readonly Operation[],
  sensitive: readonly string[],
): Severity | null {
  const changes = operations.includes('update') || operations.includes('delete')
  const reads = operations.includes('read')
  if (!changes && !reads) return isPostedToAll(trial) ? 'medium' : null
  if (cause === 'rls_missing') return changes || sensitive.length > 0 ? 'critical' : 'high'
  // What can be read by everybody and holds nothing secret is usually meant so; the secret is a finding of its own.
  if (!changes) return sensitive.length > 0 ? null : 'low'
  if (cause === 'rls_anonymous_write') return 'critical'
  if (cause === 'rls_always_true') return 'high'
  const isOfAll = operations.some((operation) => trial.share(trial.people.fresh, operation) === 'all')
  return isOfAll ? 'high' : 'medium'
}

/** A wall that visitors write on and all others read. */
function isPostedToAll(trial: EntityTrial): boolean {
  return trial.anonymousComes && trial.share(null, 'create') === 'all' && trial.share(null, 'read') === 'all'
}

/** A condition that says something stays; what always holds is replaced. */
function fixesFor(trial: EntityTrial, cause: Cause, operations: readonly Operation[]): Hole['fixes'] {
  const owned = new Map<Operation, Json>(operations.map((operation) => [operation, OF_OWNERS]))
  const narrowed = new Map<Operation, Json>(
    operations.map((operation) => [operation, both(statedRule(trial.rls, operation), OF_OWNERS)]),
  )
  const wanted = cause === 'rls_missing_owner_check' ? [narrowed, owned] : [owned]
  return wanted.map((changed) => ({ rls: rulesWith(trial.rls, changed) }))
}
