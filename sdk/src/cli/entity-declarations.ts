/** TypeScript declarations of an app's entities, from their schemas. */
import { isRecord } from '../errors.ts'
import { namesFor } from './declared-names.ts'

/** What is read of a schema, or of a field in it. */
interface Shape {
  type?: unknown
  enum?: unknown
  items?: unknown
  properties?: unknown
  required?: unknown
  rls?: unknown
  description?: unknown
  format?: unknown
  default?: unknown
}

/** As records are read, or as they are created. */
type Form = 'record' | 'create'

const INDENT = '  '

const AUTOMATIC_FIELDS = [
  '/** What every record has; the server assigns it. */',
  'export interface AutomaticFields {',
  '  id: string',
  '  created_date: string',
  '  updated_date: string',
  '  /** Left out in apps that hide authorship. */',
  '  created_by?: string',
  '  created_by_id: string',
  '  is_sample: boolean',
  '}',
]

/** The text of a `.ts` file that imports nothing: three types for each entity, and `Entities` for `createClient`. */
export function declareEntities(schemas: Readonly<Record<string, Shape>>, source: string): string {
  const names = namesFor(Object.keys(schemas))
  const declarations = Object.entries(schemas).flatMap(([entity, schema]) => {
    const { record, create, update } = names(entity)
    return [
      ...comment(schema, ''),
      `export interface ${record} extends AutomaticFields ${objectType(schema, 'record', '')}`,
      '',
      `export interface ${create} ${objectType(schema, 'create', '')}`,
      '',
      `export type ${update} = { [Field in keyof ${create}]?: ${create}[Field] }`,
      '',
    ]
  })
  const entries = Object.keys(schemas).map((entity) => {
    const { record, create, update } = names(entity)
    return `${INDENT}${key(entity)}: { record: ${record}; create: ${create}; update: ${update} }`
  })
  return [
    `// Written by \`atrium types\` from the schemas of ${source}. Run it again when they change.`,
    '',
    ...AUTOMATIC_FIELDS,
    '',
    ...declarations,
    '/** `createClient<Entities>({ app_id, … })` knows what `client.entities` holds. */',
    entries.length === 0
      ? 'export type Entities = {}'
      : ['export type Entities = {', ...entries, '}'].join('\n'),
    '',
  ].join('\n')
}

/** Names that are not declared are dropped from a record, so they are refused here; inside a field they are kept. */
function objectType(shape: Shape, form: Form, indent: string): string {
  const deeper = indent + INDENT
  const isInside = indent !== ''
  const fields = Object.entries(isRecord(shape.properties) ? shape.properties : {}).flatMap(([name, field]) =>
    fieldLines(name, isRecord(field) ? field : {}, listOf(shape.required).includes(name), form, deeper),
  )
  // An interface without fields would take anything.
  if (fields.length === 0 && !isInside) return form === 'record' ? '{}' : '{ [field: string]: never }'
  if (fields.length === 0) return '{ [other: string]: unknown }'
  const others = isInside ? [`${deeper}[other: string]: unknown`] : []
  return ['{', ...fields, ...others, `${indent}}`].join('\n')
}

function fieldLines(name: string, field: Shape, isRequired: boolean, form: Form, indent: string): string[] {
  const isSure = isRequired && (form === 'record' ? !isHidden(field) : field.default === undefined)
  // Null empties whatever is not required.
  const types = [...valueTypes(field, form, indent), ...(isRequired ? [] : ['null'])]
  return [...comment(field, indent), `${indent}${key(name)}${isSure ? '' : '?'}: ${union(types).join(' | ')}`]
}

/** A rule may keep some from reading it. */
function isHidden({ rls }: Shape): boolean {
  const read = isRecord(rls) ? rls.read : undefined
  return read === false || (isRecord(read) && Object.keys(read).length > 0)
}

/** The types that a value may have. */
function valueTypes(field: Shape, form: Form, indent: string): string[] {
  if (Array.isArray(field.enum)) return field.enum.map(literal)
  const types = Array.isArray(field.type) ? field.type : [field.type]
  return types.map((type) => typeNamed(type, field, form, indent))
}

function typeNamed(type: unknown, field: Shape, form: Form, indent: string): string {
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return type
    case 'integer':
      return 'number'
    case 'array': {
      const items = union(valueTypes(isRecord(field.items) ? field.items : {}, form, indent))
      return items.length === 1 ? `${items[0]}[]` : `(${items.join(' | ')})[]`
    }
    case 'object':
      return objectType(field, form, indent)
    default:
      return 'unknown'
  }
}

/** Each once and null last, as a reader expects it; what is unknown takes in all else. */
function union(types: readonly string[]): string[] {
  if (types.includes('unknown')) return ['unknown']
  const different = [...new Set(types)].filter((type) => type !== 'null')
  return types.includes('null') ? [...different, 'null'] : different
}

/** A value as the type that only it has. */
function literal(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (!isRecord(value)) return JSON.stringify(value)
  const entries = Object.entries(value).map(([name, inside]) => `${key(name)}: ${literal(inside)}`)
  return entries.length === 0 ? '{ [key: string]: never }' : `{ ${entries.join('; ')} }`
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}

function quoted(text: string): string {
  const inside = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inside}'`
}

function comment({ description, format, default: value }: Shape, indent: string): string[] {
  const lines = [
    ...(typeof description === 'string' && description.trim() !== ''
      ? description.trim().split(/\r?\n/)
      : []),
    ...(typeof format === 'string' ? [`@format ${format}`] : []),
    ...(value === undefined || value === null ? [] : [`@default ${JSON.stringify(value)}`]),
  ].map((line) => line.replaceAll('*/', '*\\/').trim())
  if (lines.length === 0) return []
  if (lines.length === 1) return [`${indent}/** ${lines[0]} */`]
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`]
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
