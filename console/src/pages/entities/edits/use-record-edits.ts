import { onlineManager, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useRequest } from '../../../act.ts'
import { client, queryClient, refresh } from '../../../api.ts'
import { valueAt } from '../../../entity-schema.ts'
import { useUnsavedWork } from '../../../form/unsaved-work.ts'
import type { RecordsView } from '../../../paths.ts'
import { type EntityRecord, queries, rulesHeader } from '../../../queries.ts'
import { sessionEnd } from '../../../session-end.ts'
import { isSame } from '../values/same-value.ts'
import { type CellEdit, createEditQueue, type EditQueue, type HeldEdit } from './edit-queue.ts'
import { explainCellRefusal } from './explain-refusal.ts'
import { cancelRead, changeRow, newestOf } from './record-cache.ts'
import type { RowChange } from './row-changes.ts'
import type { Values } from './save-unless-changed.ts'

/** What can be taken back, the last first. */
export type Undoable =
  | { kind: 'edit'; edit: CellEdit }
  /** Of many records at once; `what` names what was done. */
  | { kind: 'rows'; changes: readonly RowChange[]; what: string }
  | { kind: 'deletion'; records: readonly EntityRecord[]; names: readonly string[] }

export interface RecordEdits
  extends Pick<EditQueue, 'refuse' | 'drop' | 'dropAll' | 'leftOpen' | 'sendWaiting'> {
  held: ReadonlyMap<string, HeldEdit>
  save(edit: CellEdit): void
  undoable: readonly Undoable[]
  /** Takes the last edit of a cell back; the others are left to the page. */
  undo(): void
  record(undoable: Undoable): void
  /** It was taken back, or cannot be. */
  remove(undoable: Undoable): void
}

const MOST_UNDOABLE = 50

/** Changes of single cells: shown at once, never written over what somebody else changed, taken back if need be. */
export function useRecordEdits(
  at: { app_id: string; entity_name: string },
  list: QueryKey,
  pastRules: RecordsView['past_rules'],
): RecordEdits {
  const [undoable, setUndoable] = useState<readonly Undoable[]>([])
  const record = (one: Undoable) => setUndoable((before) => [one, ...before].slice(0, MOST_UNDOABLE))
  const { mutateAsync } = useRequest({
    failure: 'inline',
    // Whether there is a network is found out by sending: what fails waits, and says so.
    networkMode: 'always',
    run: ({ edit, values, version }: { edit: CellEdit; values: Values; version: string | undefined }) =>
      client.records.update({ ...at, entity_id: edit.row.id }, values, {
        headers: rulesHeader(edit.pastRules),
        if_match: version,
      }),
    onMutate: ({ edit }) => cancelRead(shown.current, edit.row.id),
  })
  const shown = useRef(list)
  const send = useRef(mutateAsync)
  useEffect(() => {
    shown.current = list
    send.current = mutateAsync
  })
  const [queue] = useState(() =>
    createEditQueue({
      send: async (edit, values, version) => (await send.current({ edit, values, version })) as EntityRecord,
      read: ({ row, pastRules: past }) =>
        queryClient.fetchQuery(queries.record(at.app_id, at.entity_name, row.id, past)),
      explain: explainCellRefusal,
      onSaved: (edit, answer) => {
        changeRow(shown.current, edit.row.id, (row) => newestOf(row, { [edit.field]: edit.value }, answer))
        if (edit.pastRules) void refresh('audit')
        if (!edit.isUndo) record({ kind: 'edit', edit: undoOf(edit, answer) })
      },
    }),
  )
  const held = useSyncExternalStore(queue.subscribe, queue.all)
  // What is on its way arrives from another page too; with the tab it might not.
  useUnsavedWork(
    () => queue.all().size > 0,
    () => [...queue.all().values()].every(({ at: where }) => where === 'saving'),
  )
  useEffect(() => sessionEnd.subscribe(() => sessionEnd.isOver() || queue.sendWaiting()), [queue])
  useEffect(() => onlineManager.subscribe((isOnline) => isOnline && queue.sendWaiting()), [queue])

  return {
    ...queue,
    held,
    save: (edit) => {
      if (isSame(valueAt(edit.row, edit.field), edit.value)) queue.drop(edit)
      else queue.save({ ...edit, pastRules })
    },
    undoable,
    undo: () => {
      const [last, ...earlier] = undoable
      if (last?.kind !== 'edit') return
      setUndoable(earlier)
      queue.save(last.edit)
    },
    record,
    remove: (one) => setUndoable((before) => before.filter((other) => other !== one)),
  }
}

/** Writes the old value back, unless somebody changed the field since. */
function undoOf(edit: CellEdit, saved: EntityRecord): CellEdit {
  const { row, field, value } = edit
  const before = (valueAt(row, field) ?? null) as CellEdit['value']
  return {
    ...edit,
    row: { ...row, ...saved, [field]: value },
    value: before,
    text: String(before),
    isUndo: true,
  }
}
