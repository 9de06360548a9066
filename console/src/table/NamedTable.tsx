import { SearchX } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { fill, fillWith } from '../language/fill.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { NameFilter } from './NameFilter.tsx'
import { words } from './words.ts'

interface NamedTableProps<Row extends object> extends DataTableProps<Row> {
  /** What the list holds, in the plural. */
  what: string
}

/** A list that is whole in the browser, narrowed there to the names that hold what is typed; the address keeps it. */
export function NamedTable<Row extends object>({ what, rows, ...table }: NamedTableProps<Row>) {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const wanted = search.toLowerCase()
  const shown = rows.filter((row) => table.rowName(row).toLowerCase().includes(wanted))
  const look = (text: string | undefined) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (text) next.set('search', text)
        else next.delete('search')
        return next
      },
      // Typing makes many addresses; the way back skips them.
      { replace: true },
    )
  return (
    <>
      <div className="pt-4">
        <NameFilter what={what} value={search} onChange={look} />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={fill(words.noSuchWhat, { what })}
          action={<Button onPress={() => look(undefined)}>{words.clearFilters}</Button>}
        >
          {fillWith(words.noNameContainsSearch, { search })}
        </EmptyState>
      ) : (
        <DataTable {...table} rows={shown} />
      )}
    </>
  )
}
