import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill, fillWith } from '../../language/fill.ts'
import type { RecordsView } from '../../paths.ts'
import { type EntityRecord, rulesHeader } from '../../queries.ts'
import { words } from './words.ts'

interface DeleteRecordsProps {
  at: { app_id: string; entity_name: string }
  records: readonly EntityRecord[]
  names: readonly string[]
  pastRules: RecordsView['past_rules']
  onClose: () => void
  onDone: () => void
}

const MOST_NAMED = 5

/** A single record is refused when no rule lets it go; of several, those that no rule covers stay. */
export function DeleteRecords({ at, records, names, pastRules, onClose, onDone }: DeleteRecordsProps) {
  const [only] = records
  const headers = rulesHeader(pastRules)
  const remove = useAct({
    run: async () => {
      if (only && records.length === 1) {
        await client.records.delete({ ...at, entity_id: only.id }, { headers })
        return 1
      }
      const ids = records.map(({ id }) => id)
      return (await client.records.delete_many(at, { id: { $in: ids } }, { headers })).deleted
    },
    touches: ['records'],
    done: (deleted) => {
      const kept = records.length - deleted
      const outcome = deleted === 1 ? words.n1RecordDeleted : fill(words.deletedRecordsDeleted, { deleted })
      return kept === 0 ? outcome : fill(words.outcomeKeptKeptAs, { outcome, kept })
    },
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={
        records.length === 1
          ? fill(words.deleteName, { name: names[0] ?? '' })
          : fill(words.deleteCountRecords, { count: records.length })
      }
      confirmLabel={words.delete}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onDone, onSettled: onClose })}
    >
      <p>{fillWith(words.theAppsWebhooksGet, { it: records.length === 1 ? 'it' : 'them' })}</p>
      {records.length > 1 && (
        <ul className="mt-2 list-disc ps-5">
          {names.slice(0, MOST_NAMED).map((name, place) => (
            <li key={records[place]?.id} className="break-words">
              {name}
            </li>
          ))}
          {names.length > MOST_NAMED && (
            <li>{fillWith(words.andCountMore, { count: names.length - MOST_NAMED })}</li>
          )}
        </ul>
      )}
    </ConfirmDialog>
  )
}
