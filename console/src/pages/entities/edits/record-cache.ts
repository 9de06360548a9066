/** What is read of a list, changed in place: by one's own edits and by what others do. */
import type { QueryKey } from '@tanstack/react-query'
import { queryClient } from '../../../api.ts'
import type { EntityRecord } from '../../../queries.ts'
import type { RecordBlock } from '../../../records-queries.ts'
import type { Values } from './save-unless-changed.ts'

/** The block that holds a record, of the list whose blocks begin with this key. */
function blockWith(list: QueryKey, id: string): [QueryKey, RecordBlock] | undefined {
  for (const [key, block] of queryClient.getQueriesData<RecordBlock>({ queryKey: list }))
    if (block?.items.some((row) => row.id === id)) return [key, block]
  return undefined
}

export function findRow(list: QueryKey, id: string): EntityRecord | undefined {
  return blockWith(list, id)?.[1].items.find((row) => row.id === id)
}

/** What is being read of this record may be older than what is sent now. */
export async function cancelRead(list: QueryKey, id: string) {
  const [key] = blockWith(list, id) ?? []
  if (key) await queryClient.cancelQueries({ queryKey: key, exact: true })
}

export function changeRow(list: QueryKey, id: string, change: (row: EntityRecord) => EntityRecord) {
  const [key, block] = blockWith(list, id) ?? []
  if (!key || !block) return
  const items = block.items.map((row) => (row.id === id ? change(row) : row))
  queryClient.setQueryData<RecordBlock>(key, { ...block, items })
}

/** Until the list is read again, there is a gap at the end of its block. */
export function removeRow(list: QueryKey, id: string) {
  const [key, block] = blockWith(list, id) ?? []
  if (!key || !block) return
  queryClient.setQueryData<RecordBlock>(key, { ...block, items: block.items.filter((row) => row.id !== id) })
}

/** The record after a change of ours was answered. */
export function newestOf(row: EntityRecord, sent: Values, answer: EntityRecord): EntityRecord {
  // Anyone who may write a record need not be able to read it: then only its id comes back.
  if (!('created_date' in answer)) return { ...row, ...sent, ...answer }
  // Of two changes at once the first may be answered last, also when the second is somebody else's.
  return String(row.updated_date) > String(answer.updated_date) ? row : answer
}
