/** Records as a grid: arrows move, Enter or typing edits, and every refusal stands at its cell. */
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { valueAt } from '../../../entity-schema.ts'
import { fill } from '../../../language/fill.ts'
import type { EntityRecord } from '../../../queries.ts'
import { type HeldEdit, heldByRow, withEdits } from '../edits/edit-queue.ts'
import type { RecordEdits } from '../edits/use-record-edits.ts'
import { countOf } from '../edits/use-row-writes.ts'
import type { SortKey } from '../filters/sort-keys.ts'
import { editorOf, needsRoom, textOfValue } from '../values/field-editor.ts'
import { nameOf, type RecordColumn } from '../values/record-columns.ts'
import { entityOf, idsIn, type RelatedNames } from '../values/relation.ts'
import { type PlacedColumn, placedColumns } from './column-layout.ts'
import { EditInDialog } from './EditInDialog.tsx'
import { GridHead, type HeadActs } from './GridHead.tsx'
import { GridRow, UnreadRow } from './GridRow.tsx'
import { type Cell, cellAt, MOVES, type Place, placeOf, within } from './grid-place.ts'
import { type Box, columnsIn, rowsIn } from './grid-range.ts'
import type { RowWindow } from './grid-window.ts'
import type { RowActs } from './row-acts.ts'
import { useCellPresses } from './use-cell-presses.ts'
import { useCellRange } from './use-cell-range.ts'
import type { Columns } from './use-column-layout.ts'
import { useGridClipboard } from './use-grid-clipboard.ts'
import { useGridFocus } from './use-grid-focus.ts'
import { useGridWindow } from './use-grid-window.ts'
import { type OpenCell, useOpenCell } from './use-open-cell.ts'
import type { RecordList } from './use-record-rows.ts'
import { useRoom } from './use-room.ts'
import { useStableActs } from './use-stable-acts.ts'
import { words } from './words.ts'

interface RecordGridProps {
  label: string
  columns: Columns
  list: RecordList
  /** Another one is shown from its top. */
  listKey: string
  sort: { keys: readonly SortKey[]; onChange: (keys: readonly SortKey[]) => void }
  selection: {
    value: ReadonlyMap<string, EntityRecord>
    onChange: (row: EntityRecord, isOn: boolean) => void
    onAll: (isOn: boolean) => void
  }
  edits: RecordEdits
  /** Marks the grid: what is done here is not bound by rules. */
  isPastRules: boolean
  /** What the records are called that fields refer to. */
  relatedNames: RelatedNames
  /** Rows that somebody changed just now. */
  changed: ReadonlySet<string>
  onMenu: RowActs['onMenu']
  onRelated: RowActs['onRelated']
  onUndo: () => void
  /** Texts for the cells of a box. */
  onPaste: (texts: readonly (readonly string[])[], box: Box, columns: readonly PlacedColumn[]) => void
}

const CHECKBOX_WIDTH = 3
const MENU_WIDTH = 3.5

