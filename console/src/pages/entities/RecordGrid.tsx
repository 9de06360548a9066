/** Records as a grid: arrows move, Enter or typing edits, and every refusal stands at its cell. */
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { valueAt } from '../../entity-schema.ts'
import type { EntityRecord } from '../../queries.ts'
import { type LayoutChange, type PlacedColumn, placedColumns } from './column-layout.ts'
import { EditInDialog } from './EditInDialog.tsx'
import { type HeldEdit, withEdits } from './edit-queue.ts'
import { editorOf, needsRoom, textOfValue } from './field-editor.ts'
import { GridHead } from './GridHead.tsx'
import { GridRow, type RowActs } from './GridRow.tsx'
import { type Cell, cellAt, MOVES, type Place, placeOf, within } from './grid-place.ts'
import { nameOf, type RecordColumn } from './record-columns.ts'
import type { SortKey } from './sort-keys.ts'
import type { Columns } from './use-column-layout.ts'
import { type OpenCell, useOpenCell } from './use-open-cell.ts'
import type { RecordEdits } from './use-record-edits.ts'
import { useRoom } from './use-room.ts'

interface RecordGridProps {
  label: string
  columns: Columns
  rows: readonly EntityRecord[]
  /** How many there are, also those that are not read yet. */
  total: number
  sort: { keys: readonly SortKey[]; onChange: (keys: readonly SortKey[]) => void }
  selection: { value: ReadonlySet<string>; onChange: (ids: ReadonlySet<string>) => void }
  edits: RecordEdits
  /** Marks the grid: what is done here is not bound by rules. */
  isPastRules: boolean
  /** Rows that somebody changed just now. */
  changed: ReadonlySet<string>
  onMenu: RowActs['onMenu']
  onUndo: () => void
}

const CHECKBOX_WIDTH = 3
const MENU_WIDTH = 3.5

export function RecordGrid(props: RecordGridProps) {
  const { label, sort, selection, edits, isPastRules, changed, onUndo } = props
  const { all, layout } = props.columns
  const columns = useMemo(() => placedColumns(all, layout, CHECKBOX_WIDTH), [all, layout])
  const rows = useMemo(() => props.rows.map((row) => withEdits(row, edits.held)), [props.rows, edits.held])
  const held = useMemo(() => heldByRow(edits.held), [edits.held])
  const [active, setActive] = useState<Cell | null>(null)
  const [editing, setEditing] = useState<OpenCell | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const [frame, room] = useRoom()
  const stuck = stuckOf(columns, room.width)
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
    if (event.key === 'ArrowUp' && at.row === 0) {
      event.preventDefault()
      const head = `th[data-field="${CSS.escape(column?.name ?? '')}"] button`
      table.current?.querySelector<HTMLElement>(head)?.focus()
    } else if (move) {
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

  const onLeave: RowActs['onLeave'] = (place, change, leave) => {
    setEditing(null)
    if (change && 'fault' in change) edits.refuse(change.edit, change.fault)
    else if (change) edits.save(change.edit)
    if (leave === 'stay') focus(place)
    if (leave === 'away' || leave === 'stay') return
    const next = place.column + (leave === 'next' ? 1 : -1)
    const column = columns[next]
    const row = rows[place.row]
    focus({ row: place.row, column: column ? next : place.column })
    if (column?.property && row && !needsRoom(kindOf(column, row))) edit({ row: place.row, column: next })
  }
  const acts = useStable({
    onFocus: (place) => setActive(cellAt(place, rows, columns)),
    onEdit: edit,
    onType: openIn.typed,
    onLeave,
    onSelect: (id, isOn) => selection.onChange(toggled(selection.value, id, isOn)),
    onMenu: props.onMenu,
  })

  const isAllSelected = rows.length > 0 && rows.every(({ id }) => selection.value.has(id))
  const isSomeSelected = rows.some(({ id }) => selection.value.has(id))
  const width = columns.reduce((sum, column) => sum + column.width, CHECKBOX_WIDTH + MENU_WIDTH)
  const openInRow = editing && !needsRoom(editing.kind) ? editing : null

  return (
    // Positioned, so that what is only for screen readers scrolls along instead of widening the page.
    <div ref={frame} className="relative max-h-[max(20rem,calc(100dvh-5.5rem))] overflow-auto">
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table can be a grid.
        role="grid"
        aria-label={label}
        aria-rowcount={props.total + 1}
        onKeyDown={onKeyDown}
        style={{ minWidth: `${width}rem` }}
        className="w-full table-fixed border-collapse text-left"
      >
        <colgroup>
          <col style={{ width: `${CHECKBOX_WIDTH}rem` }} />
          {columns.map((column) => (
            <col key={column.name} style={{ width: `${column.width}rem` }} />
          ))}
          {/* Takes the room that is left, so that every column has its width. */}
          <col />
          <col style={{ width: `${MENU_WIDTH}rem` }} />
        </colgroup>
        <GridHead
          columns={columns}
          stuck={stuck}
          sort={sort}
          onChange={(change: LayoutChange) => props.columns.change(change)}
          onDown={(column) => focus({ row: at.row, column })}
          all={{
            isSelected: isAllSelected,
            isIndeterminate: isSomeSelected && !isAllSelected,
            onChange: (isOn) => selection.onChange(new Set(isOn ? rows.map(({ id }) => id) : [])),
          }}
          isPastRules={isPastRules}
        />
        <tbody>
          {rows.map((row, place) => (
            <GridRow
              key={row.id}
              row={row}
              name={nameOf(row, all)}
              place={place}
              columns={columns}
              stuck={stuck}
              active={at.row === place ? at.column : -1}
              open={openInRow?.row.id === row.id ? openInRow : null}
              held={held.get(row.id)}
              isSelected={selection.value.has(row.id)}
              isChanged={changed.has(row.id)}
              acts={acts}
            />
          ))}
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

function heldByRow(held: ReadonlyMap<string, HeldEdit>) {
  const rows = new Map<string, Map<string, HeldEdit>>()
  for (const one of held.values()) {
    const { row, field } = one.edit
    const ofRow = rows.get(row.id) ?? new Map<string, HeldEdit>()
    rows.set(row.id, ofRow.set(field, one))
  }
  return rows
}

/** On a phone nothing stays: it would leave no room for the rest. */
const NEEDED = 36
const MOST_STUCK = 0.7

/** How many columns stay in sight: the pinned ones, as far as they leave room for others. */
function stuckOf(columns: readonly PlacedColumn[], room: number): number {
  if (room < NEEDED) return 0
  return columns.filter(({ isPinned, left, width }) => isPinned && left + width <= room * MOST_STUCK).length
}

/** The same object at every drawing, which does what was given last. */
function useStable(acts: RowActs): RowActs {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  const [stable] = useState<RowActs>(() => ({
    onFocus: (...given) => latest.current.onFocus(...given),
    onEdit: (...given) => latest.current.onEdit(...given),
    onType: (...given) => latest.current.onType(...given),
    onLeave: (...given) => latest.current.onLeave(...given),
    onSelect: (...given) => latest.current.onSelect(...given),
    onMenu: (...given) => latest.current.onMenu(...given),
  }))
  return stable
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
