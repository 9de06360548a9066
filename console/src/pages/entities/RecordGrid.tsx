/** Records as a grid: arrows move, Enter or typing edits, and every refusal stands at its cell. */
import { type KeyboardEvent, useRef, useState } from 'react'
import { valueAt } from '../../entity-schema.ts'
import type { EntityRecord } from '../../queries.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EditInDialog } from './EditInDialog.tsx'
import { editorOf, needsRoom, textOfValue } from './field-editor.ts'
import { GridCell } from './GridCell.tsx'
import { GridHeader } from './GridHeader.tsx'
import type { RecordColumn } from './record-columns.ts'
import type { RecordEdits } from './use-record-edits.ts'

interface RecordGridProps {
  label: string
  columns: readonly RecordColumn[]
  rows: readonly EntityRecord[]
  sort: { value: string; onChange: (sort: string) => void }
  selection: { value: ReadonlySet<string>; onChange: (ids: ReadonlySet<string>) => void }
  edits: RecordEdits
  /** Marks the grid: what is done here is not bound by rules. */
  isPastRules: boolean
  /** Rows that somebody changed just now. */
  changed: ReadonlySet<string>
  rowMenu: (row: EntityRecord) => React.ReactNode
}

export interface Place {
  row: number
  column: number
}

/** It stays in sight, with its lines, while the rows scroll below. */
const HEADER = 'sticky top-0 z-2 shadow-[inset_0_1px_0_var(--color-line),inset_0_-1px_0_var(--color-line)]'

const CHECKBOX_WIDTH = 3
const MENU_WIDTH = 3.5

