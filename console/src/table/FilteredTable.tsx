import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { fill } from '../language/fill.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { Pager } from './Pager.tsx'
import { useCursorPages } from './use-cursor-pages.ts'
import { words } from './words.ts'

interface FilteredTableProps<Row extends { id: string }> extends Omit<DataTableProps<Row>, 'rows' | 'rowId'> {
  page: { items: readonly Row[]; next_cursor: string | null }
  /** What one of them is called, and what several are. */
  nouns: readonly [one: string, several: string]
  onClear: () => void
  /** Said when the filters leave none. */
  children: ReactNode
}

/** A page of a list below its filters; when they leave nothing, the way to clear them. */
export function FilteredTable<Row extends { id: string }>(props: FilteredTableProps<Row>) {
  const { page, nouns, onClear, children, ...table } = props
  const pages = useCursorPages(page.next_cursor)
  const [one, several] = nouns
  const count = page.items.length
  if (count === 0)
    return (
      <EmptyState
        icon={SearchX}
        title={fill(words.noSuchSeveral, { several })}
        action={<Button onPress={onClear}>{words.clearFilters}</Button>}
      >
        {children}
      </EmptyState>
    )
  return (
    <>
      <DataTable {...table} rows={page.items} rowId={({ id }) => id} />
      <Pager {...pages} count={count} noun={count === 1 ? one : several} />
    </>
  )
}
