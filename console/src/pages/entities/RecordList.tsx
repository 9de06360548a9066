import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toastFailure } from '../../act.ts'
import { queryClient } from '../../api.ts'
import type { EntitySchema } from '../../entity-schema.ts'
import { fill } from '../../language/fill.ts'
import type { RecordsView } from '../../paths.ts'
import type { EntityRecord } from '../../queries.ts'
import { firstRecords } from '../../records-queries.ts'
import { SelectionBar } from '../../table/SelectionBar.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toasts.tsx'
import { DeleteRecords } from './DeleteRecords.tsx'
import { EditRecords } from './EditRecords.tsx'
import { type PastePlan, planPaste } from './edits/row-changes.ts'
import type { RecordEdits } from './edits/use-record-edits.ts'
import { countOf, type RowWrites } from './edits/use-row-writes.ts'
import { sortKeysOf, sortText } from './filters/sort-keys.ts'
import type { PlacedColumn } from './grid/column-layout.ts'
import { type Box, cellsIn, targetOf } from './grid/grid-range.ts'
import { PasteFaults } from './grid/PasteFaults.tsx'
import { RecordGrid } from './grid/RecordGrid.tsx'
import { RowMenu } from './grid/RowMenu.tsx'
import type { Columns } from './grid/use-column-layout.ts'
import type { RecordList as List } from './grid/use-record-rows.ts'
import { useRelatedNames } from './grid/use-related-names.ts'
import { RecordDialog } from './record/RecordDialog.tsx'
import { RecordHistory } from './record/RecordHistory.tsx'
import { type Related, RelatedRecord } from './record/RelatedRecord.tsx'
import { nameOf } from './values/record-columns.ts'
import { words } from './words.ts'

export type Chosen = ReadonlyMap<string, EntityRecord>

interface RecordListProps {
  schema: EntitySchema
  columns: Columns
  at: { app_id: string; entity_name: string }
  list: List
  listKey: string
  view: RecordsView
  show: (change: RecordsView) => void
  selection: { value: Chosen; onChange: (next: Chosen) => void }
  edits: RecordEdits
  writes: RowWrites
  onUndo: () => void
  changed: ReadonlySet<string>
}

/** As many as one request creates again, should they be deleted by mistake. */
const MOST_SELECTED = 500
const MOST_PASTED = 1_000

