import { useSuspenseQuery } from '@tanstack/react-query'
import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { EntitySchema } from '../../entity-schema.ts'
import type { RecordsView } from '../../paths.ts'
import { type EntityRecord, queries } from '../../queries.ts'
import { Pager } from '../../table/Pager.tsx'
import { SelectionBar } from '../../table/SelectionBar.tsx'
import { useCursorPages } from '../../table/use-cursor-pages.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { toast } from '../../ui/toasts.tsx'
import { DeleteRecords } from './DeleteRecords.tsx'
import { RecordDialog } from './RecordDialog.tsx'
import { nameOf, RecordGrid } from './RecordGrid.tsx'
import { recordColumns } from './record-columns.ts'
import type { RecordEdits } from './use-record-edits.ts'

interface RecordListProps {
  schema: EntitySchema
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
  const { schema, at, page, total, view, show, edits, onUndo, changed } = props
  const { data: app } = useSuspenseQuery(queries.app(at.app_id))
  const columns = useMemo(() => recordColumns(schema, app.hide_authorship), [schema, app.hide_authorship])
  const pages = useCursorPages(page.next_cursor)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [deleting, setDeleting] = useState<EntityRecord[] | null>(null)
  const [opened, setOpened] = useState<EntityRecord | null>(null)
  const selected = page.items.filter(({ id }) => chosen.has(id))
  const noun = total === 1 ? 'record' : 'records'

  return (
    <>
      <RecordGrid
        label={`${at.entity_name} records`}
        columns={columns}
        rows={page.items}
        sort={{ value: view.sort ?? '-created_date', onChange: (sort) => show({ sort }) }}
        selection={{ value: chosen, onChange: setChosen }}
        edits={edits}
        isPastRules={view.past_rules === 'on'}
        changed={changed}
        onUndo={onUndo}
        rowMenu={(row) => (
          <RowMenu
            name={nameOf(row, columns)}
            row={row}
            onOpen={() => setOpened(row)}
            onDelete={() => setDeleting([row])}
          />
        )}
      />
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
          names={deleting.map((row) => nameOf(row, columns))}
          pastRules={view.past_rules}
          onClose={() => setDeleting(null)}
          onDone={() => {
            setChosen(new Set())
            edits.noteDeletion(
              deleting,
              deleting.map((row) => nameOf(row, columns)),
            )
          }}
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

interface RowMenuProps {
  name: string
  row: EntityRecord
  onOpen: () => void
  onDelete: () => void
}

function RowMenu({ name, row, onOpen, onDelete }: RowMenuProps) {
  const copy = async (text: string, what: string) => {
    await navigator.clipboard?.writeText(text)
    toast.done(`${what} copied`)
  }
  return (
    <Menu
      label={`Actions for ${name}`}
      trigger={<IconButton size="sm" icon={Ellipsis} label={`Actions for ${name}`} />}
    >
      <MenuItem icon={Pencil} onAction={onOpen}>
        Edit in a form
      </MenuItem>
      <MenuItem icon={Copy} onAction={() => void copy(row.id, 'Id')}>
        Copy id
      </MenuItem>
      <MenuItem icon={Copy} onAction={() => void copy(JSON.stringify(row, null, 2), 'Record')}>
        Copy as JSON
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} tone="danger" onAction={onDelete}>
        Delete
      </MenuItem>
    </Menu>
  )
}
