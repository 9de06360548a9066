/**
 * Whether a value may be wider than its cell. Each cell that cuts its text is a step of its own for the browser in every
 * frame of a scroll, so that only those cut it which have to.
 */
import { MOST_SHOWN } from '../values/CellValue.tsx'
import type { RecordColumn } from '../values/record-columns.ts'
import { entityOf } from '../values/relation.ts'

/** On both sides, and the size of the letters, in rem. */
const PADDING = 1.5
const EM = 0.875
/** Around a chip and up to the next one, in em. */
const OF_CHIP = 1.2
const LONGEST = 100
/** The widest text that a moment is written as. */
const MOMENTS: Record<string, string> = { date: 'Nov 28, 2026', 'date-time': 'Nov 28, 2026, 12:00 AM' }
const HOW_LONG_AGO = '59 minutes ago'
/** What is said of entries that are not shown. */
const MORE = '+99'
const HOW_MANY = '99 entries'

export function mayNotFit(value: unknown, { name, property, width }: RecordColumn): boolean {
  if (value === undefined || value === null || typeof value === 'boolean') return false
  if (entityOf(property)) return true
  const room = (width - PADDING) / EM
  if (Array.isArray(value)) return widthOfChips(value) > room
  if (typeof value === 'object') return true
  return widthOf(textOf(value, property, name)) + (property?.enum ? OF_CHIP : 0) > room
}

function widthOfChips(values: readonly unknown[]): number {
  if (values.some((one) => typeof one === 'object')) return widthOf(HOW_MANY)
  const shown = values.slice(0, MOST_SHOWN).map(String)
  return shown.reduce((sum, text) => sum + widthOf(text) + OF_CHIP, widthOf(MORE))
}

function textOf(value: unknown, property: RecordColumn['property'], name: string): string {
  if (typeof value === 'number') return String(value).replaceAll(/\d{3}/g, '$&,')
  if (!property) return name.endsWith('_date') ? HOW_LONG_AGO : String(value)
  return MOMENTS[property.format ?? ''] ?? String(value)
}

const SLIM = " .,:;'|!()[]-/ijltfr"
const BROAD = /[^\x20-\x7e]|[A-Z@%&#<>=+~mw]/

/** In em. Letters are taken for as wide as they are in any usual font, rather too wide than too slim. */
function widthOf(text: string): number {
  // What is longer is too long for every column.
  let width = text.length > LONGEST ? LONGEST : 0
  for (const letter of text.slice(0, LONGEST))
    width += SLIM.includes(letter) ? 0.4 : BROAD.test(letter) ? 1.05 : 0.64
  return width
}
