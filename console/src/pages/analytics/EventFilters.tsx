import { fill } from '../../language/fill.ts'
import type { EventsView } from '../../paths.ts'
import { ChoiceFilter } from '../../table/ChoiceFilter.tsx'
import { FilterField } from '../../table/FilterField.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { Select } from '../../ui/Select.tsx'
import { formatCount, MEASURES, measureOf, needsProperty, SPANS, spanOf } from './event-view.ts'
import { words } from './words.ts'

interface EventFiltersProps {
  names: readonly { event_name: string; count: number }[]
  view: EventsView
  onChange: (change: EventsView) => void
}

/** Which events, in which time, and what is counted of them. */
export function EventFilters({ names, view, onChange }: EventFiltersProps) {
  const measure = measureOf(view.measure)
  const events = names.map(({ event_name, count }) => ({
    id: event_name,
    label: event_name,
    description: fill(words.countIn60Days, { count: formatCount(count) }),
  }))
  return (
    <Toolbar label={words.chooseEvents}>
      <ChoiceFilter
        label={words.event}
        every={words.allEvents}
        options={events}
        value={view.event}
        onChange={(event) => onChange({ event })}
        className="w-full sm:w-60"
      />
      <Select
        label={words.time}
        isLabelHidden
        options={SPANS}
        value={spanOf(view.days)}
        onChange={(key) => onChange({ days: String(key) })}
        className="w-full sm:w-44"
      />
      <Select
        label={words.measure}
        isLabelHidden
        options={MEASURES}
        value={measure}
        onChange={(key) => onChange({ measure: String(key) })}
        className="w-full sm:w-60"
      />
      {needsProperty(measure) && (
        <FilterField
          label={words.property}
          placeholder={words.propertySuchAsTotal}
          value={view.property ?? ''}
          onChange={(property) => onChange({ property: property || undefined })}
          className="w-full sm:w-52"
        />
      )}
    </Toolbar>
  )
}
