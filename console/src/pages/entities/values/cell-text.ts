/** The value of a field as a cell of a spreadsheet, and back: texts that people and other programs write. */
import { type Json, type Property, typesOf } from '../../../entity-schema.ts'
import { fill } from '../../../language/fill.ts'
import { guarded } from '../../../table/formulas.ts'
import { choicesOf, type EditorKind, editorOf, valueOfText } from './field-editor.ts'
import { faultOf } from './value-fault.ts'
import { words } from './words.ts'

export function cellText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value !== 'object') return String(value)
  const isLines =
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one) => typeof one === 'string' && one !== '' && !one.includes('\n') && !one.startsWith('['))
  return isLines ? value.join('\n') : JSON.stringify(value)
}

/** Records hold what anonymous callers typed, which must not run as a formula in a spreadsheet. */
export function guardedText(value: unknown): string {
  const text = cellText(value)
  return typeof value === 'number' ? text : guarded(text)
}

export type Meant = { value: Json } | { fault: string }

/** What a cell of a spreadsheet means for a field, held against all that the schema says about a single value. */
export function valueOfCell(property: Property, text: string, isRequired: boolean): Meant {
  const kind = editorOf(property)
  const meant = text.trim() === '' ? { value: null } : READERS[kind](text.trim(), property, text)
  if ('fault' in meant) return meant
  const fault = faultOf(property, meant.value, isRequired)
  return fault === null ? meant : { fault }
}

type Reader = (trimmed: string, property: Property, text: string) => Meant

const READERS: Record<EditorKind, Reader> = {
  text: (_, __, text) => ({ value: text }),
  long_text: (_, __, text) => ({ value: text }),
  number: (text) => {
    const number = numberOf(text)
    return number === null ? { fault: words.thisIsNotANumber } : { value: number }
  },
  choice: (text, property) => choiceOf(text, property),
  date: (text) => dayOf(text),
  time: (text) => (/^\d{1,2}:\d\d/.test(text) ? { value: text } : { fault: words.useATimeSuch }),
  'date-time': (text) => momentOf(text),
  list: (text) => (text.startsWith('[') ? valueOfText('json', text) : valueOfText('list', text)),
  json: (text, property) => {
    const read = valueOfText('json', text)
    // Where a text is allowed as well, what is no JSON is one.
    const takesText = typesOf(property)?.includes('string') ?? true
    return 'fault' in read && takesText ? { value: text } : read
  },
}

const THOUSANDS = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const DECIMAL_COMMA = /^[+-]?(?:\d{1,3}(?:\.\d{3})+|\d+),\d+$/

/** `1,234` is a thousand and more; `12,5` and `1.234,5` can only have a decimal comma. */
function numberOf(text: string): number | null {
  const bare = text.replaceAll(/[\s\u00A0\u202F'’]/g, '')
  if (bare === '' || !/\d/.test(bare)) return null
  const plain = THOUSANDS.test(bare)
    ? bare.replaceAll(',', '')
    : DECIMAL_COMMA.test(bare)
      ? bare.replaceAll('.', '').replace(',', '.')
      : bare
  const number = Number(plain.replace(/^\+/, ''))
  return Number.isFinite(number) ? number : null
}

const YES = ['true', 'yes', '1', 'x', '✓']
const NO = ['false', 'no', '0']

function choiceOf(text: string, property: Property): Meant {
  const wanted = text.toLowerCase()
  const choices = choicesOf(property)
  const exact = choices.find(({ value }) => cellText(value) === text)
  const found = exact ?? choices.find(({ label }) => label.toLowerCase() === wanted)
  if (found) return { value: found.value }
  const meant = YES.includes(wanted) ? true : NO.includes(wanted) ? false : null
  const truth = choices.find(({ value }) => value === meant && meant !== null)
  if (truth) return { value: truth.value }
  const names = choices.filter(({ value }) => value !== null).map(({ label }) => label)
  return {
    fault: fill(words.thisIsNoneOf, {
      names: names.slice(0, 6).join(', '),
      more: names.length > 6 ? ' …' : '',
    }),
  }
}

const DAY_FAULT = words.useADateSuch

/** Only what can be read in one way: 03/04/2026 is in March here and in April there. */
function dayOf(text: string): Meant {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]00:00(?::00)?)?$/.exec(text) ?? []
  const [, lastDay, lastMonth, lastYear] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  const parts = [year ?? lastYear, month ?? lastMonth, day ?? lastDay]
  if (parts.some((part) => part === undefined)) return { fault: DAY_FAULT }
  const value = parts.map((part) => part?.padStart(2, '0')).join('-')
  const date = new Date(`${value}T00:00:00Z`)
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
  return isDay ? { value } : { fault: DAY_FAULT }
}

function momentOf(text: string): Meant {
  const isMoment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) && !Number.isNaN(new Date(text).getTime())
  if (isMoment) return valueOfText('date-time', text.replace(' ', 'T'))
  const day = dayOf(text)
  return 'value' in day ? valueOfText('date-time', `${day.value}T00:00:00`) : { fault: words.useADateAnd }
}
