/** Rules whose outcome depends on what users say of themselves. */
import type { Severity } from '@atrium/contract/scan-findings'
import type { EntityTrial, SelfChange } from './entity-trial.ts'
import type { Hole } from './hole.ts'
import { OPERATIONS, type Operation, type RuleRecord, type RuleUser, type Values } from './rule-engine.ts'
import { OF_ADMINS } from './rule-fixes.ts'
import { fieldPlaces, placeNamed, type Rules } from './stored-rules.ts'

/** `flagged` are operations that are open anyhow; fields can have rules of their own there. */
export function findTrustingRules(trial: EntityTrial, flagged: ReadonlySet<Operation>): Hole[] {
  if (trial.selfChanges.length === 0) return []
  const trusted = new Set<string>()
  const operations: Operation[] = []
  let severity: Severity | null = null
  // What others made comes first, should there be no time for all.
  for (const operation of ['read', 'update', 'delete', 'create'] as const) {
    for (const gain of gainsOf(trial, operation, flagged)) {
      if (operations.at(-1) !== operation) operations.push(operation)
      for (const name of gain.names) trusted.add(name)
      severity = worst(severity, gain.severity)
    }
  }
  if (severity === null) return []
  const fields = [...trusted].sort()
  return [
    {
      rule_id: 'rls_trusts_user_editable_field',
      severity,
      confidence: 'high',
      operations: OPERATIONS.filter((operation) => operations.includes(operation)),
      fields: fields.map((name) => `user.data.${name}`),
      fixes: [{ user_fields: Object.fromEntries(fields.map((name) => [name, guarded(trial, name)])) }],
    },
  ]
}

interface Gain {
  severity: Severity
  /** The fields of users that made the difference. */
  names: ReadonlySet<string>
}

function gainsOf(trial: EntityTrial, operation: Operation, flagged: ReadonlySet<Operation>): Gain[] {
  const ofFields: Gain = { severity: 'critical', names: differingFields(trial, operation) }
  const ofRows = flagged.has(operation) ? [] : rowGains(trial, operation)
  return [...ofRows, ofFields].filter(({ names }) => names.size > 0)
}

function rowGains(trial: EntityTrial, operation: Operation): Gain[] {
  const { people, others, madeBy, allows } = trial
  const own = madeBy(people.fresh).records
  const may = (user: RuleUser, record: RuleRecord) => allows(user, operation, record)
  const ofOthers = (): Gain => ({ severity: 'critical', names: differing(trial, others.records, may) })
  const seen = () =>
    own.filter((record) => [people.owner, people.mate].some((user) => allows(user, 'read', record)))
  const ofSeen = (): Gain => ({ severity: 'medium', names: differing(trial, seen(), may) })
  return [
    operation === 'create' ? ofSeen() : ofOthers(),
    // In one's own records, what names the user was written by the same hand, so it is no gain.
    { severity: 'high', names: differing(trial, own, may, isApart) },
  ]
}

/** A field of another's record that only those see, or may change, who set their own data. */
function differingFields(trial: EntityTrial, operation: Operation): ReadonlySet<string> {
  const { engine, schema, others, people, allows } = trial
  const ruled = fieldPlaces(schema).filter(({ rls }) => rls)
  if (operation === 'create' || operation === 'delete' || ruled.length === 0) return new Set()
  const values: Values = Object.fromEntries(ruled.map(({ path }) => [path.split('.')[0] ?? path, ANOTHER]))
  const reached = others.records.filter((record) => allows(people.fresh, operation, record))
  return differing(trial, reached, (user, record) =>
    operation === 'read'
      ? engine.hiddenFields(schema, user, record).join()
      : engine.refusedFields(schema, user, record, values).join(),
  )
}

/** A value that no record has. */
const ANOTHER = 'another value'

/** The fields of users that change an outcome when they set them. */
function differing(
  { selfChanges, isSpent }: EntityTrial,
  records: readonly RuleRecord[],
  outcome: (user: RuleUser, record: RuleRecord) => unknown,
  counts: (change: SelfChange, text: string) => boolean = () => true,
): ReadonlySet<string> {
  const names = new Set<string>()
  for (const record of records) {
    const text = JSON.stringify(record.data)
    const known = new Map<RuleUser, unknown>()
    const outcomeOf = (user: RuleUser) => {
      if (!known.has(user)) known.set(user, outcome(user, record))
      return known.get(user)
    }
    for (const change of selfChanges) {
      if (isSpent()) return names
      if (names.has(change.name) || !counts(change, text)) continue
      if (outcomeOf(change.before) !== outcomeOf(change.after)) names.add(change.name)
    }
  }
  return names
}

function isApart({ name, after }: SelfChange, text: string): boolean {
  return !text.includes(JSON.stringify(after.data[name] ?? null))
}

/** Only those who edit the app's users write it; who reads it stays as it is. */
function guarded({ userSchema }: EntityTrial, name: string): Rules {
  const rls = (userSchema && placeNamed(userSchema, name)?.rls) || {}
  const read = rls.read === undefined ? {} : { read: rls.read }
  return { ...read, write: OF_ADMINS }
}

const SEVERE: readonly Severity[] = ['critical', 'high', 'medium']

function worst(one: Severity | null, other: Severity): Severity {
  return one !== null && SEVERE.indexOf(one) <= SEVERE.indexOf(other) ? one : other
}
