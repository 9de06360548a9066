import type { InputOf, operations } from '@atrium/contract'
import { refuse, type ValidationRow } from '../../../platform/errors.ts'
import type { Caller } from '../../../tenancy/index.ts'
import { ALWAYS, type Condition, fieldsOf, type Json, type RecordValues } from '../conditions/condition.ts'
import { matches } from '../conditions/matches.ts'
import type { MaybeUser } from '../conditions/rule.ts'
import type { Deps } from '../deps.ts'
import { presentRecord, valuesOf } from '../records/present-record.ts'
import { recordListStore } from '../records/record-list-store.ts'
import { type BoundRules, boundRules, isAlways } from '../records/record-rules.ts'
import { maxListBytes } from '../records/record-size.ts'
import { visibleData } from '../records/visible-data-store.ts'
import { withDefaults } from '../values/values.ts'
import { type EntitySchema, isAutomatic, type Properties } from './entity-schema.ts'
import { schemaStore } from './schema-store.ts'
import { sentSchema } from './sent-schema.ts'

type Input = InputOf<typeof operations.schemas.try_rules>

/** What somebody else may do with the newest records, by the saved schema or a draft of it. Nothing is changed. */
export async function tryRules({ db, clock, access }: Deps, caller: Caller, { params, body }: Input) {
  const draft = body.schema && draftOf(params.name, body.schema)
  const app = await access.app(caller, params.app_id, 'editor')
  const schema = draft ?? (await schemaStore(db).find(app.id, params.name))?.schema
  if (!schema) throw refuse('entity_not_found')

  const { limit = 20 } = body
  const user = triedUser(body.as)
  const rules = boundRules(schema, user)
  const places = placesOf(schema.properties ?? {}, [])
  const store = recordListStore(db, { app_id: app.id, entity_name: schema.name })
  const order = { key: { kind: 'own', name: 'created_date' }, direction: 'desc' } as const
  const whole = { schema, rules: boundRules(schema, 'bypass'), hidesAuthorship: app.hide_authorship }
  const list = { condition: ALWAYS, order, visible: visibleData(whole, null) }
  const rows = await store.list(list, { rows: limit, bytes: maxListBytes(true) }, { skip: 0 })
  return {
    create: triedCreate(schema, rules, places, user, clock.now()),
    records: rows.map((row) => {
      const values = valuesOf(row)
      const refused = (operation: 'read' | 'update') =>
        places.filter((path) => !matches(rules.field(path, operation), values)).map(nameOf)
      return {
        record: presentRecord(whole, row),
        read: matches(rules.row('read'), values),
        update: matches(rules.row('update'), values),
        delete: matches(rules.row('delete'), values),
        hidden_fields: refused('read'),
        unwritable_fields: refused('update'),
      }
    }),
  }
}

function draftOf(name: string, json: { [key: string]: unknown }): EntitySchema {
  const faults: ValidationRow[] = []
  const schema = sentSchema(name, json, { name: ['path', 'name'], schema: ['body', 'schema'] }, faults)
  if (faults.length > 0) throw refuse('validation_error', { detail: faults })
  return schema
}

function triedUser(as: Input['body']['as']): MaybeUser {
  if (as === null) return null
  const { id = '', email = '', role = 'user', data = {} } = as
  return { id, email, role, data: data as { [field: string]: Json } } // it stems from JSON
}

type Path = readonly string[]

/** Every field, and what inside it has a rule of its own. */
function placesOf(properties: Properties, above: Path): Path[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = [...above, name]
    const inner = placesOf(property.properties ?? {}, path)
    return above.length === 0 || property.rls ? [path, ...inner] : inner
  })
}

const nameOf = (path: Path) => path.join('.')

/** A record that is not there yet has a maker and a moment, but no values that could be judged. */
function triedCreate(
  schema: EntitySchema,
  rules: BoundRules,
  places: readonly Path[],
  user: MaybeUser,
  now: Date,
) {
  const made: RecordValues = {
    id: '',
    created_by: user?.email || 'anonymous',
    created_by_id: user?.id || 'anonymous',
    created_date: now.toISOString(),
    updated_date: now.toISOString(),
    is_sample: false,
    data: withDefaults(schema, {}),
  }
  const outcomeOf = (condition: Condition): 'allowed' | 'refused' | 'depends' => {
    if (isAlways(condition)) return 'allowed'
    if (isNever(condition)) return 'refused'
    if ([...fieldsOf(condition)].some((name) => !isAutomatic(name))) return 'depends'
    return matches(condition, made) ? 'allowed' : 'refused'
  }
  return {
    outcome: outcomeOf(rules.row('create')),
    unwritable_fields: places
      .filter((path) => outcomeOf(rules.field(path, 'create')) === 'refused')
      .map(nameOf),
  }
}

function isNever(condition: Condition): boolean {
  if ('all' in condition) return condition.all.some(isNever)
  if ('any' in condition) return condition.any.every(isNever)
  return 'not' in condition && isAlways(condition.not)
}
