/** What each call takes in its `with`. */
import { CALL_METHODS, MAX_CALL_ITEMS } from '@atrium/contract/connector-calls'
import { INTEGRATION_TYPE } from '@atrium/contract/connector-definition'
import { CALLS, type CallName } from '@atrium/contract/workflow-definition'
import type { Check } from './findings.ts'
import { anyObject, flag, integer, object, oneOf, orExpression, template, text } from './value-checks.ts'

/** As many as a list of records can have. */
const MOST_RECORDS = 500

const method: Check = (value, place, findings) =>
  oneOf(CALL_METHODS)(typeof value === 'string' ? value.toUpperCase() : value, place, findings)

const address: Check = (value, place, findings) => {
  if (typeof value !== 'string') return findings.add(place, 'string_type', 'Input should be a valid string')
  if (!/^https?:\/\/./i.test(value) || !URL.canParse(value))
    return findings.wrong(place, 'write an address that begins with http:// or https://, or an expression')
  if (/[{}]/.test(value))
    findings.wrong(place, 'an address has no places to fill; write the whole as one expression')
}

/** Text, or { uri }. */
const endpoint: Check = (value, place, findings) => {
  if (typeof value !== 'object' || value === null) return orExpression(address)(value, place, findings)
  object({ uri: orExpression(address) }, ['uri'])(value, place, findings)
}

const entityName = orExpression(
  text({ most: 64, pattern: /^\w+$/, hint: 'the name of an entity has letters, digits and _' }),
)
const data = orExpression(anyObject)
const line = orExpression(text({ most: 1_000 }))
const long = orExpression(text({ most: 100_000 }))
const entity = { entity_name: entityName }

const output = oneOf(['content', 'response'])

const WITH: Record<CallName, Check> = {
  http: object(
    {
      method,
      endpoint,
      headers: data,
      query: data,
      body: template,
      output,
    },
    ['method', 'endpoint'],
  ),
  'entities.create': object({ ...entity, data }, ['entity_name', 'data']),
  'entities.update': object({ ...entity, id: line, data }, ['entity_name', 'id', 'data']),
  'entities.delete': object({ ...entity, id: line }, ['entity_name', 'id']),
  'entities.query': object(
    { ...entity, filter: data, sort: line, limit: orExpression(integer(1, MOST_RECORDS)) },
    ['entity_name'],
  ),
  'functions.invoke': object({ name: line, body: template, method }, ['name']),
  'connectors.call': object(
    {
      connector: orExpression(
        text({
          most: 63,
          pattern: new RegExp(INTEGRATION_TYPE),
          hint: 'write the type of a connector, such as slack',
        }),
      ),
      method,
      path: orExpression(
        text({ most: 4_096, pattern: /^\//, hint: 'write a path at the service that begins with /' }),
      ),
      query: data,
      headers: data,
      body: template,
      all_items: orExpression(flag),
      max_items: orExpression(integer(1, MAX_CALL_ITEMS)),
      output,
    },
    ['connector', 'path'],
  ),
  'agents.send_message': object({ conversation_id: line, content: long }, ['conversation_id', 'content']),
  'language_model.ask': object({ prompt: long, system: long, schema: anyObject }, ['prompt']),
}

/** Of a task that calls something: what, and with what. */
export function callFields(name: unknown): { fields: Record<string, Check>; required: string[] } {
  const known = CALLS.find((one) => one === name)
  if (!known) return { fields: { call: oneOf(CALLS), with: template }, required: [] }
  return { fields: { call: () => {}, with: WITH[known] }, required: ['with'] }
}
