import { type FindingOf, SEVERITIES, type Severity } from '@atrium/contract/scan-findings'
import { fingerprintOf } from '../fingerprint.ts'
import type { ScannedApp, ScannedSchema } from '../snapshot.ts'
import type { Bounds, EntityTrial } from './entity-trial.ts'
import { findEntityHoles } from './find-entity-holes.ts'
import type { Hole, RuleFix } from './hole.ts'
import type { RuleEngine } from './rule-engine.ts'
import { fixedSchemas } from './rule-fixes.ts'
import { isProven } from './rule-proof.ts'
import { textsOf } from './rule-texts.ts'
import { canonical, placeNamed, statedRule } from './stored-rules.ts'

export interface RulesInput {
  app: Pick<ScannedApp, 'public_settings'>
  schemas: readonly ScannedSchema[]
}

type RuleFinding = FindingOf<'rls_recommendations'>

/** What the rules of an app let through, worst first. Each is decided by the engine with invented people and records. */
export async function scanRules(engine: RuleEngine, input: RulesInput): Promise<RuleFinding[]> {
  const findings = input.schemas.flatMap((schema) => entityFindings(engine, input, schema))
  const order = ({ severity }: RuleFinding) => SEVERITIES.indexOf(severity)
  return findings.sort((a, b) => order(a) - order(b))
}

function entityFindings(engine: RuleEngine, input: RulesInput, schema: ScannedSchema): RuleFinding[] {
  // A rule from before such rules were refused cannot be judged, and no record of it can be reached either.
  if (engine.faultsOf(schema).length > 0) return []
  const { schemas } = input
  const publicSettings = input.app.public_settings
  const userSchema = schemas.find(({ name }) => name === 'User') ?? null
  const given = { engine, publicSettings, ...boundsFor(schema, schemas.length) }
  const known = findEntityHoles({ ...given, schema, userSchema })
  const { trial, holes } = known
  return holes.map((hole) => {
    const fix = hole.fixes.find((one) => {
      const after = fixedSchemas(schemas, schema.name, [{ operations: hole.operations, fix: one }])
      return isProven({ ...given, before: schemas, after }, schema.name, [hole], known)
    })
    return presentHole(trial, hole, fix ?? null)
  })
}

/** Of an app, in questions to the engine and in combinations that are tried. */
const MOST_WORK = 2_000_000
const MOST_RECORDS = 120_000

/** Less for each where there are many entities, and fewer records where a rule is long. */
export function boundsFor(schema: ScannedSchema, entities: number): Bounds {
  const length = canonical(schema.rls ?? null).length
  const most = Math.round(Math.min(600, Math.max(60, MOST_RECORDS / entities / (1 + length / 20))))
  return { most, work: Math.max(200_000, MOST_WORK / entities) }
}

function presentHole(trial: EntityTrial, hole: Hole, fix: RuleFix | null): RuleFinding {
  const { rule_id, operations, fields, confidence } = hole
  const { schema, rls } = trial
  const { title, description, recommendation, cwe } = textsOf(hole, schema.name, audience(trial))
  return {
    fingerprint: fingerprintOf('rls_recommendations', {
      rule_id,
      subject: `${schema.name} ${operations.join(',')}`,
      content: contentOf(trial, hole),
    }),
    rule_id,
    severity: trial.strangersCome ? hole.severity : lessened(hole.severity),
    confidence,
    ...{ title, description, recommendation },
    references: [],
    cwe,
    entity_name: schema.name,
    operations,
    current_rule: rls,
    recommended_rule: fix,
    sensitive_fields: rule_id === 'sensitive_fields_exposed' || rule_id === 'rls_missing' ? fields : [],
  }
}

/** Only what it hangs on: the rules of its operations, and the fields that it names with theirs. */
function contentOf({ schema, userSchema, rls }: EntityTrial, { operations, fields }: Hole): string {
  const ruleOf = (field: string) => {
    const ofUser = field.startsWith('user.data.')
    const place = ofUser
      ? userSchema && placeNamed(userSchema, field.slice('user.data.'.length))
      : placeNamed(schema, field)
    return [field, place?.rls ?? null]
  }
  const rules = operations.map((operation) => [operation, statedRule(rls, operation) ?? null])
  return canonical({ rules, fields: fields.map(ruleOf) })
}

/** Nobody comes uninvited to other apps. */
function lessened(severity: Severity): Severity {
  return SEVERITIES[Math.min(SEVERITIES.indexOf(severity) + 1, SEVERITIES.length - 1)] ?? severity
}

function audience({ anonymousComes, strangersCome }: EntityTrial): string {
  if (anonymousComes) return 'everybody, also without signing in,'
  return strangersCome ? 'everybody who signs up' : 'every user of the app'
}
