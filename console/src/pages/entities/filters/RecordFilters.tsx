import type { EntitySchema } from '../../../entity-schema.ts'
import type { RecordsView } from '../../../paths.ts'
import { FilterChips } from '../../../table/FilterChips.tsx'
import { explainCondition } from '../../entity-schemas/explain-rule.ts'
import { FilterBuilder } from './FilterBuilder.tsx'
import { filterOf, rowsOf, rowWords } from './filter-rows.ts'
import { filterIn } from './records-view.ts'
import { words } from './words.ts'

interface RecordFiltersProps {
  schema: EntitySchema
  view: RecordsView
  show: (change: RecordsView) => void
  isOpen: boolean
  onClose: () => void
}

/** The filter in words, and the place to change it. */
export function RecordFilters({ schema, view, show, isOpen, onClose }: RecordFiltersProps) {
  const properties = schema.properties ?? {}
  const filter = filterIn(view.q)
  const rows = filter && rowsOf(filter, properties)
  const apply = (next: object | null) => show({ q: next ? JSON.stringify(next) : undefined })
  const chips = rows
    ? rows.rows.map((row, place) => ({
        id: String(place),
        label: rowWords(row, properties),
        onRemove: () =>
          apply(filterOf({ ...rows, rows: rows.rows.filter((_, other) => other !== place) }, properties)),
      }))
    : view.q
      ? [{ id: 'json', label: filter ? shortWords(filter, schema) : view.q, onRemove: () => apply(null) }]
      : []
  return (
    <div>
      {isOpen && (
        <FilterBuilder
          // What the address says is what is edited.
          key={view.q ?? ''}
          properties={properties}
          q={view.q}
          onApply={apply}
          onClose={onClose}
        />
      )}
      {rows?.match === 'any' && rows.rows.length > 1 && (
        <p className="px-5 pb-2 text-sm text-ink-3 sm:px-8">{words.anyOfTheseHolds}</p>
      )}
      <FilterChips chips={chips} onClear={() => apply(null)} />
    </div>
  )
}

const LONGEST = 120

/** A filter names fields as they are; rules write `data.` before them. */
function shortWords(filter: Parameters<typeof explainCondition>[0], schema: EntitySchema): string {
  const text = explainCondition(filter, schema.properties ?? {})
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