export function RecordList(props: RecordListProps) {
  const { schema, columns, at, list, view, show, edits, writes, onUndo, changed } = props
  const { value: chosen, onChange: setChosen } = props.selection
  const [deleting, setDeleting] = useState<EntityRecord[] | null>(null)
  const [editing, setEditing] = useState<EntityRecord[] | null>(null)
  const [plan, setPlan] = useState<PastePlan | null>(null)
  const [menu, setMenu] = useState<{ row: EntityRecord; button: HTMLElement } | null>(null)
  const [past, setPast] = useState<EntityRecord | null>(null)
  const [opened, setOpened] = useState<EntityRecord | null>(null)
  const [related, setRelated] = useState<Related | null>(null)
  const { rows } = list
  const relatedNames = useRelatedNames(at.app_id, schema, rows.read, view.past_rules)
  // As it is now, as far as it is read.
  const selected = [...chosen.values()].map((row) => rows.at(rows.placeOf(row.id)) ?? row)
  const fields = columns.all.map(({ name }) => name)
  const nameOfRow = (row: EntityRecord) => nameOf(row, columns.all)

  const select = (row: EntityRecord, isOn: boolean) => {
    const next = new Map(chosen)
    if (!isOn) next.delete(row.id)
    else if (chosen.size < MOST_SELECTED) next.set(row.id, row)
    else toast.done(fill(words.atMostMostSelectedRecords, { mostSelected: MOST_SELECTED }))
    setChosen(next)
  }
  const selectAll = async (isOn: boolean) => {
    if (!isOn) return setChosen(new Map())
    const isAllRead = rows.read.length === rows.length && rows.length <= MOST_SELECTED
    const first = firstRecords(at.app_id, at.entity_name, view, MOST_SELECTED)
    const found = isAllRead ? rows.read : await queryClient.fetchQuery(first)
    setChosen(new Map(found.map((row) => [row.id, row])))
    if (rows.length > found.length)
      toast.done(fill(words.theFirstCountOf, { count: found.length, count2: countOf(rows.length, 'record') }))
  }
  const paste = async (texts: readonly (readonly string[])[], range: Box, shown: readonly PlacedColumn[]) => {
    const size = { rows: texts.length, columns: Math.max(...texts.map(({ length }) => length)) }
    const box = targetOf(range, size, { row: rows.length - 1, column: shown.length - 1 })
    if (Math.max(cellsIn(box), size.rows * size.columns) > MOST_PASTED)
      return toast.failed(fill(words.atMostMostPastedAre, { mostPasted: countOf(MOST_PASTED, 'cell') }))
    const read = await list.between({ first: box.top, last: box.bottom + 1 })
    const next = planPaste(texts, box, read, shown, schema)
    if (size.rows > box.bottom - box.top + 1 || size.columns > box.right - box.left + 1)
      toast.done(words.whatGoesOverThe)
    if (next.faults.length > 0) setPlan(next)
    else writes.write(next.changes)
  }

  return (
    <>
      <RecordGrid
        label={fill(words.entityNameRecords, { entityName: at.entity_name })}
        columns={columns}
        list={list}
        listKey={props.listKey}
        sort={{
          keys: sortKeysOf(view.sort ?? '-created_date', fields),
          onChange: (keys) => show({ sort: sortText(keys) }),
        }}
        selection={{
          value: chosen,
          onChange: select,
          onAll: (isOn) => void selectAll(isOn).catch(toastFailure),
        }}
        edits={edits}
        isPastRules={view.past_rules === 'on'}
        changed={changed}
        relatedNames={relatedNames}
        onUndo={onUndo}
        onMenu={(row, button) => setMenu({ row, button })}
        onRelated={(entity, id) => setRelated({ entity, id })}
        onPaste={(...given) => void paste(...given).catch(toastFailure)}
      />
      <p role="status" className="border-t border-line px-5 py-3 text-sm text-ink-3 tabular-nums sm:px-8">
        {countOf(Math.max(rows.length, list.count ?? 0), 'record')}
      </p>
      {menu && (
        <RowMenu
          name={nameOfRow(menu.row)}
          row={menu.row}
          button={menu.button}
          onClose={() => setMenu(null)}
          onOpen={() => setOpened(menu.row)}
          onHistory={() => setPast(menu.row)}
          onDelete={() => setDeleting([menu.row])}
        />
      )}
      {selected.length > 0 && (
        <SelectionBar
          label={words.selectedRecords}
          text={fill(words.countSelected, { count: countOf(selected.length, 'record') })}
          onClear={() => setChosen(new Map())}
        >
          <Button size="sm" icon={Pencil} look="quiet" onPress={() => setEditing(selected)}>
            {words.setAField}
          </Button>
          <Button size="sm" icon={Trash2} look="danger-quiet" onPress={() => setDeleting(selected)}>
            {words.delete}
          </Button>
        </SelectionBar>
      )}
      {editing && (
        <EditRecords
          records={editing}
          properties={schema.properties ?? {}}
          required={schema.required ?? []}
          onWrite={(changes) => writes.write(changes)}
          onClose={() => setEditing(null)}
        />
      )}
      {plan && (
        <PasteFaults
          plan={plan}
          nameOf={nameOfRow}
          onPaste={() => writes.write(plan.changes)}
          onClose={() => setPlan(null)}
        />
      )}
      {related && (
        <RelatedRecord
          appId={at.app_id}
          related={related}
          pastRules={view.past_rules}
          onClose={() => setRelated(null)}
        />
      )}
      {deleting && (
        <DeleteRecords
          at={at}
          records={deleting}
          names={deleting.map(nameOfRow)}
          pastRules={view.past_rules}
          onClose={() => setDeleting(null)}
          onDone={() => {
            setChosen(new Map())
            edits.record({ kind: 'deletion', records: deleting, names: deleting.map(nameOfRow) })
          }}
        />
      )}
      {past && (
        <RecordHistory
          at={at}
          schema={schema}
          record={past}
          name={nameOfRow(past)}
          pastRules={view.past_rules}
          onClose={() => setPast(null)}
        />
      )}
      {opened && (
        <RecordDialog
          at={at}
          schema={schema}
          record={opened}
          pastRules={view.past_rules}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
