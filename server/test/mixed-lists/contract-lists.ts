/** The lists that bodies of the contract hold, found in their schemas. */
import { allOperations, type Operation } from '@atrium/contract'

/** As much of JSON Schema as the contract uses. */
export interface Schema {
  type?: string | string[]
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  anyOf?: Schema[]
  allOf?: { if: { properties: Record<string, { const: unknown }> }; then: Schema }[]
  required?: string[]
  enum?: unknown[]
  pattern?: string
  minLength?: number
  minimum?: number
  maxItems?: number
}

export interface ContractList {
  operation: Operation
  /** Such as `members.bulk_set_role body.items`. */
  name: string
  /** Where the list stands in the body. */
  place: (string | number)[]
  item: Schema
  maxItems: number
  /** What else the body must say for the list to stand there. */
  others: Record<string, unknown>
}

export const contractLists: ContractList[] = allOperations.flatMap((operation) => {
  const found = operation.body ? listsIn(operation.body as Schema, [], {}) : []
  const lists = found.map((list) => ({ ...list, operation, name: nameOf(operation, list) }))
  return [...new Map(lists.map((list) => [list.name, list])).values()]
})

function nameOf({ name }: Operation, { place, others }: Pick<ContractList, 'place' | 'others'>): string {
  const said = Object.values(others).map((value) => ` of ${value}`)
  return `${name} ${['body', ...place].join('.')}${said.join('')}`
}

type Found = Omit<ContractList, 'operation' | 'name'>

function listsIn(schema: Schema, place: ContractList['place'], others: ContractList['others']): Found[] {
  const { items, properties = {}, patternProperties = {}, anyOf = [], allOf = [], maxItems = 100 } = schema
  const inside = (deeper: Schema, ...more: ContractList['place']) =>
    listsIn(deeper, [...place, ...more], others)
  return [
    ...(items && typesOf(schema).includes('array') ? [{ place, item: items, maxItems, others }] : []),
    ...(items ? inside(items, 0) : []),
    ...Object.entries(properties).flatMap(([name, property]) => inside(property, name)),
    ...Object.values(patternProperties).flatMap((value) => inside(value, 'Thing')),
    ...anyOf.flatMap((each) => inside(each)),
    ...allOf.flatMap((each) => {
      const said = Object.entries(each.if.properties).map(([name, value]) => [name, value.const])
      return listsIn(each.then, place, { ...others, ...Object.fromEntries(said) })
    }),
  ]
}

export function typesOf({ type }: Schema): string[] {
  return type === undefined ? [] : [type].flat()
}

/** Something that fits the schema; another one for each number, where the schema has room for it. */
export function fittingValue(schema: Schema, number = 0): unknown {
  const [type] = typesOf(schema)
  if (schema.enum) return schema.enum[number % schema.enum.length]
  if (type === 'string') return fittingText(schema.pattern ?? '', number)
  if (type === 'number' || type === 'integer') return (schema.minimum ?? 0) + number
  if (type === 'array') return [fittingValue(schema.items ?? {}, number)]
  if (type === 'boolean') return false
  if (type !== 'object') return null
  const { required = [], properties = {} } = schema
  return Object.fromEntries(required.map((name) => [name, fittingValue(properties[name] ?? {}, number)]))
}

function fittingText(pattern: string, number: number): string {
  const host = `https://host${number}.example.com`
  const texts = [`text${number}`, `someone${number}@example.com`, `https://example.com/${number}`, host]
  const fitting = texts.find((text) => new RegExp(pattern, 'u').test(text))
  if (fitting === undefined) throw new Error(`No text of ours fits ${pattern}; add one that does`)
  return fitting
}