export function RecordGrid(props: RecordGridProps) {
  const { label, list, listKey, sort, selection, edits, isPastRules, changed, onUndo, onPaste } = props
  const { all, layout } = props.columns
  const columns = useMemo(() => placedColumns(all, layout, CHECKBOX_WIDTH), [all, layout])
  const held = useMemo(() => heldByRow(edits.held), [edits.held])
  const rowAt = (place: number) => {
    const row = list.rows.at(place)
    return row && held.has(row.id) ? withEdits(row, edits.held) : row
  }
  const [active, setActive] = useState<Cell | null>(null)
  const [editing, setEditing] = useState<OpenCell | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const [frame, room] = useRoom()
  const stuck = stuckOf(columns, room.width)
  const view = useGridWindow(frame, table, list.rows.length, (next) => {
    const row = editing && !needsRoom(editing.kind) ? list.rows.placeOf(editing.row.id) : -1
    const isLeaving = row >= 0 && (row < next.first || row >= next.last)
    // As if it was left with the mouse, which takes what was typed; keys go on from there.
    if (isLeaving) table.current?.focus({ preventScroll: true })
  })
  const { window: sight } = view
  const isInSight = (place: number) => place >= sight.first && place < sight.last
  // A row that moves far away, as its record is sorted elsewhere, is not on the page any more either.
  const drawnRows = { placeOf: (id: string) => placeIn(list.rows.placeOf(id), isInSight) }
  const openIn = useOpenCell(editing, setEditing, drawnRows, edits)
  const rows = { ...list.rows, length: view.reach, at: rowAt }
  // With a row that goes, the focus goes from the grid: the next key must not write into another record.
  const at = placeOf(active, rows, columns)
  const range = useCellRange(active, rows, columns)
  const { box } = range
  const isDrawn = isInSight(at.row)
  const cells = useGridFocus(table, isDrawn, view.reveal)
  useWanted(list, sight, range.isRange ? { first: box.top, last: box.bottom + 1 } : null)
  const { toTop } = view
  const shownList = useRef(listKey)
  useEffect(() => {
    if (shownList.current !== listKey) toTop()
    shownList.current = listKey
  }, [listKey, toTop])

  const focus = (place: Place) => {
    setActive(cellAt(place, rows, columns))
    range.clear()
    cells.focus(place)
  }

  /** `typed` replaces what is there, as in any sheet. */
  const edit = (place: Place, typed?: string) => {
    const column = columns[place.column]
    const row = rowAt(place.row)
    if (!column?.property || !row) return
    const value = row[column.name]
    const kind = editorOf(column.property, value)
    const refused = edits.held.get(`${row.id} ${column.name}`)
    const begun = textOfValue(kind, value)
    const text = typed ?? (refused?.at === 'refused' ? refused.edit.text : begun)
    setActive(cellAt(place, rows, columns))
    range.clear()
    openIn({ row, column, kind, begun, text })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key]
    const row = rowAt(at.row)
    const column = columns[at.column]
    if (!isOfGrid(event)) return
    const isMod = event.ctrlKey || event.metaKey
    const last = { row: rows.length - 1, column: columns.length - 1 }
    if (event.key === 'ArrowUp' && at.row === 0 && !event.shiftKey) {
      event.preventDefault()
      const head = `th[data-field="${CSS.escape(column?.name ?? '')}"] button`
      table.current?.querySelector<HTMLElement>(head)?.focus()
    } else if (move) {
      event.preventDefault()
      const to = { isFar: isMod, page: view.page, last }
      if (event.shiftKey) cells.show(range.extend(move(range.to, to)))
      else focus(within(move(at, to), rows, columns))
    } else if (event.key === 'Enter' && isMod) {
      const [id] = idsIn(row?.[column?.name ?? ''])
      const entity = entityOf(column?.property ?? null)
      if (entity && id) props.onRelated(entity, id)
    } else if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault()
      edit(at)
    } else if (event.key.toLowerCase() === 'z' && isMod && !event.shiftKey) {
      event.preventDefault()
      onUndo()
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onPaste([['']], box, columns)
    } else if (event.key === 'Escape' && range.isRange) {
      range.clear()
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
  const onPasted = (texts: string[][]) => onPaste(texts, box, columns)
  useGridClipboard(table, { box, columns, rowAt, onPaste: onPasted })

  const onLeave: RowActs['onLeave'] = (place, change, leave) => {
    setEditing(null)
    if (change && 'fault' in change) edits.refuse(change.edit, change.fault)
    else if (change) edits.save(change.edit)
    if (leave === 'stay') focus(place)
    if (leave === 'away' || leave === 'stay') return
    const next = place.column + (leave === 'next' ? 1 : -1)
    const column = columns[next]
    const row = rowAt(place.row)
    focus({ row: place.row, column: column ? next : place.column })
    if (column?.property && row && !needsRoom(kindOf(column, row))) edit({ row: place.row, column: next })
  }
  const acts = useStableActs<RowActs>({
    onType: openIn.typed,
    onLeave,
    onSelect: selection.onChange,
    onMenu: props.onMenu,
    onRelated: props.onRelated,
  })
  const presses = useCellPresses({
    onFocus: (place) => setActive(cellAt(place, rows, columns)),
    onPress: range.clear,
    onExtend: (place) => void range.extend(place),
    onEdit: edit,
  })
  const headActs = useStableActs<HeadActs>({
    onSort: sort.onChange,
    onChange: props.columns.change,
    onDown: (column) => focus({ row: at.row, column }),
    onAll: selection.onAll,
  })
  const isAll = rows.length > 0 && selection.value.size >= rows.length

  const width = columns.reduce((sum, column) => sum + column.width, CHECKBOX_WIDTH + MENU_WIDTH)
  const openInRow = editing && !needsRoom(editing.kind) ? editing : null
  const drawn = Array.from({ length: sight.last - sight.first }, (_, more) => sight.first + more)
  const padding = {
    scrollPaddingLeft: `${columns[stuck]?.left ?? 0}rem`,
    scrollPaddingRight: `${MENU_WIDTH}rem`,
  }

  return (
    // Positioned, so that what is only for screen readers scrolls along instead of widening the page.
    <div
      ref={frame}
      style={padding}
      className="relative max-h-[max(20rem,calc(100dvh-5.5rem))] overflow-auto contain-content scroll-pt-10 [overflow-anchor:none]"
    >
      {/* As high as all rows together; the table lies where those are that are drawn. */}
      <div
        style={{
          minHeight: `calc(${rows.length * view.rowHeight}px + 2.2rem)`,
          minWidth: `${width}rem`,
          paddingTop: `${sight.first * view.rowHeight}px`,
        }}
      >
        <table
          ref={table}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table can be a grid.
          role="grid"
          aria-label={label}
          aria-rowcount={list.rows.length + 1}
          aria-multiselectable
          tabIndex={isDrawn ? -1 : 0}
          onKeyDown={onKeyDown}
          {...presses}
          onFocus={(event) => {
            cells.onFocus()
            presses.onFocus(event)
          }}
          onBlur={cells.onBlur}
          className="w-full table-fixed border-separate border-spacing-0 text-start outline-none"
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
            sort={sort.keys}
            selected={isAll ? 'all' : selection.value.size > 0 ? 'some' : 'none'}
            isPastRules={isPastRules}
            acts={headActs}
          />
          <tbody>
            {drawn.map((place) => {
              const row = rowAt(place)
              if (!row) return <UnreadRow key={`unread ${place}`} place={place} span={columns.length + 3} />
              const isInRange = range.isRange && place >= box.top && place <= box.bottom
              // A record that moved while the list was read may be in it twice.
              const key = rows.placeOf(row.id) === place ? row.id : `${row.id} ${place}`
              return (
                <GridRow
                  key={key}
                  row={row}
                  name={nameOf(row, all)}
                  place={place}
                  columns={columns}
                  stuck={stuck}
                  active={at.row === place ? at.column : -1}
                  rangeFrom={isInRange ? box.left : -1}
                  rangeTo={isInRange ? box.right : -1}
                  open={openInRow?.row.id === row.id ? openInRow : null}
                  held={held.get(row.id)}
                  isSelected={selection.value.has(row.id)}
                  isChanged={changed.has(row.id)}
                  relatedNames={props.relatedNames}
                  acts={acts}
                />
              )
            })}
          </tbody>
        </table>
      </div>
      <span role="status" className="sr-only">
        {range.isRange &&
          fill(words.boxBox2Selected, {
            box: countOf(rowsIn(box), 'row'),
            box2: countOf(columnsIn(box), 'column'),
          })}
      </span>
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

const placeIn = (place: number, isIn: (place: number) => boolean) => (isIn(place) ? place : -1)

/** More than a turn of the wheel: they are read before one comes to them. */
const AHEAD = 24

/** Has the rows read that are drawn or about to be, and those of a range. */
function useWanted({ want, rows }: RecordList, sight: RowWindow, range: RowWindow | null) {
  const first = Math.max(0, sight.first - AHEAD)
  const last = Math.min(Math.max(sight.last, rows.length), sight.last + AHEAD)
  const latest = useRef(want)
  useEffect(() => {
    latest.current = want
  })
  const [from, to] = [range?.first ?? -1, range?.last ?? -1]
  useEffect(() => {
    latest.current({ first, last }, from < 0 ? null : { first: from, last: to })
  }, [first, last, from, to])
}

/** On a phone nothing stays: it would leave no room for the rest. */
const NEEDED = 36
const MOST_STUCK = 0.7

/** How many columns stay in sight: the pinned ones, as far as they leave room for others. */
function stuckOf(columns: readonly PlacedColumn[], room: number): number {
  if (room < NEEDED) return 0
  return columns.filter(({ isPinned, left, width }) => isPinned && left + width <= room * MOST_STUCK).length
}

const isTyping = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

/** Whether a key is meant for the cells, and not for a button or box in one of them. */
function isOfGrid({ target, currentTarget }: KeyboardEvent): boolean {
  return target === currentTarget || (target instanceof HTMLElement && 'cell' in target.dataset)
}
