/** Records as a grid: arrows move, Enter or typing edits, and every refusal stands at its cell. */
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { valueAt } from '../../entity-schema.ts'
import type { EntityRecord } from '../../queries.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EditInDialog } from './EditInDialog.tsx'
import { type HeldEdit, withEdits } from './edit-queue.ts'
import { editorOf, needsRoom, textOfValue } from './field-editor.ts'
import { GridCell } from './GridCell.tsx'
import { GridHeader } from './GridHeader.tsx'
import { type Cell, cellAt, MOVES, type Place, placeOf, within } from './grid-place.ts'
import type { RecordColumn } from './record-columns.ts'
import { type OpenCell, useOpenCell } from './use-open-cell.ts'
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
  onUndo: () => void
}

/** It stays in sight, with its lines, while the rows scroll below. */
const HEADER = 'sticky top-0 z-2 shadow-[inset_0_1px_0_var(--color-line),inset_0_-1px_0_var(--color-line)]'

const CHECKBOX_WIDTH = 3
const MENU_WIDTH = 3.5

export function RecordGrid(props: RecordGridProps) {
  const { label, columns, sort, selection, edits, isPastRules, changed, rowMenu, onUndo } = props
  const rows = useMemo(() => props.rows.map((row) => withEdits(row, edits.held)), [props.rows, edits.held])
  const [active, setActive] = useState<Cell | null>(null)
  const [editing, setEditing] = useState<OpenCell | null>(null)
  const table = useRef<HTMLTableElement>(null)
  // With a row that goes, the focus goes from the grid: the next key must not write into another record.
  const at = placeOf(active, rows, columns)
  const openIn = useOpenCell(editing, setEditing, rows, edits)

  const focus = (place: Place) => {
    const cell = cellAt(place, rows, columns)
    setActive(cell)
    const name = cell && CSS.escape(`${cell.id} ${cell.field}`)
    const node = table.current?.querySelector<HTMLElement>(`[data-cell="${name}"]`)
    node?.focus()
    node?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  /** `typed` replaces what is there, as in any sheet. */
  const edit = (place: Place, typed?: string) => {
    const column = columns[place.column]
    const row = rows[place.row]
    if (!column?.property || !row) return
    const value = row[column.name]
    const kind = editorOf(column.property, value)
    const held = edits.held.get(`${row.id} ${column.name}`)
    const begun = textOfValue(kind, value)
    const text = typed ?? (held?.at === 'refused' ? held.edit.text : begun)
    setActive(cellAt(place, rows, columns))
    openIn({ row, column, kind, begun, text })
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
    } else if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
      event.preventDefault()
      onUndo()
    } else if (event.key === 'Escape' && row && column) {
      if (edits.held.get(`${row.id} ${column.name}`)?.at === 'refused')
        edits.drop({ row, field: column.name })
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
                    isFirst={place === 0}
                    isActive={at.row === rowPlace && at.column === place}
                    isSelected={isSelected}
                    open={
                      editing?.row.id === row.id &&
                      editing.column.name === column.name &&
                      !needsRoom(editing.kind)
                        ? editing
                        : null
                    }
                    held={edits.held.get(`${row.id} ${column.name}`)}
                    onFocus={() => setActive({ id: row.id, field: column.name, near: rowPlace })}
                    onEdit={() => edit({ row: rowPlace, column: place })}
                    onType={openIn.typed}
                    onLeave={(change, leave) => {
                      setEditing(null)
                      if (change && 'fault' in change) edits.refuse(change.edit, change.fault)
                      else if (change) edits.save(change.edit)
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
      {editing && needsRoom(editing.kind) && (
        <EditInDialog
          open={editing}
          refusal={refusalAt(edits.held.get(`${editing.row.id} ${editing.column.name}`))}
          onSave={edits.save}
          onClose={() => {
            setEditing(null)
            focus(at)
          }}
        />
      )}
    </div>
  )
}

const refusalAt = (held: HeldEdit | undefined) => (held?.at === 'refused' ? held.message : undefined)

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

const isTyping = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

const isCell = (target: EventTarget) => target instanceof HTMLElement && 'cell' in target.dataset
