/** From what stands in a file to what a schema asks for. */
import { checkFor } from '../../platform/fitting-value.ts'
import { type Content, Unreadable } from './read-rows.ts'
import type { SentSchema } from './sent-schema.ts'

type Schema = Record<string, unknown>

const MOST_COMPLAINTS = 5

/**
 * Rows become a list of what the schema, its items or the items of its one list describe. Text in cells is read as
 * the type that the schema asks for, and only the fields that it names are taken.
 */
export function fitContent(
  content: Exclude<Content, { kind: 'text' }>,
  { schema, check }: SentSchema,
): unknown {
  if (content.kind === 'value') {
    if (check(content.value) === null && !isList(content.value)) return content.value
    const rows = isList(content.value) ? content.value : [content.value]
    return fitRows(rows, schema as Schema, false)
  }
  return fitRows(content.rows, schema as Schema, content.isText)
}

function fitRows(rows: readonly unknown[], schema: Schema, isText: boolean): unknown {
  const { row, wrap } = rowsIn(schema)
  const check = checkFor(row as never)
  const complaints: string[] = []
  const fitted = rows.map((one, index) => {
    const value = take(one, row, isText)
    const problem = complaints.length < MOST_COMPLAINTS ? check(value) : null
    if (problem !== null) complaints.push(`row ${index + 1}: ${problem}`)
    return value
  })
  if (complaints.length > 0)
    throw new Unreadable(`Some rows do not fit the schema: ${complaints.join('; ')}.`)
  return wrap(fitted)
}

/** What one row must be, and how all of them are handed over. */
function rowsIn(schema: Schema): { row: Schema; wrap: (rows: unknown[]) => unknown } {
  const plain = (rows: unknown[]) => rows
  if (schema.type === 'array') return { row: objectIn(schema.items), wrap: plain }
  const lists = Object.entries(objectIn(schema.properties)).filter(
    ([, property]) => objectIn(property).type === 'array' && objectIn(objectIn(property).items).properties,
  )
  const [list] = lists
  if (lists.length !== 1 || !list || Object.keys(objectIn(schema.properties)).length !== 1) {
    return { row: schema, wrap: plain }
  }
  const [name, property] = list
  return { row: objectIn(objectIn(property).items), wrap: (rows) => ({ [name]: rows }) }
}

/** Only what the schema names, however the heading is written. */
function take(one: unknown, row: Schema, isText: boolean): unknown {
  const declared = objectIn(row.properties)
  if (typeof one !== 'object' || one === null || Object.keys(declared).length === 0) return one
  const byHeading = new Map(Object.entries(one).map(([heading, value]) => [plainHeading(heading), value]))
  return Object.fromEntries(
    Object.entries(declared).flatMap(([name, property]) => {
      const value = (one as Record<string, unknown>)[name] ?? byHeading.get(plainHeading(name))
      const read = isText && typeof value === 'string' ? readCell(value, objectIn(property)) : value
      return read === undefined ? [] : [[name, read]]
    }),
  )
}

function plainHeading(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, '')
}

/** An empty cell says nothing; one that cannot be read stays as it is, and the check names it. */
function readCell(cell: string, property: Schema): unknown {
  const types = Array.isArray(property.type) ? property.type : [property.type]
  if (cell === '') return types.includes('null') ? null : undefined
  if (types.includes('number') || types.includes('integer')) {
    const number = Number(cell)
    if (Number.isFinite(number)) return number
  }
  if (types.includes('boolean')) {
    if (/^(true|yes|1)$/i.test(cell)) return true
    if (/^(false|no|0)$/i.test(cell)) return false
  }
  if (types.includes('array') || types.includes('object')) {
    try {
      return JSON.parse(cell)
    } catch {
      if (types.includes('array')) return cell.split(/\s*[,;]\s*/)
    }
  }
  return cell
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value)
}

function objectIn(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : {}
}
