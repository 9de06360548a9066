/** How the value of a field is edited: what kind of box it takes, and the way from value to text and back. */
import { type Json, type Property, typesOf } from '../../../entity-schema.ts'
import { words } from './words.ts'

/** The last three need room, so they open a dialog; the others are edited in their cell. */
export type EditorKind =
  | 'text'
  | 'number'
  | 'choice'
  | 'date'
  | 'date-time'
  | 'time'
  | 'long_text'
  | 'list'
  | 'json'

const ROOMY: ReadonlySet<EditorKind> = new Set(['long_text', 'list', 'json'])
export const needsRoom = (kind: EditorKind) => ROOMY.has(kind)

const LONG_FORMATS = ['textarea', 'multiline', 'markdown', 'html', 'rich-text', 'richtext', 'code']

/** By the one type a value may have; where several fit, only JSON can tell them apart. */
export function editorOf(property: Property, value?: unknown): EditorKind {
  const types = typesOf(property)?.filter((type) => type !== 'null') ?? []
  if (property.enum || (types.length === 1 && types[0] === 'boolean')) return 'choice'
  if (types.length !== 1) return 'json'
  // What a schema of earlier days let in is not lost by showing it as something else.
  if (value !== undefined && value !== null && !isOf(types[0] ?? 'null', value)) return 'json'
  switch (types[0]) {
    case 'number':
    case 'integer':
      return 'number'
    case 'array':
      return isTextList(property, value) ? 'list' : 'json'
    case 'object':
      return 'json'
    default:
      return textEditor(property, value)
  }
}

function textEditor({ format = '' }: Property, value: unknown): EditorKind {
  if (format === 'date' || format === 'time') return format
  if (format === 'date-time') return 'date-time'
  const isLong = LONG_FORMATS.includes(format) || (typeof value === 'string' && value.includes('\n'))
  return isLong ? 'long_text' : 'text'
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return typeof value === 'number'
  return typeof value === type
}

/** Texts can be written one a line, unless one of them holds a line break itself. */
function isTextList({ items }: Property, value: unknown): boolean {
  const holdsTexts = items !== undefined && typesOf(items)?.every((type) => type === 'string') === true
  const list = Array.isArray(value) ? value : []
  return holdsTexts && list.every((one) => typeof one === 'string' && one !== '' && !one.includes('\n'))
}

export interface Choice {
  id: string
  label: string
  value: Json
}

/** The values to choose from; the ids are their JSON, so that `"1"` and `1` stay apart. */
export function choicesOf(property: Property): Choice[] {
  const values: Json[] = property.enum ?? [true, false]
  const all = values.map((value) => ({ id: JSON.stringify(value), label: choiceLabel(value), value }))
  return all.some(({ value }) => value === null)
    ? all
    : [...all, { id: 'null', label: words.empty, value: null }]
}

function choiceLabel(value: Json): string {
  if (value === null) return words.empty
  if (typeof value === 'boolean') return value ? words.yes : words.no
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The text that stands in the editor for a value. */
export function textOfValue(kind: EditorKind, value: unknown): string {
  if (kind === 'choice') return JSON.stringify(value ?? null)
  if (value === undefined || value === null) return ''
  if (kind === 'list' && Array.isArray(value)) return value.join('\n')
  if (kind === 'json') return JSON.stringify(value, null, 2)
  if (kind === 'date-time' && typeof value === 'string') return localOf(value)
  return String(value)
}

/** The value a text stands for, or what is wrong with it; an empty text empties the field. */
export function valueOfText(
  kind: EditorKind,
  text: string,
  before?: unknown,
): { value: Json } | { fault: string } {
  if (kind === 'choice' || kind === 'json') {
    if (text.trim() === '') return { value: null }
    try {
      return { value: JSON.parse(text) }
    } catch {
      return { fault: words.thisIsNotJson }
    }
  }
  if (kind === 'list') {
    const lines = text.split('\n').map((line) => line.trim())
    return { value: lines.filter((line) => line !== '') }
  }
  if (text.trim() === '') return { value: null }
  if (kind === 'number') {
    const number = Number(text.trim().replace(/^\+/, ''))
    return Number.isFinite(number) ? { value: number } : { fault: words.thisIsNotANumber }
  }
  if (kind === 'date-time') return { value: stampOf(text, before) }
  return { value: text }
}

const ZONE = /(?:[zZ]|[+-]\d\d:?\d\d)$/

/** As a date and time box wants it: in the person's own zone, unless the value has none. */
function localOf(value: string): string {
  if (!ZONE.test(value)) return value.replace(' ', 'T').slice(0, 19)
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return value
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19)
}

/** A value without zone keeps none; every other is a moment in UTC. */
function stampOf(text: string, before: unknown): string {
  if (ZONE.test(text) || (typeof before === 'string' && !ZONE.test(before))) return text
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? text : date.toISOString()
}