export function RecordGrid(props: RecordGridProps) {
  const { label, columns, rows, sort, selection, edits, isPastRules, changed, rowMenu } = props
  const [active, setActive] = useState<Place>({ row: 0, column: 0 })
  const [editing, setEditing] = useState<(Place & { text: string }) | null>(null)
  const table = useRef<HTMLTableElement>(null)
  // Rows come and go; the place that holds the focus must be there.
  const at = {
    row: Math.min(active.row, Math.max(rows.length - 1, 0)),
    column: Math.min(active.column, columns.length - 1),
  }

  const focus = (place: Place) => {
    setActive(place)
    const cell = table.current?.querySelector<HTMLElement>(`[data-place="${place.row} ${place.column}"]`)
    cell?.focus()
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  /** `typed` replaces what is there, as in any sheet. */
  const edit = (place: Place, typed?: string) => {
    const column = columns[place.column]
    const row = rows[place.row]
    if (!column?.property || !row) return
    const value = row[column.name]
    const kind = editorOf(column.property, value)
    const refused = edits.faultAt(row.id, column.name)?.text
    setActive(place)
    setEditing({ ...place, text: typed ?? refused ?? textOfValue(kind, value) })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key]
    const row = rows[at.row]
    const column = columns[at.column]
    if (event.target !== event.currentTarget && !isCell(event.target)) return
    if (move) {
      event.preventDefault()
      const isFar = event.ctrlKey || event.metaKey
      focus(within(move(at, isFar, { row: rows.length - 1, column: columns.length - 1 }), rows, columns))
    } else if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault()
      edit(at)
    } else if (event.key === 'Escape' && row && column) {
      edits.setFault(row.id, column.name, null)
    } else if (isTyping(event) && column?.property) {
      const kind = editorOf(column.property, row?.[column.name])
      if (kind !== 'text' && kind !== 'number') return
      event.preventDefault()
      edit(at, event.key)
    }
  }

  const look = isPastRules ? 'bg-caution-soft' : 'bg-sunken'
  const isAllSelected = rows.length > 0 && rows.every(({ id }) => selection.value.has(id))
  const isSomeSelected = rows.some(({ id }) => selection.value.has(id))
  const width = columns.reduce((sum, column) => sum + column.width, CHECKBOX_WIDTH + MENU_WIDTH)
  const opened = editing && columns[editing.column]
  const openedRow = editing && rows[editing.row]
  const openedKind = opened?.property && editorOf(opened.property, openedRow?.[opened.name])

  return (
    // Positioned, so that what is only for screen readers scrolls along instead of widening the page.
    <div className="relative overflow-auto lg:max-h-[calc(100dvh-5.5rem)]">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table can be a grid.
        role="grid"
        aria-label={label}
        onKeyDown={onKeyDown}
        style={{ minWidth: `${width}rem` }}
        className="w-full table-fixed border-collapse text-left"
      >
        <colgroup>
          <col style={{ width: `${CHECKBOX_WIDTH}rem` }} />
          {columns.map((column) => (
            <col key={column.name} style={{ width: `${column.width}rem` }} />
          ))}
          <col style={{ width: `${MENU_WIDTH}rem` }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className={classNames(HEADER, look, 'left-0 z-3 py-2 pl-4')}>
              <Checkbox
                aria-label="Select all on this page"
                isSelected={isAllSelected}
                isIndeterminate={isSomeSelected && !isAllSelected}
                onChange={(isOn) => selection.onChange(new Set(isOn ? rows.map(({ id }) => id) : []))}
              />
            </th>
            {columns.map((column) => (
              <GridHeader
                key={column.name}
                column={column}
                sort={sort}
                isFirst={column === columns[0]}
                className={classNames(HEADER, look)}
              />
            ))}
            <th scope="col" className={classNames(HEADER, look, 'py-2 pr-4')}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowPlace) => {
            const isSelected = selection.value.has(row.id)
            return (
              <tr
                key={row.id}
                aria-selected={isSelected}
                className={classNames(
                  'group/row border-b border-line',
                  isSelected && 'bg-accent-soft/50',
                  changed.has(row.id) && 'animate-flash motion-reduce:bg-accent-soft',
                )}
              >
                <td
                  className={classNames(
                    'sticky left-0 z-1 py-1.5 pl-4',
                    isSelected ? 'bg-accent-soft' : 'bg-surface',
                  )}
                >
                  <Checkbox
                    aria-label={`Select ${nameOf(row, columns)}`}
                    isSelected={isSelected}
                    onChange={(isOn) => selection.onChange(toggled(selection.value, row.id, isOn))}
                  />
                </td>
                {columns.map((column, place) => (
                  <GridCell
                    key={column.name}
                    row={row}
                    column={column}
                    place={{ row: rowPlace, column: place }}
                    isActive={at.row === rowPlace && at.column === place}
                    isSelected={isSelected}
                    editing={
                      editing?.row === rowPlace && editing.column === place && !needsRoom(kindOf(column, row))
                        ? editing.text
                        : null
                    }
                    fault={edits.faultAt(row.id, column.name)}
                    onFocus={() => setActive({ row: rowPlace, column: place })}
                    onEdit={() => edit({ row: rowPlace, column: place })}
                    onLeave={(change, leave) => {
                      setEditing(null)
                      if (change && 'value' in change)
                        edits.save({ id: row.id, field: column.name, ...change })
                      else if (change)
                        edits.setFault(row.id, column.name, { message: change.fault, text: change.text })
                      if (leave === 'stay') focus({ row: rowPlace, column: place })
                      if (leave === 'next' || leave === 'previous') {
                        const next = place + (leave === 'next' ? 1 : -1)
                        const isThere = columns[next] !== undefined
                        focus({ row: rowPlace, column: isThere ? next : place })
                        const nextColumn = columns[next]
                        if (nextColumn?.property && !needsRoom(kindOf(nextColumn, row)))
                          edit({ row: rowPlace, column: next })
                      }
                    }}
                  />
                ))}
                <td className="py-1 pr-3 text-right">{rowMenu(row)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {editing && opened && openedRow && openedKind && needsRoom(openedKind) && (
        <EditInDialog
          id={openedRow.id}
          field={opened.name}
          kind={openedKind}
          text={editing.text}
          refusal={edits.faultAt(openedRow.id, opened.name)?.message}
          onSave={edits.save}
          onClose={() => {
            setEditing(null)
            focus(editing)
          }}
        />
      )}
    </div>
  )
}

const kindOf = ({ property, name }: RecordColumn, row: EntityRecord) =>
  editorOf(property ?? {}, valueAt(row, name))

/** What a record is called: its first text. */
export function nameOf(row: EntityRecord, columns: readonly RecordColumn[]): string {
  const first = columns.find(({ property, name }) => {
    const value = property && valueAt(row, name)
    return typeof value === 'string' && value !== ''
  })
  return first ? String(row[first.name]).slice(0, 60) : row.id
}

function toggled(ids: ReadonlySet<string>, id: string, isOn: boolean): ReadonlySet<string> {
  const others = new Set(ids)
  if (isOn) others.add(id)
  else others.delete(id)
  return others
}

type Move = (from: Place, isFar: boolean, last: Place) => Place

const MOVES: Record<string, Move> = {
  ArrowUp: ({ row, column }, isFar) => ({ row: isFar ? 0 : row - 1, column }),
  ArrowDown: ({ row, column }, isFar, last) => ({ row: isFar ? last.row : row + 1, column }),
  ArrowLeft: ({ row, column }, isFar) => ({ row, column: isFar ? 0 : column - 1 }),
  ArrowRight: ({ row, column }, isFar, last) => ({ row, column: isFar ? last.column : column + 1 }),
  Home: ({ row }, isFar) => ({ row: isFar ? 0 : row, column: 0 }),
  End: ({ row }, isFar, last) => ({ row: isFar ? last.row : row, column: last.column }),
}

function within({ row, column }: Place, rows: readonly unknown[], columns: readonly unknown[]): Place {
  const inside = (place: number, length: number) => Math.max(0, Math.min(place, length - 1))
  return { row: inside(row, rows.length), column: inside(column, columns.length) }
}

const isTyping = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

const isCell = (target: EventTarget) => target instanceof HTMLElement && 'place' in target.dataset
