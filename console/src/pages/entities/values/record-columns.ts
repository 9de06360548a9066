import { type EntitySchema, type Property, typesOf, valueAt } from '../../../entity-schema.ts'
import type { EntityRecord } from '../../../queries.ts'
import { type EditorKind, editorOf } from './field-editor.ts'

export interface RecordColumn {
  name: string
  /** What is declared; null for what every record has by itself. */
  property: Property | null
  /** In rem. */
  width: number
  isRight: boolean
  canSort: boolean
}

/** The declared fields in their order, then what every record has. */
export function recordColumns(schema: EntitySchema, hidesAuthorship: boolean): RecordColumn[] {
  const declared = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const kind = editorOf(property)
    return {
      name,
      property,
      width: WIDTHS[kind],
      isRight: kind === 'number',
      canSort: !typesOf(property)?.some((type) => type === 'array' || type === 'object'),
    }
  })
  const own = (name: string, width: number): RecordColumn => ({
    name,
    property: null,
    width,
    isRight: false,
    canSort: true,
  })
  return [
    ...declared,
    ...(hidesAuthorship ? [] : [own('created_by', 14)]),
    own('created_date', 9),
    own('updated_date', 9),
    own('id', 15),
  ]
}

const WIDTHS: Record<EditorKind, number> = {
  text: 12,
  number: 7.5,
  choice: 8.5,
  date: 8.5,
  'date-time': 12,
  time: 7,
  long_text: 15,
  list: 11,
  json: 13,
}

/** What a record is called: its first text. */
export function nameOf(row: EntityRecord, columns: readonly RecordColumn[]): string {
  const first = columns.find(({ property, name }) => {
    const value = property && valueAt(row, name)
    return typeof value === 'string' && value !== ''
  })
  return first ? String(row[first.name]).slice(0, 60) : row.id
}
