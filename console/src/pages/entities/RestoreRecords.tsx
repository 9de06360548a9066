import { toastFailure, useAct } from '../../act.ts'
import { client, queryClient } from '../../api.ts'
import { type EntitySchema, valueAt } from '../../entity-schema.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill } from '../../language/fill.ts'
import type { RecordsView } from '../../paths.ts'
import { type EntityRecord, rulesHeader } from '../../queries.ts'
import { firstRecords } from '../../records-queries.ts'
import { words } from './words.ts'

interface RestoreRecordsProps {
  at: { app_id: string; entity_name: string }
  schema: EntitySchema
  records: readonly EntityRecord[]
  names: readonly string[]
  pastRules: RecordsView['past_rules']
  onClose: () => void
  onDone: (ids: readonly string[]) => void
}

const IDS_AT_ONCE = 150

/** Deleted records are gone; what can be done is to create others with the same values. */
export function RestoreRecords(props: RestoreRecordsProps) {
  const { at, schema, records, names, pastRules, onClose, onDone } = props
  const isOne = records.length === 1
  const restore = useAct({
    run: async () => {
      // Of several, those that the rules protect were never deleted.
      const kept = new Set(await idsThere())
      const gone = records.filter(({ id }) => !kept.has(id)).map((record) => declaredOf(record, schema))
      if (gone.length === 0) return []
      return client.records.bulk_create(at, gone, { headers: rulesHeader(pastRules) })
    },
    touches: ['records'],
    done: (made) =>
      made.length === 1
        ? words.n1RecordCreatedAgain
        : fill(words.countRecordsCreatedAgain, { count: made.length }),
    failure: toastFailure,
  })
  /** Those that are still there; the address of one request holds only so many ids. */
  const idsThere = async () => {
    const parts = Array.from({ length: Math.ceil(records.length / IDS_AT_ONCE) }, (_, part) =>
      records.slice(part * IDS_AT_ONCE, (part + 1) * IDS_AT_ONCE),
    )
    const found = await Promise.all(
      parts.map((part) => {
        const q = JSON.stringify({ id: { $in: part.map(({ id }) => id) } })
        const view = { q, past_rules: pastRules }
        return queryClient.fetchQuery(firstRecords(at.app_id, at.entity_name, view, IDS_AT_ONCE))
      }),
    )
    return found.flat().map(({ id }) => id)
  }
  return (
    <ConfirmDialog
      title={
        isOne
          ? fill(words.createNameAgain, { name: names[0] ?? '' })
          : fill(words.createCountRecordsAgain, { count: records.length })
      }
      confirmLabel={isOne ? words.createItAgain : words.createThemAgain}
      look="primary"
      act={restore}
      onClose={onClose}
      onConfirm={() =>
        restore.mutate(undefined, {
          onSuccess: (made) => onDone(made.map(({ id }) => id)),
          onSettled: onClose,
        })
      }
    >
      <p>{isOne ? words.itIsDeletedForGood : words.theyAreDeletedForGood}</p>
    </ConfirmDialog>
  )
}

function declaredOf(record: EntityRecord, { properties = {} }: EntitySchema) {
  return Object.fromEntries(
    Object.keys(properties)
      .filter((name) => valueAt(record, name) !== undefined && valueAt(record, name) !== null)
      .map((name) => [name, valueAt(record, name)]),
  )
}
