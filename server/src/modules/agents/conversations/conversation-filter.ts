/** Reads the filter of a list of conversations: `q[metadata.topic]=x`, `q[created_date][$gte]=…`, or `q` as JSON. */
import { CONVERSATION_OPERATORS, MAX_CONVERSATION_FILTERS } from '@atrium/contract/app-agents'
import { invalid } from '../../../platform/errors.ts'
import { parseQueryJson } from '../../../platform/http/body.ts'
import { readTime } from '../../../platform/time/read-time.ts'

export type Operator = (typeof CONVERSATION_OPERATORS)[number]

/** A field, an operator and the values it is compared with. */
export type Comparison = { operator: Operator } & (
  | { field: keyof typeof FIELDS; values: readonly (string | Date)[] }
  | { field: 'metadata'; path: readonly string[]; values: readonly string[] }
)

const FIELDS = {
  id: 'text',
  app_id: 'text',
  agent_name: 'text',
  created_by_id: 'text',
  created_date: 'time',
  updated_date: 'time',
} as const

interface Asked {
  /** Parts of the name of the field; those of `metadata` lead into it. */
  path: readonly string[]
  operator: string
  values: readonly string[]
  loc: (string | number)[]
}

const MAX_DEPTH = 8

export function readConversationFilter(query: object): Comparison[] {
  const asked = Object.entries(query).flatMap(([name, value]): Asked[] => {
    if (name === 'q') return readJson(parseQueryJson(String(value), 'q', NO_FILTER), [], ['query', 'q'])
    return name.startsWith('q[') ? [readName(name, [value].flat().map(String))] : []
  })
  if (asked.length > MAX_CONVERSATION_FILTERS)
    throw fault(['query', 'q'], `at most ${MAX_CONVERSATION_FILTERS} comparisons`)
  return asked.map(readComparison)
}

const NO_FILTER = 'The filter must be JSON, such as {"agent_name": "support"}'

/** `q[metadata][topic][$in][]` */
function readName(name: string, values: string[]): Asked {
  const loc = ['query', name]
  if (!/^q(\[[^[\]]*\])+$/.test(name)) throw fault(loc, 'write q[field] or q[field][$operator]')
  const parts = [...name.matchAll(/\[([^\]]*)\]/g)].map(([, part = '']) => part)
  const isList = /^\d*$/.test(parts.at(-1) ?? '') && parts.length > 1
  if (isList) parts.pop()
  const operator = parts.at(-1)?.startsWith('$')
    ? (parts.pop() ?? '')
    : isList || values.length > 1
      ? '$in'
      : '$eq'
  return { path: parts.flatMap((part) => part.split('.')), operator, values, loc }
}

/** Objects lead deeper into `metadata`; those with operators compare. */
function readJson(json: unknown, path: readonly string[], loc: Asked['loc']): Asked[] {
  if (!isObject(json)) throw fault(loc, 'a filter is an object')
  return Object.entries(json).flatMap(([name, value]): Asked[] => {
    const here = [...loc, name]
    if (name === '$and' && Array.isArray(value))
      return value.flatMap((one, index) => readJson(one, path, [...here, index]))
    if (name.startsWith('$')) return [{ path, operator: name, values: valuesOf(value, here), loc: here }]
    const inside = [...path, ...name.split('.')]
    if (isObject(value)) return readJson(value, inside, here)
    if (value === null) return [{ path: inside, operator: '$exists', values: ['false'], loc: here }]
    const operator = Array.isArray(value) ? '$in' : '$eq'
    return [{ path: inside, operator, values: valuesOf(value, here), loc: here }]
  })
}

function valuesOf(value: unknown, loc: Asked['loc']): string[] {
  const values = [value].flat()
  if (values.some((one) => typeof one === 'object'))
    throw fault(loc, 'a value is a text, a number or a boolean')
  return values.map(String)
}

function readComparison({ path, operator, values, loc }: Asked): Comparison {
  const [field = '', ...inside] = path
  if (!isOperator(operator))
    throw fault(loc, `no operator ${operator}; there are ${CONVERSATION_OPERATORS.join(', ')}`)
  if (
    operator === '$exists' ? !/^(true|false)$/.test(values.join()) : isSingle(operator) && values.length !== 1
  )
    throw fault(loc, operator === '$exists' ? '$exists is true or false' : `${operator} takes one value`)
  if (field === 'metadata' && inside.length > 0 && inside.length <= MAX_DEPTH && !inside.includes(''))
    return { field, path: inside, operator, values }
  if (!isField(field) || inside.length > 0)
    throw fault(
      loc,
      `no field ${path.join('.')}; there are ${Object.keys(FIELDS).join(', ')} and metadata.name`,
    )
  if (FIELDS[field] === 'text' || operator === '$exists') return { field, operator, values }
  return { field, operator, values: values.map((value) => readTime(value, loc)) }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isOperator = (name: string): name is Operator => CONVERSATION_OPERATORS.some((one) => one === name)
const isSingle = (operator: Operator) => operator !== '$in' && operator !== '$nin'
const isField = (name: string): name is keyof typeof FIELDS => Object.hasOwn(FIELDS, name)

function fault(loc: Asked['loc'], message: string) {
  return invalid([...loc], 'value_error', `Value error, ${message}`)
}
