import type { AppLogsView } from '../../logs-paths.ts'
import { DayFilter } from '../../table/DayFilter.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'

interface VisitFiltersProps {
  view: AppLogsView
  pages: readonly { page: string }[]
  onChange: (change: AppLogsView) => void
}

const ALL = ''

export function VisitFilters({ view, pages, onChange }: VisitFiltersProps) {
  const { page, user, from, to } = view
  const names = [...new Set([...pages.map((each) => each.page), ...(page === undefined ? [] : [page])])]
  const isFiltered = [page, user, from, to].some((value) => value !== undefined)
  return (
    <Toolbar label="Filter the visits">
      <Select
        label="Page"
        isLabelHidden
        options={[{ id: ALL, label: 'All pages' }, ...names.map((name) => ({ id: name, label: name }))]}
        value={page ?? ALL}
        onChange={(key) => onChange({ page: key === ALL ? undefined : String(key) })}
        className="w-full sm:w-56"
      />
      <DayFilter label="From" value={from} onChange={(day) => onChange({ from: day })} />
      <DayFilter label="To" value={to} onChange={(day) => onChange({ to: day })} />
      {isFiltered && (
        <Button
          look="quiet"
          onPress={() => onChange({ page: undefined, user: undefined, from: undefined, to: undefined })}
        >
          Clear filters
        </Button>
      )}
    </Toolbar>
  )
}
