/** The table of every list page. Rows come ordered and paged from the API; here they are only shown. */
import {
  type ColumnDef,
  type Header,
  type RowSelectionState,
  type Row as TableRow,
  useTable,
} from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { fill } from '../language/fill.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { classNames } from '../ui/class-names.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { features } from './data-table-features.ts'
import { words } from './words.ts'

export interface DataTableProps<Row extends object> {
  label: string
  // biome-ignore lint/suspicious/noExplicitAny: a list of columns mixes the types of their values.
  columns: readonly ColumnDef<typeof features, Row, any>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** What to call a row in the labels of its checkbox and expander. */
  rowName: (row: Row) => string
  /** As in the address: `name` or `-name`. */
  sort?: { value: string; onChange: (sort: string) => void }
  selection?: { value: RowSelectionState; onChange: (selection: RowSelectionState) => void }
  /** What a row shows when it is opened. */
  detail?: (row: Row) => ReactNode
  /** The id of the row that is open at first. */
  opened?: string | undefined
}

const EDGE = 'first:ps-5 last:pe-5 sm:first:ps-8 sm:last:pe-8'

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, rowName, sort, selection, detail, opened } = props
  const table = useTable({
    features,
    columns: columns as ColumnDef<typeof features, Row>[],
    data: rows,
    getRowId: rowId,
    getRowCanExpand: () => detail !== undefined,
    // What is read again leaves the rows open that are being read.
    autoResetExpanded: false,
    initialState: { expanded: opened === undefined ? {} : { [opened]: true } },
    ...(selection && {
      state: { rowSelection: selection.value },
      onRowSelectionChange: (change) =>
        selection.onChange(typeof change === 'function' ? change(selection.value) : change),
    }),
  })

  // Rows of other pages may be selected too; the box is about this one.
  const onPage = rows.filter((row) => selection?.value[rowId(row)])

  return (
    // Columns show by the width of the list, not of the window: a pane may stand next to it.
    <div className="@container">
      <table
        aria-label={label}
        // A detail spans columns that small screens hide; in a fixed layout those would still take room.
        className={classNames('w-full border-collapse text-start', detail ? 'table-auto' : 'table-fixed')}
      >
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} className="border-b border-line">
              {selection && (
                <th scope="col" className={classNames('w-13 py-2 pe-3 sm:w-16', EDGE)}>
                  <Checkbox
                    aria-label={words.selectAllOnThis}
                    isSelected={onPage.length > 0 && onPage.length === rows.length}
                    isIndeterminate={onPage.length > 0 && onPage.length < rows.length}
                    onChange={(isOn) => table.toggleAllRowsSelected(isOn)}
                  />
                </th>
              )}
              {detail && (
                <th scope="col" className={classNames('w-13 py-2 sm:w-16', EDGE)}>
                  <span className="sr-only">{words.details}</span>
                </th>
              )}
              {group.headers.map((header) => (
                <HeaderCell key={header.id} header={header} sort={sort}>
                  <table.FlexRender header={header} />
                </HeaderCell>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <Fragment key={row.id}>
              <tr
                className={classNames(
                  'border-b border-line transition-look last:border-b-0 hover:bg-sunken',
                  row.getIsSelected() && 'bg-accent-soft/50 hover:bg-accent-soft/70',
                )}
              >
                {selection && (
                  <td className={classNames('py-2 pe-3', EDGE)}>
                    <Checkbox
                      aria-label={fill(words.selectOriginal, { original: rowName(row.original) })}
                      isSelected={row.getIsSelected()}
                      onChange={(isOn) => row.toggleSelected(isOn)}
                    />
                  </td>
                )}
                {detail && (
                  <td className={classNames('py-1.5 pe-2', EDGE)}>
                    <Expander row={row} name={rowName(row.original)} />
                  </td>
                )}
                {row.getAllCells().map((cell) => {
                  const { className, isRowHeader } = cell.column.columnDef.meta ?? {}
                  const Cell = isRowHeader ? 'th' : 'td'
                  return (
                    <Cell
                      key={cell.id}
                      {...(isRowHeader ? { scope: 'row' } : {})}
                      className={classNames('truncate py-2 pe-4 font-normal', EDGE, className)}
                    >
                      <table.FlexRender cell={cell} />
                    </Cell>
                  )
                })}
              </tr>
              {detail && row.getIsExpanded() && (
                <tr id={detailId(row.id)} className="border-b border-line bg-sunken">
                  <td colSpan={columns.length + 1 + (selection ? 1 : 0)} className="px-5 py-4 sm:px-8">
                    {detail(row.original)}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface HeaderCellProps<Row extends object> {
  header: Header<typeof features, Row>
  sort: DataTableProps<Row>['sort']
  children: ReactNode
}

function HeaderCell<Row extends object>({ header, sort, children }: HeaderCellProps<Row>) {
  const { className, sortBy, isHeaderHidden } = header.column.columnDef.meta ?? {}
  const look = classNames('py-2 pe-4 text-xs font-medium whitespace-nowrap text-ink-3', EDGE, className)
  if (!sort || !sortBy) {
    return (
      <th scope="col" className={look}>
        {isHeaderHidden ? <span className="sr-only">{children}</span> : children}
      </th>
    )
  }

  const isAscending = sort.value === sortBy
  const isDescending = sort.value === `-${sortBy}`
  const Arrow = isDescending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isAscending ? 'ascending' : isDescending ? 'descending' : 'none'}
      className={look}
    >
      <button
        type="button"
        onClick={() => sort.onChange(isAscending ? `-${sortBy}` : sortBy)}
        className="group -mx-1.5 inline-flex items-center gap-1 rounded-sm px-1.5 py-0.5 hover:bg-hover hover:text-ink"
      >
        {children}
        <Arrow
          aria-hidden
          className={classNames(
            'size-3',
            isAscending || isDescending ? 'text-accent' : 'opacity-0 group-hover:opacity-60',
          )}
        />
      </button>
    </th>
  )
}

function Expander<Row extends object>({ row, name }: { row: TableRow<typeof features, Row>; name: string }) {
  const isOpen = row.getIsExpanded()
  return (
    <IconButton
      size="sm"
      icon={ChevronRight}
      label={isOpen ? fill(words.hideDetailsOfName, { name }) : fill(words.showDetailsOfName, { name })}
      aria-expanded={isOpen}
      {...(isOpen ? { 'aria-controls': detailId(row.id) } : {})}
      onPress={() => row.toggleExpanded()}
      className={classNames('transition-transform', isOpen && 'rotate-90')}
    />
  )
}

const detailId = (rowId: string) => `detail-${rowId}`
