/** Cells of a CSV as values, by what the schema declares. */
import { parseJson } from '../../../platform/http/body.ts'
import type { Json } from '../conditions/condition.ts'
import { type EntitySchema, isAutomatic, type Property, typesOf } from '../schemas/entity-schema.ts'
import { plainText } from './formulas.ts'

/** The field that a column fills; null for one that is passed over. */
export type Column = { name: string; property: Property } | null

export interface CsvHeader {
  columns: readonly Column[]
  faults: { field: string | null; message: string }[]
}

/** Columns that are unknown or there twice are passed over and reported; what is assigned automatically just so. */
export function readHeader(schema: EntitySchema, cells: readonly string[]): CsvHeader {
  const faults: CsvHeader['faults'] = []
  const seen = new Set<string>()
  const columns = cells.map((cell): Column => {
    const properties = schema.properties ?? {}
    const written = plainText(cell)
    const name = Object.hasOwn(properties, written) ? written : written.trim()
    if (isAutomatic(name)) return null
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!property || seen.has(name)) {
      const message = property ? 'The column is there twice' : 'There is no such field'
      faults.push({ field: name, message: `${message}; it is passed over` })
      return null
    }
    seen.add(name)
    return { name, property }
  })
  return { columns, faults }
}

/** An empty cell is no value. */
export function cellValues(columns: readonly Column[], cells: readonly string[]): Record<string, Json> {
  return Object.fromEntries(
    columns.flatMap((column, index) => {
      const cell = cells[index] ?? ''
      return column && cell !== '' ? [[column.name, cellValue(column.property, cell)]] : []
    }),
  )
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/
const TRUTHS = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
])

/** What cannot be read as the type stays text, for the check to tell. */
function cellValue(property: Property, cell: string): Json {
  const types = typesOf(property)
  const text = plainText(cell)
  const trimmed = text.trim()
  if (!types) return text
  const isNumber = types.includes('number') || types.includes('integer')
  if (isNumber && NUMBER.test(trimmed)) return Number(trimmed)
  const truth = TRUTHS.get(trimmed.toLowerCase())
  if (types.includes('boolean') && truth !== undefined) return truth
  const mayBeJson = types.includes('array') || types.includes('object')
  if (mayBeJson && /^[[{]/.test(trimmed)) return jsonOr(text)
  return text
}

function jsonOr(text: string): Json {
  try {
    return parseJson(text) as Json
  } catch {
    return text
  }
}
