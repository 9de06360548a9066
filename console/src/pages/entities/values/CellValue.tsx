import { isObject, type Json, type Property } from '../../../entity-schema.ts'
import { fill } from '../../../language/fill.ts'
import { Chip } from '../../../ui/Chip.tsx'
import { Time } from '../../../ui/Time.tsx'
import { words } from './words.ts'

interface CellValueProps {
  name: string
  /** Null for what every record has by itself. */
  property: Property | null
  value: unknown
}

/** A value as it reads best in a row. */
export function CellValue({ name, property, value }: CellValueProps) {
  if (value === undefined || value === null) return <Empty />
  if (!property) return <OwnValue name={name} value={value} />
  if (property.enum && typeof value !== 'object') {
    const place = property.enum.indexOf(value as Json)
    if (place >= 0)
      return <Chip hue={place}>{typeof value === 'boolean' ? yesNo(value) : String(value)}</Chip>
  }
  if (typeof value === 'boolean') return <YesNo value={value} />
  if (typeof value === 'number') return <span className="tabular-nums">{NUMBER.format(value)}</span>
  if (Array.isArray(value)) return <List values={value} />
  if (isObject(value)) return <Short value={value} />
  return <Text text={String(value)} format={property.format} />
}

function Empty() {
  return (
    <span className="text-ink-3">
      <span aria-hidden>–</span>
      <span className="sr-only">{words.empty}</span>
    </span>
  )
}

function OwnValue({ name, value }: { name: string; value: unknown }) {
  if (name.endsWith('_date')) return <Time at={String(value)} />
  if (name === 'id') return <span className="font-mono text-xs text-ink-3">{String(value)}</span>
  return <span className="text-ink-2">{String(value)}</span>
}

const yesNo = (value: boolean) => (value ? words.yes : words.no)

function YesNo({ value }: { value: boolean }) {
  return value ? (
    <>
      <span aria-hidden className="text-accent">
        ✓{' '}
      </span>
      {words.yes}
    </>
  ) : (
    <span className="text-ink-3">– {words.no}</span>
  )
}

/** Of a list. */
export const MOST_SHOWN = 2

function List({ values }: { values: readonly unknown[] }) {
  if (values.length === 0) return <span className="text-ink-3">{words.noEntries}</span>
  if (values.some((one) => typeof one === 'object' && one !== null))
    return (
      <span className="text-ink-2">
        {values.length === 1 ? '1 entry' : fill(words.countEntries, { count: values.length })}
      </span>
    )
  const left = values.length - MOST_SHOWN
  return (
    <span className="inline-flex max-w-full gap-1">
      {values.slice(0, MOST_SHOWN).map((one, place) => (
        // Two entries of a list may be alike; their place is all that tells them apart.
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no other identity.
        <Chip key={place}>{String(one)}</Chip>
      ))}
      {left > 0 && <span className="text-sm text-ink-3">+{left}</span>}
    </span>
  )
}

function Short({ value }: { value: { [key: string]: unknown } }) {
  const pairs = Object.entries(value).map(([key, one]) =>
    typeof one === 'object' && one !== null ? `${key}: …` : `${key}: ${String(one)}`,
  )
  return <span className="text-ink-2">{pairs.length > 0 ? pairs.join(', ') : words.noFields}</span>
}

function Text({ text, format }: { text: string; format: string | undefined }) {
  if (text === '') return <span className="text-ink-3">{words.emptyText}</span>
  const date = format === 'date' ? dayOf(text) : format === 'date-time' ? momentOf(text) : null
  if (date) return <time dateTime={text}>{date}</time>
  return <>{text}</>
}

/** A day has no zone: it is shown as it is written, wherever one is. */
function dayOf(text: string) {
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? null : DAY.format(date)
}

function momentOf(text: string) {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? null : MOMENT.format(date)
}

const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 20 })
const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })
const MOMENT = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
