import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { analyticsQueries } from '../../analytics-queries.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import type { EventsView } from '../../paths.ts'
import { FilterField } from '../../table/FilterField.tsx'
import { Select } from '../../ui/Select.tsx'
import { formatCount, measured, measureOf, needsProperty } from './event-view.ts'
import { words } from './words.ts'

const FIELDS = [
  { id: 'event_name', label: words.event },
  { id: 'page_url', label: words.page },
  { id: 'user_id', label: words.user },
  { id: 'session_id', label: words.visit },
  { id: 'property', label: 'A property' },
]
const PROPERTY = 'properties.'

interface EventGroupsProps {
  view: EventsView
  onChange: (change: EventsView) => void
}

/** The measure distinguished by a field: the values with the most events, and the rest together. */
export function EventGroups({ view, onChange }: EventGroupsProps) {
  const by = view.by ?? 'event_name'
  const isProperty = by.startsWith(PROPERTY)
  return (
    <section aria-labelledby="groups">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h3 id="groups" className="font-semibold">
          {words.byValue}
        </h3>
        <div className="flex w-full flex-wrap gap-3 sm:w-auto">
          <Select
            label={words.reportedApartBy}
            isLabelHidden
            options={FIELDS}
            value={isProperty ? 'property' : by}
            onChange={(key) => onChange({ by: key === 'property' ? PROPERTY : String(key) })}
            className="w-full sm:w-40"
          />
          {isProperty && (
            <FilterField
              label={words.propertyToTellApart}
              placeholder={words.propertySuchAsPlan}
              value={by.slice(PROPERTY.length)}
              onChange={(name) => onChange({ by: `${PROPERTY}${name}` })}
              className="w-full sm:w-48"
            />
          )}
        </div>
      </div>
      {by !== PROPERTY && <Groups view={view} by={by} />}
    </section>
  )
}

function Groups({ view, by }: { view: EventsView; by: string }) {
  const { app_id = '' } = useParams()
  const measure = measureOf(view.measure)
  const groups = useQuery({
    ...analyticsQueries.groups(app_id, view, by),
    placeholderData: (before) => before,
    enabled: !needsProperty(measure) || Boolean(view.property),
  })
  if (groups.error) {
    return (
      <PartFailure
        error={groups.error}
        onRetry={() => void groups.refetch()}
        isRetrying={groups.isFetching}
      />
    )
  }
  if (!groups.data) return null
  if (groups.data.length === 0) return <p className="text-ink-2">{words.nothingHappenedInThis}</p>
  const rows = groups.data.map((row) => ({ ...row, value: measured(row, measure) }))
  const most = Math.max(...rows.map(({ value }) => value), 1)
  return (
    <ul className={groups.isPlaceholderData ? 'opacity-60' : ''}>
      {rows.map(({ group, is_other, value }) => (
        <li
          key={`${is_other} ${group}`}
          className="relative flex justify-between gap-4 rounded-md px-3 py-1.5"
        >
          <span
            aria-hidden
            className="absolute inset-y-0.5 inset-s-0 rounded-md bg-accent-soft/70"
            style={{ width: `${(value / most) * 100}%` }}
          />
          <span className="relative truncate">
            {is_other ? words.allOthers : (group ?? <span className="text-ink-3">{words.none}</span>)}
          </span>
          <span className="relative tabular-nums">{formatCount(value)}</span>
        </li>
      ))}
    </ul>
  )
}
