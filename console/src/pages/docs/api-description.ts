/** The OpenAPI description of this server, as far as the reference shows it. */

import { fill } from '../../language/fill.ts'
import { words } from './words.ts'

export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

export interface Parameter {
  $ref?: string
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
}

interface Content {
  content?: Record<
    string,
    { schema?: Schema; example?: unknown; examples?: Record<string, { $ref?: string }> }
  >
}

export interface ApiOperation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  deprecated?: boolean
  security?: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: Content
  responses: Record<string, Content & { $ref?: string; description?: string }>
}

export interface ApiDescription {
  info: { version: string }
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, ApiOperation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Content>
    parameters?: Record<string, Parameter>
  }
}

/** One operation with where it is. */
export interface Listed extends ApiOperation {
  method: string
  path: string
}

export function operationsIn(description: ApiDescription, area: string): Listed[] {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags, deprecated }]) => tags.includes(area) && !deprecated)
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
}

export function resolve({ components }: ApiDescription, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : { ...components.schemas[name], ...withoutRef(schema) }
}

function withoutRef({ $ref: _, ...rest }: Schema): Schema {
  return rest
}

export function parametersOf({ components }: ApiDescription, { parameters = [] }: ApiOperation): Parameter[] {
  return parameters.flatMap((one) => {
    const name = one.$ref?.split('/').at(-1)
    const found = name === undefined ? one : components.parameters?.[name]
    return found ? [found] : []
  })
}

export interface Field {
  name: string
  type: string
  isRequired: boolean
  /** What a value must be like: bounds, form, choices. */
  bounds: string
  description: string
  /** Of an object, or of the objects in a list. */
  fields: Field[]
}

/** Deeper ones are in the description itself. */
const DEEPEST = 4

export function fieldsOf(description: ApiDescription, schema: Schema | undefined, depth = 0): Field[] {
  if (!schema || depth > DEEPEST) return []
  const whole = wholeOf(description, schema)
  const required = new Set(whole.required)
  return Object.entries(whole.properties ?? {}).map(([name, one]) => {
    const property = wholeOf(description, one)
    return {
      name,
      type: typeText(description, one),
      isRequired: required.has(name),
      bounds: boundsText(property),
      description: property.description ?? '',
      fields: fieldsOf(description, insideOf(description, property), depth + 1),
    }
  })
}

/** Without references, parts joined, and null left out: `typeText` says that it may be null. */
function wholeOf(description: ApiDescription, schema: Schema): Schema {
  const found = resolve(description, schema)
  const parts = found.allOf?.map((part) => wholeOf(description, part)) ?? []
  const choices = (found.anyOf ?? found.oneOf ?? []).filter((choice) => !isNull(choice))
  if (choices.length === 1 && choices[0]) parts.push(wholeOf(description, choices[0]))
  const whole: Schema = Object.assign({}, ...parts, found)
  const properties = Object.assign({}, ...parts.map((part) => part.properties), found.properties)
  const required = [...parts, found].flatMap((part) => part.required ?? [])
  return { ...whole, ...(Object.keys(properties).length > 0 && { properties, required }) }
}

function insideOf(description: ApiDescription, schema: Schema): Schema | undefined {
  if (schema.properties) return schema
  return schema.items ? wholeOf(description, schema.items) : undefined
}

const isNull = ({ type }: Schema) => type === 'null'

export function typeText(description: ApiDescription, schema: Schema): string {
  const found = resolve(description, schema)
  const choices = found.anyOf ?? found.oneOf
  if (choices) return [...new Set(choices.map((choice) => typeText(description, choice)))].join(' or ')
  if (found.const !== undefined) return JSON.stringify(found.const)
  if (found.enum) return found.enum.map((value) => JSON.stringify(value)).join(', ')
  if (Array.isArray(found.type)) return found.type.join(' or ')
  if (found.type === 'array')
    return found.items
      ? fill(words.listOfDescription, { description: typeText(description, found.items) })
      : 'list'
  return found.type ?? (found.properties ? 'object' : 'anything')
}

export function boundsText(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, format, pattern } = schema
  return [
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
    format && `form: ${format}`,
    pattern && fill(words.matchesPattern, { pattern }),
    schema.default !== undefined && fill(words.defaultDefault, { default: JSON.stringify(schema.default) }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function range(from: number | undefined, to: number | undefined, noun: string): string {
  if (from === undefined && to === undefined) return ''
  if (to === undefined) return fill(words.atLeastFromNoun, { from: number(from), noun })
  if (from === undefined || (from === 0 && noun !== ''))
    return fill(words.atMostToNoun, { to: number(to), noun })
  return fill(words.fromToToNoun, { from: number(from), to: number(to), noun })
}

const number = (value: number | undefined) => (value ?? 0).toLocaleString('en-US')

/** What an operation refuses: the status, and the codes that come with it. */
export function refusalsOf({ components }: ApiDescription, { responses }: ApiOperation) {
  return Object.entries(responses)
    .filter(([status]) => status >= '400')
    .map(([status, response]) => {
      const name = response.$ref?.split('/').at(-1)
      const found = name === undefined ? response : components.responses[name]
      const examples = Object.values(found?.content ?? {})[0]?.examples ?? {}
      return { status, codes: Object.keys(examples) }
    })
}
