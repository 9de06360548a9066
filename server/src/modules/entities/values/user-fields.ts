/** The fields that an app keeps of its users, held against its schema `User`, if it has one. */
import { refuse } from '../../../platform/errors.ts'
import type { RecordValues } from '../conditions/condition.ts'
import type { RuleUser } from '../conditions/rule.ts'
import { boundRules, readableData, refusedPlaces, writeGuards } from '../records/record-rules.ts'
import type { EntitySchema } from '../schemas/entity-schema.ts'
import type { SchemaCache } from '../schemas/schema-cache.ts'
import { readValues } from './read-values.ts'
import type { Values } from './values.ts'

type Place = readonly string[]
type Fields = Record<string, unknown>
type User = Omit<RuleUser, 'data'> & { data: Fields }

/** Without a schema there are no rules, and every field is kept as it is sent. */
export function createUserFields(schemas: Pick<SchemaCache, 'of'>) {
  const schemaOf = async (appId: string) => (await schemas.of(appId, 'User'))?.schema ?? null
  return {
    async readable(appId: string, user: User): Promise<Fields> {
      const schema = await schemaOf(appId)
      if (!schema) return user.data
      const declared = readableData(boundRules(schema, ruleUser(user)), asRecord(user))
      return { ...undeclared(schema, user.data), ...declared }
    },
    async writable(appId: string, user: User, sent: Fields, place: Place): Promise<Fields> {
      const schema = await schemaOf(appId)
      if (!schema) return sent
      const values = readValues(schema, sent, 'update', place)
      const guards = writeGuards(boundRules(schema, ruleUser(user)), values, 'update')
      const fields = refusedPlaces(guards, asRecord(user))
      if (fields.length > 0) throw refuse('field_rule_refused', { extra: { fields } })
      return { ...undeclared(schema, sent), ...values }
    },
    async fitting(appId: string, sent: Fields, place: Place): Promise<Fields> {
      const schema = await schemaOf(appId)
      return schema ? { ...undeclared(schema, sent), ...readValues(schema, sent, 'update', place) } : sent
    },
  }
}

/** What the schema says nothing of is dropped, unless it says that there may be more. */
function undeclared(schema: EntitySchema, fields: Fields): Fields {
  if (schema.additionalProperties !== true) return {}
  const { properties = {} } = schema
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !Object.hasOwn(properties, name)))
}

function ruleUser(user: User): RuleUser {
  return { ...user, data: user.data as Values } // it was stored as JSON
}

/** A user is the record of themselves: made by nobody else, so that rules for one's own fit. */
function asRecord({ id, email, data }: User): RecordValues {
  const never = new Date(0).toISOString()
  return {
    id,
    data: data as Values, // it was stored as JSON
    created_by: email,
    created_by_id: id,
    created_date: never,
    updated_date: never,
    is_sample: false,
  }
}
