import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { EntitySchema } from '../../entity-schema.ts'
import type { RecordsView } from '../../paths.ts'
import type { EntityRecord } from '../../queries.ts'
import { Pager } from '../../table/Pager.tsx'
import { SelectionBar } from '../../table/SelectionBar.tsx'
import { useCursorPages } from '../../table/use-cursor-pages.ts'
import { Button } from '../../ui/Button.tsx'
import { DeleteRecords } from './DeleteRecords.tsx'
import { RecordDialog } from './RecordDialog.tsx'
import { RecordGrid } from './RecordGrid.tsx'
import { RecordHistory } from './RecordHistory.tsx'
import { RowMenu } from './RowMenu.tsx'
import { nameOf } from './record-columns.ts'
import { sortKeysOf, sortText } from './sort-keys.ts'
import type { Columns } from './use-column-layout.ts'
import type { RecordEdits } from './use-record-edits.ts'

interface RecordListProps {
  schema: EntitySchema
  columns: Columns
  at: { app_id: string; entity_name: string }
  page: { items: EntityRecord[]; next_cursor: string | null }
  total: number | undefined
  view: RecordsView
  show: (change: RecordsView) => void
  edits: RecordEdits
  onUndo: () => void
  changed: ReadonlySet<string>
}

export function RecordList(props: RecordListProps) {
  const { schema, columns, at, page, total, view, show, edits, onUndo, changed } = props
  const pages = useCursorPages(page.next_cursor)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [deleting, setDeleting] = useState<EntityRecord[] | null>(null)
  const [menu, setMenu] = useState<{ row: EntityRecord; button: HTMLElement } | null>(null)
  const [past, setPast] = useState<EntityRecord | null>(null)
  const [opened, setOpened] = useState<EntityRecord | null>(null)
  const selected = page.items.filter(({ id }) => chosen.has(id))
  const fields = columns.all.map(({ name }) => name)
  const nameOfRow = (row: EntityRecord) => nameOf(row, columns.all)
  const noun = total === 1 ? 'record' : 'records'

  return (
    <>
      <RecordGrid
        label={`${at.entity_name} records`}
        columns={columns}
        rows={page.items}
        total={Math.max(total ?? 0, page.items.length)}
        sort={{
          keys: sortKeysOf(view.sort ?? '-created_date', fields),
          onChange: (keys) => show({ sort: sortText(keys) }),
        }}
        selection={{ value: chosen, onChange: setChosen }}
        edits={edits}
        isPastRules={view.past_rules === 'on'}
        changed={changed}
        onUndo={onUndo}
        onMenu={(row, button) => setMenu({ row, button })}
      />
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
      <Pager
        {...pages}
        count={page.items.length}
        {...(total === undefined ? {} : { total: Math.max(total, page.items.length) })}
        noun={noun}
      />
      {selected.length > 0 && (
        <SelectionBar
          label="Selected records"
          text={`${selected.length === 1 ? '1 record' : `${selected.length} records`} selected`}
          onClear={() => setChosen(new Set())}
        >
          <Button size="sm" icon={Trash2} look="danger-quiet" onPress={() => setDeleting(selected)}>
            Delete
          </Button>
        </SelectionBar>
      )}
      {deleting && (
        <DeleteRecords
          at={at}
          records={deleting}
          names={deleting.map(nameOfRow)}
          pastRules={view.past_rules}
          onClose={() => setDeleting(null)}
          onDone={() => {
            setChosen(new Set())
            edits.noteDeletion(deleting, deleting.map(nameOfRow))
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
