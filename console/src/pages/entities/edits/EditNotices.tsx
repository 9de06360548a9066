import { Copy, RotateCcw, Trash2, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type EntitySchema, valueAt } from '../../../entity-schema.ts'
import { fill } from '../../../language/fill.ts'
import type { EntityRecord } from '../../../queries.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/toasts.tsx'
import { CellValue } from '../values/CellValue.tsx'
import type { HeldEdit } from './edit-queue.ts'
import type { RecordEdits } from './use-record-edits.ts'
import { words } from './words.ts'

interface EditNoticesProps {
  schema: EntitySchema
  edits: RecordEdits
  /** Those that are shown: what is held at their cells and needs no choice is said there. */
  rows: readonly EntityRecord[]
  nameOf: (row: EntityRecord) => string
  onRestore: (row: EntityRecord) => void
}

/** Edits that cannot be saved as they are: what was typed stays here until the person decides. */
export function EditNotices({ schema, edits, rows, nameOf, onRestore }: EditNoticesProps) {
  const isShown = (id: string) => rows.some((row) => row.id === id)
  const noted = [...edits.held.values()].filter(
    ({ at, edit }) =>
      at === 'changed' || at === 'gone' || at === 'moved' || (at !== 'saving' && !isShown(edit.row.id)),
  )
  if (noted.length === 0) return null
  return (
    <ul aria-label={words.editsThatNeedYou} className="mx-5 mb-3 space-y-2 sm:mx-8">
      {noted.map((held) => (
        <EditNotice
          key={`${held.edit.row.id} ${held.edit.field}`}
          held={held}
          schema={schema}
          edits={edits}
          name={nameOf(held.edit.row)}
          onRestore={onRestore}
        />
      ))}
    </ul>
  )
}

interface EditNoticeProps extends Pick<EditNoticesProps, 'schema' | 'edits' | 'onRestore'> {
  held: HeldEdit
  name: string
}

function EditNotice({ held, schema, edits, name, onRestore }: EditNoticeProps) {
  const { edit } = held
  const { field, row } = edit
  const copy = async () => {
    await navigator.clipboard?.writeText(edit.text)
    toast.done(words.textCopied)
  }
  return (
    <li role="alert" className="flex gap-2.5 rounded-md bg-caution-soft px-3 py-2.5 text-sm text-caution">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">{wordsOf(held, name)}</p>
        <dl className="mt-1.5 grid gap-x-6 gap-y-1 text-ink sm:grid-cols-[repeat(2,minmax(0,1fr))]">
          <Side label={edit.isUndo ? words.backTo : words.yours}>
            <CellValue name={field} property={valueAt(schema.properties, field) ?? {}} value={edit.value} />
          </Side>
          {held.at === 'changed' && (
            <Side label={words.theirs}>
              <CellValue
                name={field}
                property={valueAt(schema.properties, field) ?? {}}
                value={valueAt(held.theirs, field)}
              />
            </Side>
          )}
        </dl>
        <div className="mt-2 flex flex-wrap gap-2">
          {held.at === 'changed' && (
            <>
              <Button size="sm" onPress={() => edits.save({ ...edit, row: held.theirs })}>
                {edit.isUndo ? words.putItBack : words.keepMine}
              </Button>
              <Button size="sm" onPress={() => edits.drop(edit)}>
                {words.takeTheirs}
              </Button>
            </>
          )}
          {held.at === 'moved' && (
            <Button size="sm" onPress={() => edits.save(edit)}>
              {words.saveItThere}
            </Button>
          )}
          {held.at === 'gone' && (
            <Button size="sm" icon={RotateCcw} onPress={() => onRestore({ ...row, [field]: edit.value })}>
              {words.createItAgain}
            </Button>
          )}
          <Button size="sm" look="quiet" icon={Copy} onPress={() => void copy()}>
            {words.copyText}
          </Button>
          {held.at !== 'changed' && (
            <Button size="sm" look="quiet" icon={Trash2} onPress={() => edits.drop(edit)}>
              {words.discard}
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs font-medium text-ink-3">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

function wordsOf(held: HeldEdit, name: string): string {
  const { field } = held.edit
  switch (held.at) {
    case 'changed':
      return fill(words.somebodyChangedFieldOf, { field, name })
    case 'gone':
      return fill(words.nameWasDeletedWhile, { name, field })
    case 'moved':
      return fill(words.nameLeftThisList, { name, field })
    case 'refused':
      return fill(words.fieldOfNameWas, { field, name, message: held.message })
    default:
      return fill(words.fieldOfNameWaits, { field, name })
  }
}
