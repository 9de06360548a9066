import type { AppLogsView } from '../../logs-paths.ts'
import { ChoiceFilter } from '../../table/ChoiceFilter.tsx'
import { DayFilter } from '../../table/DayFilter.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { Button } from '../../ui/Button.tsx'
import { words } from './words.ts'

interface VisitFiltersProps {
  view: AppLogsView
  pages: readonly { page: string }[]
  onChange: (change: AppLogsView) => void
}

export function VisitFilters({ view, pages, onChange }: VisitFiltersProps) {
  const { page, user, from, to } = view
  const names = [...new Set([...pages.map((each) => each.page), ...(page === undefined ? [] : [page])])]
  const isFiltered = [page, user, from, to].some((value) => value !== undefined)
  return (
    <Toolbar label={words.filterTheVisits}>
      <ChoiceFilter
        label={words.page}
        every={words.allPages}
        options={names.map((name) => ({ id: name, label: name }))}
        value={page}
        onChange={(chosen) => onChange({ page: chosen })}
      />
      <DayFilter label={words.from} value={from} onChange={(day) => onChange({ from: day })} />
      <DayFilter label={words.to} value={to} onChange={(day) => onChange({ to: day })} />
      {isFiltered && (
        <Button
          look="quiet"
          onPress={() => onChange({ page: undefined, user: undefined, from: undefined, to: undefined })}
        >
          {words.clearFilters}
        </Button>
      )}
    </Toolbar>
  )
}
